"""The tools of an agent's capabilities: which one a clause asks for, and what goes into its arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from selu_lab.models.base import ToolSchema
from selu_lab.models.demo.lexicon import CAN_YOU, LEAD, QUESTION
from selu_lab.models.demo.rules import stems_of
from selu_lab.models.demo.times import time_phrases, without
from selu_lab.models.demo.words import DEEDS, MATTERS, any_word

BUILT_IN = frozenset(
    "memory_search memory_remember memory_forget memory_list set_reminder set_schedule store_get store_set "
    "store_delete store_list "
    "delegate_to_agent submit_feedback suppress_reply image_generate image_edit emit_event".split()
)
_RECIPIENT = re.compile(
    r"\b(?:nach|an(?! (?:e-?mail|sms|event|appointment)\b)|to)\s+((?:(?:die|den|das|der|the|my|meine?n?|unsere?n?|our"
    r"|coach|frau|herrn?|mrs?\.?|ms\.?"
    r"|dr\.?)\s+)*[^\s,:;!?]+)",
    re.IGNORECASE,
)
_PLACE = r"((?:[A-ZÄÖÜ][\w.-]+\s?)+|[^\s,:;!?]+)"
_NUMBER = re.compile(r"(?<![\w:.])\d+(?![\w:.]\d)")
# An argument's name, and where its words stand.
_BY_NAME = (
    (re.compile(r"^from$|origin|departure"), re.compile(rf"\b(?:[Vv]on|[Ff]rom)\s+{_PLACE}")),
    (re.compile(r"destination|arrival"), re.compile(rf"\b(?:[Nn]ach|[Tt]o)\s+{_PLACE}")),
    (re.compile(r"^to$|recipient|empf|address|^cc$"), _RECIPIENT),
    (re.compile(r"(?:^|_)id$|booking|connection|number|nummer|code"), re.compile(r"\b([A-Za-z-]+\d[\w-]*|\d{4,})\b")),
)
_ON_LIST = re.compile(
    r"\b(?:to|onto|on|in|auf|zur|zum) (?:(?:the|my|our|die|den|der|meine?n?|unsere?n?) )?(?:[\w-]+ )?"
    r"[\w-]*(?:list|liste|calendar|kalender)\b",
    re.IGNORECASE,
)
_CONTENT = re.compile(r"(?:\bdass\b|\bthat\b|\bsaying\b|\bmit dem text\b|:)\s*(.+)$", re.IGNORECASE)
_SUBJECT = re.compile(r"\b(?:betreff|subject|titel|title)\b\s*:?\s*[„\"']?([^\"“”',;]+)", re.IGNORECASE)
_STATES = re.compile(
    rf"{LEAD}(?:ich|wir|i|we|er|sie|he|she)\b(?! (?:need|want|brauche?n?|möchten?|would like|will)\b)", re.IGNORECASE
)
# "send …", "can you … send", "ich möchte … bestellen"
_REQUESTS = {
    deed: re.compile(
        rf"{LEAD}(?:{any_word(deed)}\b|(?:{CAN_YOU}|ich (?:brauche|möchte|will)|i (?:need"
        rf"|want))\b.*\b{any_word(deed)}\b)",
        re.IGNORECASE,
    )
    for deed in DEEDS
}


@dataclass(frozen=True)
class Filled:
    """A tool with arguments; `missing` names what a required argument lacks, then it is not to be called."""

    tool: ToolSchema
    arguments: Mapping[str, JsonValue]
    missing: str = ""


def asked_for(piece: str, tools: Iterable[ToolSchema]) -> ToolSchema | None:
    """The capability tool that a clause clearly asks for: its deed and its matter are both named; None if none is."""
    if _STATES.match(piece):
        return None
    rated = [(_rating(piece, tool), tool) for tool in tools if tool.name not in BUILT_IN]
    best = max(rated, key=lambda rated_tool: rated_tool[0], default=None)
    return best[1] if best and best[0] > 0 else None


def deed_of(tool: str) -> str:
    """The action a tool's name speaks of ("send", "delete", …), empty when it speaks of none."""
    words = set(_words(tool))
    return next((deed for deed, (names, _) in DEEDS.items() if words & names), "")


