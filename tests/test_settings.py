"""Settings: found in their order, and a wrong one is refused with a sentence that never shows a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.errors import LabError
from selu_lab.settings import environment, load_settings


def test_the_command_line_wins_over_environment_over_dotenv_over_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("selu-lab.toml").write_text(
        'model = "toml"\nuser = "toml"\nagent = "toml"\nlanguage = "de"\n', encoding="utf-8"
    )
    Path(".env").write_text("SELU_LAB_MODEL=dotenv\nSELU_LAB_USER=dotenv\nSELU_LAB_AGENT=dotenv\n", encoding="utf-8")
    monkeypatch.setenv("SELU_LAB_MODEL", "environment")
    monkeypatch.setenv("SELU_LAB_USER", "environment")
    found = load_settings(model="given", user=None)
    assert (found.model, found.user, found.agent, found.language) == ("given", "environment", "dotenv", "de")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SELU_LAB_LANGUAGE", "fr", "SELU_LAB_LANGUAGE is not valid"),
        ("SELU_LAB_MAX_ROUNDS", "many", "SELU_LAB_MAX_ROUNDS is not valid"),
        ("SELU_LAB_MODLE", "demo", "Did you mean SELU_LAB_MODEL?"),
        ("SELU_LAB_CHROMA_PORT", "0", "SELU_LAB_CHROMA_PORT is not valid"),
        ("SELU_LAB_EXTRA", "{", "SELU_LAB_EXTRA"),
    ],
)
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(LabError) as caught:
        load_settings()
    assert said in str(caught.value)


def test_a_misspelt_key_of_the_file_is_told_with_its_line() -> None:
    Path("selu-lab.toml").write_text('model = "demo"\n\nlangauge = "de"\n', encoding="utf-8")
    with pytest.raises(LabError, match=r"selu-lab\.toml:3: .*Did you mean language"):
        load_settings()


def test_a_file_that_is_no_toml_is_told() -> None:
    Path("selu-lab.toml").write_text("model = \n", encoding="utf-8")
    with pytest.raises(LabError, match=r"selu-lab\.toml: This is not valid TOML"):
        load_settings()


@pytest.mark.parametrize("name", [".env", "selu-lab.toml"])
def test_a_file_that_is_not_utf8_is_told_and_a_bom_is_read(name: str) -> None:
    text = "SELU_LAB_USER=bom\n" if name == ".env" else 'user = "bom"\n'
    Path(name).write_bytes(b"\xff\xfe" + text.encode())
    with pytest.raises(LabError, match="not UTF-8"):
        load_settings()
    Path(name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_settings().user == "bom"


def test_an_empty_workspace_is_no_workspace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELU_LAB_WORKSPACE", "")
    with pytest.raises(LabError, match="SELU_LAB_WORKSPACE"):
        load_settings()


def test_a_key_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELU_LAB_API_KEY", "sk-very-secret")
    monkeypatch.setenv("SELU_LAB_MAX_ROUNDS", "0")
    with pytest.raises(LabError) as caught:
        load_settings()
    assert "very-secret" not in str(caught.value)
    monkeypatch.setenv("SELU_LAB_MAX_ROUNDS", "3")
    assert "very-secret" not in repr(load_settings())


def test_a_provider_s_key_in_dotenv_is_found_but_not_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    Path(".env").write_text("OPENAI_API_KEY=sk-from-file\n", encoding="utf-8")
    assert environment()["OPENAI_API_KEY"] == "sk-from-file"
    assert "OPENAI_API_KEY" not in os.environ
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-environment")
    assert environment()["OPENAI_API_KEY"] == "sk-from-environment"
