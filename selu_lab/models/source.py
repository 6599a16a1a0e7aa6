"""Models by name: those built in, and everything litellm can reach; nothing is imported that is not asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from selu_lab.errors import ModelError
from selu_lab.models.base import Model
from selu_lab.models.errors import ModelFaultError
from selu_lab.models.fault import PREFIX, FaultModel
from selu_lab.models.provider.access import Provider, access, provider_of, unknown
from selu_lab.models.script import ScriptedModel

BUILT_IN = ("demo", "script", "echo")
SUGGESTED = (
    *("demo", "echo", "openai/gpt-4.1-mini", "anthropic/claude-haiku-4-5", "gemini/gemini-2.5-flash"),
    *("mistral/mistral-small-latest", "ollama_chat/llama3.2"),
)
"""What a picker offers besides the model that is set; any other name that litellm knows works as well."""


def is_built_in(name: str) -> bool:
    """Whether the model answers by itself: without key, network or litellm."""
    return name in BUILT_IN or name.startswith(PREFIX)


def check_name(name: str) -> None:
    """Raise ModelFaultError (unknown_model) for a name that no model can have."""
    if name.startswith(PREFIX):
        FaultModel(name.removeprefix(PREFIX))
    elif name not in BUILT_IN and provider_of(name) is None:
        raise unknown(name)


@dataclass(frozen=True)
class Models:
    """Gives models by name: demo, script, echo, fault:<kind>, or a litellm name reached as `provider` says.

    `script` is the model that answers to "script"; only scenarios have one.
    """

    provider: Provider = field(default_factory=Provider)
    script: ScriptedModel | None = None

    def get(self, name: str, *, picked: bool = False) -> Model:
        """The model of that name; raises ModelFaultError (no_key, unknown_model, …) with what to set."""
        if name == "demo":
            from selu_lab.models.demo.model import DemoModel

            return DemoModel()
        if name == "echo":
            from selu_lab.models.echo import EchoModel

            return EchoModel()
        if name == "script":
            return self._scripted()
        if name.startswith(PREFIX):
            return FaultModel(name.removeprefix(PREFIX))
        return _reached(name, self.provider.picking(name) if picked else self.provider)

    def _scripted(self) -> Model:
        if self.script is None:
            sentence = "The model “script” answers only in scenarios."
            raise ModelFaultError("unknown_model", sentence, "Choose another one.")
        return self.script


def _reached(name: str, provider: Provider) -> Model:
    access(name, provider)
    from selu_lab.models.provider.model import ProviderModel

    return ProviderModel(name, provider)


@dataclass(frozen=True)
class Availability:
    """Whether a model can be used now; `why` says why not, or what is worth knowing about it."""

    usable: bool
    why: str


def availability(name: str, provider: Provider) -> Availability:
    """Whether the user can pick the model `name` as things are set; looks at settings only, never at the network."""
    try:
        model = Models(provider).get(name, picked=True)
        if is_built_in(name):
            return Availability(True, model.label)
        way = access(name, provider.picking(name))
    except ModelError as error:
        return Availability(False, str(error))
    if way.free:
        return Availability(True, f"needs a server at {way.address or 'its usual address'}")
    if not way.variables:
        return Availability(True, f"{way.provider} looks for its own credentials when it is called")
    return Availability(True, f"answers come from {way.address or way.provider}")
