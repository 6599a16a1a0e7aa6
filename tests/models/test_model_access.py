"""Keys are found where the user put them, and a missing one is named before anything is called."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import SecretStr

from selu_lab.models.errors import ModelFaultError
from selu_lab.models.provider.access import Provider, access, provider_of
from selu_lab.models.source import availability

KEY = "sk-0123456789abcdef"


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("openai/gpt-4o-mini", "openai"),
        ("gpt-4o", "openai"),
        ("claude-sonnet-4-5", "anthropic"),
        ("ollama_chat/llama3.2", "ollama_chat"),
        ("openrouter/meta-llama/llama-3", "openrouter"),
        ("gemini-2.5-flash", "vertex_ai"),
        ("gpt", None),
        ("nobody/model", None),
        ("openai/", None),
        ("", None),
    ],
)
def test_whose_model_a_name_means(name: str, owner: str | None) -> None:
    assert provider_of(name) == owner


def test_a_missing_key_is_named() -> None:
    with pytest.raises(ModelFaultError, match=r"Set OPENAI_API_KEY or SELU_LAB_API_KEY\.") as caught:
        access("gpt-4o", Provider({"ANTHROPIC_API_KEY": KEY, "OPENAI_API_KEY": ""}, chosen="gpt-4o"))
    assert caught.value.kind == "no_key"


@pytest.mark.parametrize("name", ["gpt", "nobody/model"])
def test_an_unknown_name_says_how_names_look(name: str) -> None:
    with pytest.raises(ModelFaultError, match="provider/model") as caught:
        access(name, Provider({"OPENAI_API_KEY": KEY}))
    assert caught.value.kind == "unknown_model"


def test_the_users_own_key_and_address_win() -> None:
    environment = {"OPENAI_API_KEY": "sk-other", "OPENAI_BASE_URL": "http://other/v1"}
    provider = Provider(environment, "http://mine/v1", SecretStr(KEY), chosen="gpt-4o")
    assert access("openai/m", provider).parameters == {"api_key": KEY, "base_url": "http://mine/v1"}
    assert access("openai/m", Provider(environment)).parameters == {
        "api_key": "sk-other",
        "base_url": "http://other/v1",
    }


@pytest.mark.parametrize("chosen", ["", "demo", "anthropic/claude", "openai_like/m"])
def test_the_users_key_and_address_reach_no_provider_but_that_of_the_users_model(chosen: str) -> None:
    provider = Provider({"OPENAI_API_KEY": "sk-other"}, "http://mine/v1", SecretStr(KEY), chosen=chosen)
    way = access("openai/m", provider)
    assert (way.parameters, way.own) == ({"api_key": "sk-other"}, False)
    with pytest.raises(ModelFaultError, match=r"Set GEMINI_API_KEY or GOOGLE_API_KEY\. SELU_LAB_API_KEY counts for"):
        access("gemini/m", provider)


def test_a_model_picked_now_says_whom_the_key_is_for_unless_the_settings_do() -> None:
    mine = Provider({}, "http://mine/v1", SecretStr(KEY))
    assert access("mistral/m", mine.picking("mistral/m")).parameters == {"api_key": KEY, "base_url": "http://mine/v1"}
    with pytest.raises(ModelFaultError, match="needs a key for mistral"):
        access("mistral/m", replace(mine, chosen="openai/m").picking("mistral/m"))


def test_a_server_of_ones_own_needs_no_key_and_costs_nothing() -> None:
    assert access("openai/m", Provider({}, "http://localhost:8080/v1", chosen="openai/m")).free
    assert access("ollama_chat/m", Provider({})).free
    assert not access("openai/m", Provider({}, "https://gateway.example/v1", chosen="openai/m")).free


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ModelFaultError, match="SELU_LAB_BASE_URL"):
        access("openai/m", Provider({}, "localhost:8080", chosen="openai/m"))


def test_keys_and_passwords_in_addresses_never_show() -> None:
    address = f"http://anna:{KEY}@mine/v1?token={KEY}"
    provider = Provider({"OPENAI_API_KEY": KEY}, address, SecretStr(KEY), chosen="openai/m")
    way = access("openai/m", provider)
    assert KEY not in repr((way, way.address)) + repr(Provider({"X": KEY}, None, SecretStr(KEY)))
    assert way.address == "http://mine/v1"


@pytest.mark.parametrize(
    ("name", "usable", "why"),
    [
        ("demo", True, "rules, not a language model"),
        ("echo", True, "echo"),
        ("fault:quota", True, "on purpose"),
        ("fault:nothing", False, "No fault is called"),
        ("script", False, "only in scenarios"),
        ("gpt-4o", False, "Set OPENAI_API_KEY"),
        ("mistral/mistral-small-latest", True, "mistral"),
        ("bedrock/some-model", True, "its own credentials"),
        ("ollama_chat/llama3.2", True, "needs a server"),
        ("nonsense", False, "provider/model"),
    ],
)
def test_the_picker_learns_what_can_be_used_and_why_not(name: str, usable: bool, why: str) -> None:
    found = availability(name, Provider({"MISTRAL_API_KEY": KEY}))
    assert (found.usable, why in found.why) == (usable, True)
