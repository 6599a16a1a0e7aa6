"""How a provider is reached: whose model a name means, and which of the given variables hold its key and address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from selu_lab.models.base import Sampling
from selu_lab.models.errors import ModelFaultError

OWN_KEY = "SELU_LAB_API_KEY"

# The environment variables that litellm documents for a provider's parameters, best first. A provider that is not
# listed here needs more than a key (Bedrock, Vertex AI, …) and is checked by its own SDK when it is called.
_KEYS: Mapping[str, tuple[str, ...]] = {
    "fireworks_ai": ("FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY"),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "huggingface": ("HF_TOKEN", "HUGGINGFACE_API_KEY"),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER_API_KEY"),
} | {
    name: (f"{name.upper()}_API_KEY",)
    for name in (
        *("openai", "anthropic", "azure", "mistral", "groq", "deepseek", "xai", "openrouter", "cerebras", "cohere"),
        *("deepinfra", "moonshot", "nebius", "novita", "sambanova", "zai"),
    )
}
_ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "azure": ("AZURE_API_BASE",),
    "ollama": ("OLLAMA_API_BASE",),
    "ollama_chat": ("OLLAMA_API_BASE",),
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
}
_VERSIONS = {"azure": ("AZURE_API_VERSION",)}
KEYLESS = frozenset(
    {"docker_model_runner", "hosted_vllm", "lemonade", "llamafile", "lm_studio", "ollama", "ollama_chat", "xinference"}
)
"""Servers of one's own that ask for no key."""
_SHORTEST_KEY = 16
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Provider:
    """How to reach models: what the settings say, and the environment (with `.env`) for what they leave open.

    `timeout` (seconds) is for the opening of an answer and for each wait within it. `sampling` holds where a request
    says nothing. `chosen` is the model the user chose. One rule protects the user's key: `api_key`, `base_url` and
    further parameters are for the provider of that model and reach no other one, whatever a package names.
    """

    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    base_url: str | None = None
    api_key: SecretStr | None = None
    timeout: float = 60.0
    sampling: Sampling = field(default_factory=Sampling)
    chosen: str = ""

    def picking(self, name: str) -> Provider:
        """The same when the user picks `name`, which says whom the key is for where the settings name no model."""
        return replace(self, chosen=self.chosen or name)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The keys there are, as they must not be written anywhere; shorter ones than real keys are left out."""
        own = [self.api_key.get_secret_value()] if self.api_key else []
        named = [self.environment.get(variable, "") for variables in _KEYS.values() for variable in variables]
        return tuple(key for key in (*own, *named) if len(key) >= _SHORTEST_KEY)

    def is_for(self, owner: str) -> bool:
        """Whether the user's key, address and further parameters may go to this provider."""
        return bool(self.chosen) and provider_of(self.chosen) == owner


@dataclass(frozen=True)
class Access:
    """What a call needs to reach its provider: the parameters litellm takes, and the words for error messages.

    `free` are servers of one's own, whose answers cost nothing. `own`: the user's own parameters may go there.
    """

    provider: str
    variables: tuple[str, ...]
    address: str
    parameters: Mapping[str, str] = field(repr=False)
    free: bool = False
    own: bool = False

    @property
    def advice(self) -> str:
        """The variables that may hold the key, as a sentence's end."""
        return _advice(self.variables, own=self.own)


def access(name: str, provider: Provider) -> Access:
    """How to reach the model `name`; raises ModelFaultError (unknown_model, no_key) with what to set."""
    owner = provider_of(name)
    if owner is None:
        raise unknown(name)
    variables = _KEYS.get(owner, ())
    environment, own = provider.environment, provider.is_for(owner)
    base_url = (provider.base_url if own else None) or _first(environment, _ADDRESSES.get(owner, ()))
    if base_url and urlsplit(base_url).scheme not in ("http", "https"):
        hint = "Set SELU_LAB_BASE_URL to one like http://localhost:11434/v1."
        raise ModelFaultError("unreachable", "The base URL is not the address of a server.", hint)
    key = provider.api_key.get_secret_value() if provider.api_key and own else _first(environment, variables)
    keyless = owner in KEYLESS or (owner == "openai" and bool(base_url))
    if variables and not key and not keyless:
        hint = f"Set {_advice(variables, own=own)}."
        if provider.api_key and not own:
            hint += f" {OWN_KEY} counts for the provider of SELU_LAB_MODEL, or of the model you pick."
        raise ModelFaultError("no_key", f"The model {name} needs a key for {owner}.", hint)
    # openai's client insists on some key even where a local server wants none.
    given = {"api_key": key or ("none" if owner == "openai" else None), "base_url": base_url}
    given["api_version"] = _first(environment, _VERSIONS.get(owner, ()))
    parameters = {parameter: value for parameter, value in given.items() if value}
    free = owner in KEYLESS or urlsplit(base_url or "").hostname in _OWN_MACHINE
    return Access(owner, variables, _shown(base_url), parameters, free, own)


def unknown(name: str) -> ModelFaultError:
    """The error of a name that nobody knows."""
    sentence = f"“{name}” is not a model Selu Lab knows how to reach."
    return ModelFaultError("unknown_model", sentence, "Write it as provider/model, such as openai/gpt-4o-mini.")


def provider_of(name: str) -> str | None:
    """Whose model the name means, as litellm reads names; None where it would not know. Does not import litellm."""
    prefix, slash, rest = name.partition("/")
    if slash and rest and prefix in _providers():
        return prefix
    return _bare_names().get(name)


@cache
def _providers() -> frozenset[str]:
    return frozenset(_data("provider_endpoints_support_backup.json").get("providers", {}))


@cache
def _bare_names() -> dict[str, str]:
    """Chat models that go by their name alone ("gpt-4o"), with their provider."""
    models = _data("model_prices_and_context_window_backup.json")
    chat = {name: entry for name, entry in models.items() if "/" not in name and entry.get("mode") == "chat"}
    return {name: str(entry["litellm_provider"]).split("-")[0] for name, entry in chat.items()}


def _data(file: str) -> dict[str, dict[str, object]]:
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        return {}
    read: dict[str, dict[str, object]] = json.loads((Path(spec.origin).parent / file).read_text("utf-8"))
    return read


def _advice(variables: tuple[str, ...], *, own: bool) -> str:
    """ "OPENAI_API_KEY or SELU_LAB_API_KEY"; "GEMINI_API_KEY, GOOGLE_API_KEY or SELU_LAB_API_KEY"."""
    *others, last = (*variables, OWN_KEY) if own or not variables else variables
    return " or ".join([", ".join(others), last] if others else [last])


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((environment[name] for name in names if environment.get(name)), None)


def _shown(base_url: str | None) -> str:
    """The address without what may be secret in it: user, password and query."""
    parts = urlsplit(base_url or "")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if parts.netloc else ""
