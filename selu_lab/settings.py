"""Every setting, once: from the command line, SELU_LAB_* variables, `.env`, `selu-lab.toml`, in this order."""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from selu_lab.errors import LabError, Where
from selu_lab.text import clean, shorten
from selu_lab.yamlfile import read_text

PREFIX = "SELU_LAB_"
TOML = "selu-lab.toml"
Hour = Annotated[int, Field(ge=0, le=23)]


class WhenHours(BaseModel):
    """Hours that parts of the day stand for (None: the convention), and the hour of a phrase that names only a day."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    early: Hour | None = None
    morning: Hour | None = None
    forenoon: Hour | None = None
    noon: Hour | None = None
    afternoon: Hour | None = None
    evening: Hour | None = None
    tonight: Hour | None = None
    night: Hour | None = None
    day_only: Hour = 9


class Settings(BaseSettings):
    """All settings; each is SELU_LAB_<NAME> in the environment and <name> in selu-lab.toml."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8-sig", frozen=True, extra="ignore"
    )

    workspace: Path = Field(
        Path(".selu-lab"), description="Folder that keeps conversations, notes, reminders, lessons."
    )
    user: str = Field("me", description="Id of the persona that talks.")
    language: Literal["de", "en"] = Field(
        default_factory=lambda: _language(), description="Language of a new persona; agents reply in it."
    )
    timezone: str = Field(default_factory=lambda: _timezone(), description="IANA time zone of a new persona.")
    agents: tuple[Path, ...] = Field(
        (), description="Folders with agent packages; empty: ./agents, else the shipped ones."
    )
    agent: str = Field("", description="Agent that answers a new conversation; empty: default, else the first one.")

    model: str = Field(
        "", description="demo, echo, script, fault:<kind> or a litellm name; empty: the agent's, else demo."
    )
    base_url: str = Field(
        "", description="Address of a server such as http://localhost:8080/v1; like the key for one provider only."
    )
    api_key: SecretStr | None = Field(
        None, description="Key for the provider of SELU_LAB_MODEL, or of the model you pick, and for no other."
    )
    model_timeout: float = Field(
        60, gt=0, description="Seconds to wait for a model's first and next piece of an answer."
    )
    temperature: float | None = Field(None, ge=0, le=2, description="Sampling temperature; empty: the provider's.")
    seed: int | None = Field(None, description="Sampling seed, where the provider knows one.")
    max_tokens: int | None = Field(None, gt=0, description="Most tokens of one answer.")
    extra: dict[str, JsonValue] = Field(
        default_factory=dict, description="Further parameters for that provider, as JSON."
    )
    max_cost: float | None = Field(
        None, ge=0, description="US dollars one conversation may cost; then no turn begins in it."
    )
    max_total_tokens: int | None = Field(None, gt=0, description="Tokens one conversation may use, read and written.")
    max_rounds: int = Field(24, ge=1, le=200, description="Model calls of one turn before it is ended.")
    context_tokens: int = Field(128_000, ge=8_000, description="Tokens of the model's window.")

    approval_seconds: float = Field(600, gt=0, description="Seconds an Ask dialog waits; no answer is a no.")
    production_tools: bool = Field(False, description="Also offer memory_forget and memory_list, as production does.")
    reflect: bool = Field(True, description="Reflect when a conversation ends.")
    reflect_every: int = Field(0, ge=0, description="Also reflect after every so many turns (production: 5); 0: never.")
    idle_minutes: int = Field(0, ge=0, description="End a conversation after so many idle minutes; 0: the agent's own.")

    embedding: str = Field("", description="A litellm embedding model for the notes; empty: the bundled one.")
    embedding_note_prefix: str = Field("", description="What that model wants before a note, such as “passage: ”.")
    embedding_query_prefix: str = Field("", description="What that model wants before a query, such as “query: ”.")
    chroma_host: str = Field("", description="Host of a Chroma server; empty: the notes lie in the workspace.")
    chroma_port: int = Field(8000, ge=1, le=65535, description="Port of that server.")
    chroma_remote: bool = Field(False, description="Allow a Chroma server elsewhere; it has no authentication.")

    hours: WhenHours = Field(default_factory=WhenHours, description="Hours that parts of the day stand for.")
    next_weekday: Literal["language", "nearest", "next_week"] = Field(
        "language", description="What “next Friday” means: as the language has it, the nearest, or next week's."
    )
    date_order: Literal["language", "dmy", "mdy"] = Field("language", description="How 3/4 is read.")

    @field_validator("workspace", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        """An empty name would mean the current folder, which a variable that was never set must not."""
        if value == "":
            raise ValueError("it is empty")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The order in which a value is looked for."""
        return init_settings, env_settings, dotenv_settings, InitSettingsSource(settings_cls, dict(_toml()[0]))


def load_settings(**given: object) -> Settings:
    """Read all settings; `given` (None: not given) comes from the command line.

    Raises LabError that names the variable or the file's key, says what is wrong, and never shows a secret's value.
    """
    chosen = {key: value for key, value in given.items() if value is not None}
    _check_names()
    try:
        return Settings(**chosen)  # type: ignore[arg-type]
    except ValidationError as error:
        raise _told(error, set(chosen)) from None
    except SettingsError as error:  # a value that should be JSON and is not; the message names the field only
        field = str(error).split('"')[1] if '"' in str(error) else ""
        raise LabError(f"{PREFIX}{field.upper()} is not valid JSON.", hint="The README lists all settings.") from None


def environment() -> Mapping[str, str]:
    """The environment with `.env` below it: where a provider's own key is looked for. Nothing is exported."""
    from dotenv import dotenv_values

    path = Path(".env")
    text = read_text(path) if path.is_file() else ""
    values = {key: value for key, value in dotenv_values(stream=StringIO(text)).items() if value is not None}
    return {**values, **os.environ}


def _check_names() -> None:
    """A misspelt setting would do nothing in silence, so it is refused."""
    names = {PREFIX + name.upper() for name in Settings.model_fields}
    for variable in environment():
        root = variable.split("__")[0]
        if variable.upper().startswith(PREFIX) and root.upper() not in names:
            close = get_close_matches(root.upper(), names, n=1)
            hint = f"Did you mean {close[0]}?" if close else "The README lists all settings."
            raise LabError(f"There is no setting {variable}.", hint=hint)
    for name, line in _toml_names():
        if name not in Settings.model_fields:
            close = get_close_matches(name, Settings.model_fields, n=1)
            hint = f"Did you mean {close[0]}?" if close else "The README lists all settings."
            raise LabError(f"There is no setting “{clean(name)}”.", where=Where(TOML, line), hint=hint)


def _toml() -> tuple[Mapping[str, object], str]:
    """The values of selu-lab.toml and its text; raises LabError when it cannot be read."""
    import tomllib

    path = Path(TOML)
    text = read_text(path) if path.is_file() else ""
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"This is not valid TOML: {shorten(clean(str(error)), 160)}.", where=Where(TOML)) from None


def _toml_names() -> list[tuple[str, int]]:
    names, text = _toml()
    lines = text.splitlines()
    return [
        (name, next((n for n, line in enumerate(lines, 1) if line.lstrip("[ ").startswith(name)), 1)) for name in names
    ]


def _told(error: ValidationError, given: set[str]) -> LabError:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    path = [str(part) for part in first["loc"]]
    name = path[0] if path else ""
    source = f"--{name.replace('_', '-')}" if name in given else PREFIX + "__".join(path).upper()
    where = Where(TOML) if name in {key for key, _ in _toml_names()} and source not in environment() else None
    return LabError(
        f"{source} is not valid: {first['msg'].lower()}.", where=where, hint="The README lists all settings."
    )


def _language() -> Literal["de", "en"]:
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "de" if spoken.lower().startswith("de") else "en"


def _timezone() -> str:
    from tzlocal import get_localzone_name

    try:
        return get_localzone_name() or "UTC"
    except (ValueError, LookupError, OSError):
        return "UTC"