def _rating(piece: str, tool: ToolSchema) -> int:
    """0 where deed or matter is missing; matters in the tool's name weigh more than those in its description."""
    deed = deed_of(tool.name)
    if not deed or not (_REQUESTS[deed].match(piece) or (deed == "get" and _asks_for_something(piece))):
        return 0
    said, name = _matters(piece), _matters(" ".join(_words(tool.name)))
    words = stems_of(piece) & stems_of(" ".join(_words(tool.name)))
    plain = len({stem for stem in words if not stem.startswith("#")} - {deed})
    return 4 * len(said & name) + 3 * plain + len(said & _matters(tool.description) - name)


def _asks_for_something(piece: str) -> bool:
    return bool(QUESTION.search(piece) and re.search(rf"\b{any_word('get')}\b", piece, re.IGNORECASE))


def _words(name: str) -> list[str]:
    return re.findall(r"[a-zäöüß]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())


def _matters(text: str) -> frozenset[str]:
    return frozenset(matter for matter, pattern in MATTERS.items() if pattern.search(text))


def fill(piece: str, tool: ToolSchema) -> Filled:
    """Arguments for the tool from the clause: required ones and those whose name says where to find them."""
    properties, required = tool.parameters.get("properties"), tool.parameters.get("required")
    arguments: dict[str, JsonValue] = {}
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        needed = isinstance(required, list) and name in required
        if name.startswith("_") or not isinstance(schema, dict):
            continue
        value = _value(name, schema, piece, needed=needed)
        if value is not None:
            arguments[name] = value
        elif needed:
            return Filled(tool, arguments, missing=name)
    return Filled(tool, arguments)


def _value(name: str, schema: Mapping[str, JsonValue], piece: str, *, needed: bool) -> JsonValue:
    choices = schema.get("enum")
    if isinstance(choices, list):
        return next(
            (choice for choice in choices if re.search(rf"\b{re.escape(str(choice))}\b", piece, re.IGNORECASE)), None
        )
    kind = schema.get("type", "string")
    if kind in {"integer", "number"}:
        number = _NUMBER.search(without(piece, time_phrases(piece))) if needed else None
        return int(number.group()) if number else None
    items = schema.get("items")
    if kind == "array" and isinstance(items, dict) and items.get("type") == "string":
        text = _text(name, piece, needed=needed)
        return [text] if text else None
    return _text(name, piece, needed=needed) if kind == "string" else None


def _text(name: str, piece: str, *, needed: bool) -> str | None:
    """The words for a string: by the argument's name, else (only where it is required) the rest of the clause."""
    phrases = time_phrases(piece)
    timeless = without(piece, phrases)
    if re.search(r"date|day|when|time|start|end$|until|due", name, re.IGNORECASE):
        return phrases[0].text if phrases else None
    for names, pattern in _BY_NAME:
        if names.search(name):
            place = pattern.search(timeless)
            return place[1].strip(" .") if place else None
    if re.search(r"subject|title|betreff", name, re.IGNORECASE) and (subject := _SUBJECT.search(piece)):
        return subject[1].strip()
    if content := _CONTENT.search(piece):
        return content[1].strip(" .")
    return _rest(piece) if needed else None


def _rest(piece: str) -> str | None:
    """The clause without request, deed, recipient and the list it goes on."""
    text = _RECIPIENT.sub(" ", _ON_LIST.sub(" ", piece))
    text = re.sub(rf"{LEAD}|\b{CAN_YOU}\b", " ", text, flags=re.IGNORECASE)
    text = re.sub(
        rf"^\s*(?:please |bitte |mal |mir |me )*{any_word(*DEEDS)}\b(?:\s+(?:mir|me|uns|us|bitte|please|mal)\b)*",
        " ",
        text,
        count=1,
        flags=re.IGNORECASE,
    )
    return re.sub(r"\s+", " ", text).strip(" .,!?:") or None
