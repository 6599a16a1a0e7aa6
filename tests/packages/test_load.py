"""What a package's files may look like, and what a broken one costs."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.packages import AgentShelf, load_package
from selu_lab.packages.check import check_package

from .shapes import agent_yaml, manifest, tool, weather, write

AGENT = {"agent.yaml": agent_yaml("a"), "agent.md": "Hello.\n"}


def place(error: LabError) -> str:
    where = error.where
    assert where is not None
    return f"{Path(where.path).name}:{where.line}"


@pytest.mark.parametrize(
    ("yaml", "line"),
    [
        ("name: x\n", 1),
        ("id: 5\nname: x\n", 1),
        ("id: ''\nname: x\n", 1),
        ("name: x\nid: my agent\n", 2),
        ("name: x\nid: '@me'\n", 2),
        ("id: a\nname: x\nrouting: foo\n", 3),
        ("id: a\nname: x\nsession:\n  idle_timeout_minutes: '30'\n", 4),
        ("id: a\nname: x\nsession:\n  idle_timeout_minutes: -1\n", 4),
        ("id: a\nname: x\nsession:\n  idle_timeout_minutes: true\n", 4),
        ("id: a\nname: x\nsession:\n  isolation: alone\n", 4),
        ("id: a\nname: x\ni18n:\n  supported_locales: de\n", 4),
        ("id: a\nname: x\nmodel:\n  provider: openai\n", 3),
        ("id: a\nname: x\nmodel: {provider: p, model_id: m, temperature: hot}\n", 3),
        ("id: a\nname: x\ninstall_steps:\n  - id: s\n    label: l\n    type: guess\n", 6),
        ("id: a\nname: x\nautomation:\n  schedules:\n    - id: s\n", 5),
        ("id: a\nid: b\nname: x\n", 2),
        ("id: a\n  name: [\n", 2),
        ("- id\n", 1),
        ("", 1),
    ],
)
def test_a_broken_agent_yaml_is_refused_at_its_line(tmp_path: Path, yaml: str, line: int) -> None:
    write(tmp_path, {"agent.yaml": yaml, "agent.md": "Hello."})
    with pytest.raises(LabError) as refused:
        load_package(tmp_path)
    assert place(refused.value) == f"agent.yaml:{line}"


def test_all_mistakes_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    write(
        tmp_path / "a",
        {
            "agent.yaml": "id: 5\nrouting: foo\nnme: A\nsession:\n  idle_timeout_minutes: soon\n  isolation: alone\n",
            "agent.md": "Hello.\n",
            "i18n/de.yaml": "agent:\n  name: [A]\n  description: {}\n",
            "capabilities/cap/manifest.yaml": "id: cap\nclass: tol\ntools:\n  - name: 1\n  - text\n",
        },
    )
    (tmp_path / "a" / "agent.de.md").write_bytes(b"f\xfcnf")
    (tmp_path / "a" / "agent.en.md").write_bytes(b"\n\xff")
    told = {
        (Path(one.where.path).name, one.where.line): one.sentence
        for one in AgentShelf([tmp_path]).problems
        if one.severity == "error"
    }
    lines = sorted(key for key in told if "yaml" in key[0])
    assert lines == [
        ("agent.yaml", 1),
        ("agent.yaml", 2),
        ("agent.yaml", 5),
        ("agent.yaml", 6),
        ("de.yaml", 2),
        ("de.yaml", 3),
        ("manifest.yaml", 1),
        ("manifest.yaml", 2),
        ("manifest.yaml", 4),
        ("manifest.yaml", 5),
    ]
    assert {("agent.de.md", 1), ("agent.en.md", 2)} <= set(told)


def test_a_broken_package_still_names_its_ignored_keys(tmp_path: Path) -> None:
    write(tmp_path / "a", {"agent.yaml": "id: a\nnme: A\n", "agent.md": "Hello.\n"})
    told = [(one.severity, one.sentence) for one in AgentShelf([tmp_path]).problems if "key" in one.sentence]
    assert told == [("warning", "The key “nme” is ignored.")]


def test_a_package_without_agent_yaml_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"agent.md": "Hello."})
    with pytest.raises(LabError, match=r"agent\.yaml: The file cannot be read"):
        load_package(tmp_path)


def test_words_yaml_would_turn_into_values_stay_text(tmp_path: Path) -> None:
    yaml = "id: no\nname: on\ni18n:\n  default_locale: no\n  supported_locales: [no, yes, 1:30, 2026-03-01]\nsession:\n"
    write(tmp_path, {"agent.yaml": yaml})
    facts = load_package(tmp_path).manifest
    assert (facts.id, facts.name, facts.default_locale) == ("no", "on", "no")
    assert facts.supported_locales == ("no", "yes", "1:30", "2026-03-01")
    assert facts.idle_timeout_minutes == 30


def test_missing_blocks_take_the_derived_defaults_and_say_so(tmp_path: Path) -> None:
    write(tmp_path, {"agent.yaml": "id: a\nname: A\nmodel: {provider: p, model_id: m}\n", "agent.md": "Hello."})
    package = load_package(tmp_path)
    assert (package.manifest.default_locale, package.manifest.idle_timeout_minutes) == ("", 0)
    assert {problem.kind for problem in package.problems} == {"no-i18n-block", "no-session-block"}
    assert package.manifest.model is not None
    assert package.manifest.model.temperature == 0.7


def test_what_selu_reads_is_not_called_ignored(tmp_path: Path) -> None:
    more = (
        "model: {provider: openai, model_id: m, temperature: 1}\ncapabilities:\n  - id: c\n"
        "install_steps:\n  - {id: url, type: input, label: URL, description: d, default: x, validation: url,"
        " store_as: {scope: system_credential, capability_id: c, credential_name: n}}\n"
        "  - {id: ping, type: test, label: Ping, depends_on: url, request: {method: GET, url: u, expect_status: 200}}\n"
        "automation:\n  schedules:\n"
        "    - {id: s, label: l, prompt: p, cron_expression: c, cron_description: d}\n"
    )
    write(tmp_path, AGENT | {"agent.yaml": agent_yaml("a", more)})
    assert load_package(tmp_path).problems == ()


def test_ignored_keys_are_told_with_their_lines_at_every_depth(tmp_path: Path) -> None:
    more = "  timeout: 3\nmemory: {policy: none}\nsystem_prompt: You are.\n"
    write(tmp_path, AGENT | {"agent.yaml": agent_yaml("a", more)})
    found = [(problem.sentence, problem.where.line) for problem in load_package(tmp_path).problems]
    assert found == [
        ("The key “session.timeout” is ignored.", 11),
        ("The key “memory” is ignored.", 12),
        ("The key “system_prompt” is ignored.", 13),
    ]


@pytest.mark.parametrize(
    ("content", "text", "lines"),
    [
        (b"", "", 0),
        (b" \n\t\n", " \n\t\n", 2),
        (b"\xef\xbb\xbfHallo\r\nWelt", "Hallo\nWelt", 2),
        (b"red \x1b[31malert\x07\n", "red alert\n", 1),
        ("für dich\n".encode() * 20_000, "für dich\n" * 20_000, 20_000),
    ],
)
def test_prompts_of_every_kind_load(tmp_path: Path, content: bytes, text: str, lines: int) -> None:
    write(tmp_path, {"agent.yaml": agent_yaml("a")})
    (tmp_path / "agent.md").write_bytes(content)
    prompt = load_package(tmp_path).prompt("en")
    assert prompt.text == text
    assert (prompt.first_line, prompt.last_line) == (1, lines)


def test_a_localized_prompt_without_a_plain_one(tmp_path: Path) -> None:
    write(tmp_path, {"agent.yaml": agent_yaml("a"), "agent.de.md": "Hallo.\n"})
    package = load_package(tmp_path)
    assert package.prompt("de-AT").text == "Hallo.\n"
    assert package.prompt("en").text == ""
    assert package.prompt("en").path == tmp_path / "agent.md"
    assert package.summary == ""


def test_a_prompt_that_is_not_utf_8_is_refused_at_its_line(tmp_path: Path) -> None:
    write(tmp_path, AGENT)
    (tmp_path / "agent.de.md").write_bytes("eins\nzwei\nfünf\n".encode("latin-1"))
    with pytest.raises(LabError, match="not UTF-8") as refused:
        load_package(tmp_path)
    assert place(refused.value) == "agent.de.md:3"


def test_file_names_are_case_sensitive_and_need_a_locale(tmp_path: Path) -> None:
    write(tmp_path, AGENT | {"agent.DE.md": "groß", "Agent.de.md": "x", "agent..md": "x", "agent.de.txt": "x"})
    package = load_package(tmp_path)
    assert set(package.prompts.texts) == {"", "DE"}
    assert package.prompt("de").text == "Hello.\n"
    assert package.prompt("DE").text == "groß"


def test_a_broken_bundle_is_left_out_and_reported_as_selus_loss(tmp_path: Path) -> None:
    write(tmp_path, weather() | {"i18n/de.yaml": "agent:\n  name: [Wetter]\n"})
    package = load_package(tmp_path)
    [error] = package.errors
    assert (error.kind, error.where.line) == ("broken-bundle", 2)
    assert error.sentence.startswith("Selu would not load this agent")
    assert package.name("de") == "Weather"


def test_a_broken_manifest_drops_its_capability_only(tmp_path: Path) -> None:
    write(tmp_path, weather() | {"capabilities/other/manifest.yaml": "id: other\nclass: tol\nimage: x\n"})
    package = load_package(tmp_path)
    assert [capability.id for capability in package.capabilities] == ["weather"]
    [error] = package.errors
    assert (error.kind, error.where.line) == ("dropped-capability", 2)
    assert error.sentence == ("Capability “other” is dropped. The field “class” must be one of tool, environment.")


def test_a_folder_without_a_manifest_is_only_a_warning(tmp_path: Path) -> None:
    package = load_package(write(tmp_path, weather() | {"capabilities/drafts/prompt.md": "Later."}))
    assert [(found.severity, found.kind) for found in package.problems if found.kind != "ignored-key"] == [
        ("warning", "no-manifest")
    ]


def test_the_second_capability_of_an_id_is_dropped(tmp_path: Path) -> None:
    extra = {"capabilities/zzz/manifest.yaml": manifest("weather", tool("other_tool"))}
    package = load_package(write(tmp_path, weather() | extra))
    assert [found.name for found in package.tools] == ["weather__get_forecast"]
    assert [error.kind for error in package.errors] == ["dropped-capability"]


@pytest.mark.parametrize("name", ["agent.yaml", "agent.de.md"])
def test_a_link_out_of_the_package_is_refused(tmp_path: Path, name: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text(agent_yaml("thief"))
    write(tmp_path / "a", AGENT)
    (tmp_path / "a" / name).unlink(missing_ok=True)
    (tmp_path / "a" / name).symlink_to(secret)
    with pytest.raises(LabError, match="leads out of the agent package"):
        load_package(tmp_path / "a")


def test_links_out_of_the_package_cost_a_bundle_and_a_capability(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", weather())
    write(tmp_path / "a", AGENT | {"i18n/en.yaml": "agent: {name: Inside}\n"})
    (tmp_path / "a" / "i18n" / "de.yaml").symlink_to(outside / "i18n" / "de.yaml")
    (tmp_path / "a" / "capabilities").symlink_to(outside / "capabilities")
    package = load_package(tmp_path / "a")
    assert {error.kind for error in package.errors} == {"broken-bundle", "dropped-capability"}
    assert package.tools == ()
    assert package.name("de") == "Inside"


def test_a_link_inside_the_package_is_followed(tmp_path: Path) -> None:
    write(tmp_path, AGENT)
    (tmp_path / "agent.de.md").symlink_to("agent.md")
    assert load_package(tmp_path).prompt("de").text == "Hello.\n"


def test_the_digest_changes_with_every_file_and_only_then(tmp_path: Path) -> None:
    write(tmp_path, weather())
    first = load_package(tmp_path).digest
    write(tmp_path, {"README.md": "not part of the package"})
    assert load_package(tmp_path).digest == first
    write(tmp_path, {"capabilities/weather/prompt.de.md": "neu"})
    assert load_package(tmp_path).digest != first


_KEYS = st.sampled_from(
    "id name i18n session model capabilities install_steps automation schedules class image tools network sharing cache"
    " credentials input_schema description approval agent label message memory \x1b[31m".split(" ")
)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["no", "1:30", "\x1b[31m", "ask", "dynamic", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)
_FILES = st.sampled_from(
    ["agent.yaml", "i18n/de.yaml", "capabilities/weather/manifest.yaml", "capabilities/weather/canned.yaml", "agent.md"]
)


@given(_FILES, _VALUES.map(json.dumps) | st.text(max_size=60))
def test_no_file_however_wrong_brings_the_shelf_down(name: str, content: str) -> None:
    with TemporaryDirectory() as folder:
        root = write(Path(folder) / "weather", weather())
        (root / name).write_bytes(content.encode("utf-8", "surrogatepass"))
        shelf = AgentShelf([Path(folder)])
        assert shelf.ids() or any(problem.kind == "agent-not-loaded" for problem in shelf.problems)
        told = [*shelf.problems, *(one for agent in shelf.ids() for one in check_package(shelf.get(agent), ()))]
        assert all(problem.sentence and "\x1b" not in problem.sentence for problem in told)
