"""The reports of a run: they say what the terminal says, wherever they go and whatever ends the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from selu_lab.cli.reporting import Reports
from selu_lab.errors import Exit, LabError
from selu_lab.scenarios.loading import load_scenario
from selu_lab.scenarios.player import play
from selu_lab.settings import Settings
from tests.scenarios.commanding import put, run
from tests.scenarios.kit import agents


def test_the_reports_carry_what_the_terminal_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "summary.md"
    page.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    put(tmp_path, "good")
    put(tmp_path, "left", more="skip: not | yet\n")
    path = put(tmp_path, "bad", reply='"<b> & | hunter2"', more="secrets: [hunter2]\n")
    options: list[str | Path] = [
        "--json",
        tmp_path / "r.json",
        "--junit",
        tmp_path / "r.xml",
        "--markdown",
        tmp_path / "r.md",
    ]
    result = run(tmp_path, tmp_path / "s", *options)
    assert result.return_value == Exit.FAILED

    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert data["exit"] == 1
    assert data["counts"] == {
        "pass": 1,
        "fail": 1,
        "error": 0,
        "inconclusive": 0,
        "skipped": 1,
        "expected_fail": 0,
        "flaky": 0,
    }
    failure = data["scenarios"][0]["runs"][0]["failures"][0]
    assert (failure["file"], failure["line"], failure["kind"]) == (str(path), 5, "reply")
    assert failure["expected"] == 'a reply that equals "<b> & | [secret]"'

    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["3", "1", "0", "1"]
    told = suite.findtext("testcase/failure") or ""
    assert all(line in result.stdout for line in told.splitlines())
    assert "<b> & | [secret]" in told

    markdown = (tmp_path / "r.md").read_text("utf-8")
    assert "| SKIPPED | left – not \\| yet |" in markdown
    assert page.read_text("utf-8") == "before\n" + markdown
    everything = result.output + markdown + json.dumps(data) + (tmp_path / "r.xml").read_text("utf-8")
    assert "hunter2" not in everything


class _Page(HTMLParser):
    """The tags and the text of a page, as a browser sees them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [name for name, _ in attrs if name in ("src", "href", "action") or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_loads_nothing_and_what_is_foreign_stays_text(tmp_path: Path) -> None:
    hostile = '"<script>alert(1)</script><img src=x onerror=alert(1)></pre>&lt; \\x1b[31m hunter2"'
    put(tmp_path, "bad", reply=hostile, more="secrets: [hunter2]\n")
    put(tmp_path, "good", more='tags: ["<b>"]\n')
    run(tmp_path, tmp_path / "s", "--html", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    seen = _Page(page)
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(seen.tags)
    assert seen.links == []
    assert "default-src 'none'" in page
    assert "<script>alert(1)</script><img src=x onerror=alert(1)></pre>&lt;" in seen.text
    assert "hunter2" not in page
    assert "\x1b" not in page
    for told in ("2 scenarios: 1 pass, 1 fail", "FAIL", "PASS", "selu-lab show 1.1 --turn 1", "got:      'Fine.'"):
        assert told in seen.text


def test_json_on_stdout_stands_alone(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"), "--json", "-")
    assert json.loads(result.stdout)["scenarios"][0]["outcome"] == "pass"
    assert "PASS good" in result.stderr


def test_a_report_that_could_not_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"), "--junit", tmp_path / "none" / "x.xml")
    assert isinstance(result.exception, LabError)
    assert "Playing" not in result.stderr


def test_a_page_of_a_ci_run_that_could_not_be_written_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in (tmp_path / "none" / "x.md", tmp_path):
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
        result = run(tmp_path, put(tmp_path, "good"))
        assert str(result.exception).startswith(f"{page}: ")
        assert "Playing" not in result.stderr


def test_two_reports_in_one_place_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = put(tmp_path, "good")
    for there in ("-", tmp_path / "r"):
        result = run(tmp_path, path, "--json", there, "--markdown", there)
        assert isinstance(result.exception, LabError)
        assert str(result.exception).startswith(f"{there}: Two reports")
        assert result.output == ""


def test_one_report_that_cannot_be_written_takes_no_other_with_it(tmp_path: Path) -> None:
    (tmp_path / "loop.xml").symlink_to("loop.xml")
    options: list[str | Path] = ["--junit", tmp_path / "loop.xml", "--html", tmp_path / "r.html"]
    result = run(tmp_path, put(tmp_path, "good"), *options)
    assert isinstance(result.exception, LabError)
    assert "loop.xml" in str(result.exception)
    assert "PASS" in (tmp_path / "r.html").read_text("utf-8")


def test_no_report_holds_what_a_terminal_would_obey(tmp_path: Path) -> None:
    path = put(tmp_path, "bad", reply="Other")
    path.write_text(path.read_text("utf-8").replace("user: Hi", 'user: "Hi \\e[31mred"'), encoding="utf-8")
    files = {"--junit": tmp_path / "r.xml", "--markdown": tmp_path / "r.md"}
    run(tmp_path, path, *(part for pair in files.items() for part in pair))
    for file in files.values():
        text = file.read_text("utf-8")
        assert "(user: Hi red)" in text
        assert "[31m" not in text


def test_how_long_it_took_is_the_same_in_every_report(tmp_path: Path) -> None:
    for name in ("a", "b"):
        put(tmp_path, name)
    files = {"--html": tmp_path / "r.html", "--markdown": tmp_path / "r.md"}
    report = Reports(html=files["--html"], markdown=files["--markdown"])
    report.write(
        [play(load_scenario(path), Settings(agents=(agents(tmp_path),))) for path in (tmp_path / "s").glob("*")],
        Exit.OK,
        98.7,
    )
    for file in files.values():
        assert "2 scenarios: 2 pass. 98.7 s" in file.read_text("utf-8")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_reports_that_say_what_was_not_played(tmp_path: Path, jobs: str) -> None:
    put(tmp_path, "a")
    waiting = put(tmp_path, "b")
    waiting.write_text(
        waiting.read_text("utf-8").replace("script", "fault:hang").replace("model: [{say: Fine.}], ", ""), "utf-8"
    )
    command = [sys.executable, "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "s", "-j", jobs]
    command += ["--json", "r.json", "--junit", "r.xml"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "PASS a\n"
        os.killpg(process.pid, signal.SIGINT)
        shown, told = process.communicate(timeout=30)
    assert process.returncode == Exit.INTERRUPTED
    assert "1 pass, 1 skipped" in shown
    assert told.splitlines()[-1] == "selu-lab: Interrupted."
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert data["exit"] == Exit.INTERRUPTED
    assert [(one["outcome"], one["note"]) for one in data["scenarios"]] == [
        ("pass", ""),
        ("skipped", "Not played: interrupted."),
    ]
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("skipped")) == ("2", "1")


@pytest.mark.parametrize("together", [False, True], ids=["stdout", "stdout and stderr"])
def test_a_reader_that_has_left_changes_neither_exit_code_nor_reports(tmp_path: Path, together: bool) -> None:
    put(tmp_path, "a")
    put(tmp_path, "b_bad", reply="Other")
    command = [sys.executable, "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "s", "--junit", "r.xml"]
    reader, writer = os.pipe()
    os.close(reader)
    errors = subprocess.STDOUT if together else subprocess.PIPE
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=errors, text=True, check=False)
    os.close(writer)
    assert done.returncode == Exit.FAILED
    assert ElementTree.parse(tmp_path / "r.xml").getroot()[0].get("tests") == "2"
    assert "roken" not in (done.stderr or "")
