"""From the user's wishes to what is done about them: tool calls, and things to say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from selu_lab.models.demo.briefing import Briefing
from selu_lab.models.demo.capabilities import asked_for, deed_of, fill
from selu_lab.models.demo.intents import Intent, understand
from selu_lab.models.demo.phrases import UNDONE
from selu_lab.models.demo.profile import answer_in
from selu_lab.models.demo.rules import known_demand
from selu_lab.models.demo.secrets import secret_values
from selu_lab.models.demo.standing import Standing, standing
from selu_lab.models.demo.wording import Say

_ACTIONS = {
    "memory_search": "search",
    "memory_remember": "store",
    "set_reminder": "remind",
    "store_set": "set",
    "store_get": "read",
}
_ASK = {"memory_remember": "ask_store", "set_reminder": "ask_remind", "store_set": "ask_state"}


@dataclass(frozen=True)
class Wish:
    """A tool call the model would make; `explicit` when the user asked for the deed itself."""

    tool: str
    arguments: Mapping[str, JsonValue]
    explicit: bool = False

    @property
    def action(self) -> str:
        """What kind of deed it is, in the rulebook's words."""
        return _ACTIONS.get(self.tool) or deed_of(self.tool)


@dataclass(frozen=True)
class Plan:
    """What to do about a message: the calls to make, and what to say beside their outcomes."""

    calls: tuple[Wish, ...]
    says: tuple[Say, ...]


def make_plan(briefing: Briefing) -> Plan:
    """The plan for the user's last message; the same request always gives the same plan."""
    now = standing(briefing)
    if now.declined:
        return Plan((), (Say("declined"),))
    steps = [_step(intent, briefing) for intent in _intents(now, briefing)]
    if now.confirmed and not any(isinstance(step, Wish) for step in steps):
        return Plan((), (Say("yes"),))
    if briefing.reminder is not None:
        steps = [
            Say("fired", {"prompt": _spoken_to_user(briefing.reminder)}),
            *(step for step in steps if isinstance(step, Wish)),
        ]
    wishes = [step for step in steps if isinstance(step, Wish)]
    says = [step for step in steps if isinstance(step, Say)]
    return _permitted(wishes, says, briefing, confirmed=now.confirmed)


def _permitted(wishes: list[Wish], says: list[Say], briefing: Briefing, *, confirmed: bool) -> Plan:
    """The wishes that guidance and lessons allow as calls; the others become something to say."""
    calls: list[Wish] = []
    for wish in wishes:
        refusal = _refusal(wish, briefing, confirmed=confirmed)
        if refusal is None:
            calls.append(wish)
        else:
            says.append(refusal)
    return Plan(tuple(calls), tuple(says))


def _intents(now: Standing, briefing: Briefing) -> tuple[Intent, ...]:
    def is_request(piece: str) -> bool:
        return asked_for(piece, briefing.request.tools) is not None

    text = briefing.reminder if briefing.reminder is not None else now.text
    found = understand(text, is_request, briefing.speech)
    if briefing.reminder is not None:
        return tuple(intent for intent in found if intent.kind in {"recall", "capability"})
    if now.timed:
        return tuple(intent for intent in found if intent.kind == "remind")
    return found


def _refusal(wish: Wish, briefing: Briefing, *, confirmed: bool) -> Say | None:
    """Why the call is not made, or None when it may be."""
    rules, matter = briefing.rules, " ".join(str(value) for value in wish.arguments.values())
    undone = UNDONE.get(wish.action, UNDONE[""])[briefing.language]
    if wish.tool not in briefing.tools:
        return Say("not_offered", {"tool": wish.tool, "undone": undone})
    if not briefing.mentions(wish.tool):
        return Say("unmentioned", {"tool": wish.tool, "undone": undone})
    if ban := rules.banned((wish.tool, wish.action), matter):
        return Say("forbidden", {"sentence": ban.sentence, "undone": undone})
    if rules.on_request & {wish.tool, wish.action} and not wish.explicit:
        return Say("only_on_request", {"undone": undone})
    asks = rules.ask & {wish.tool, wish.action, "any"} and wish.action not in {"search", "read", "get"}
    return _question(wish) if asks and not confirmed else None


def _question(wish: Wish) -> Say:
    slots = {name: str(value) for name, value in wish.arguments.items()}
    if wish.tool in _ASK:
        return Say(_ASK[wish.tool], slots)
    shown = json.dumps(dict(wish.arguments), ensure_ascii=False)
    return Say("ask_call", {"tool": wish.tool, "arguments": shown})


def _step(intent: Intent, briefing: Briefing) -> Wish | Say:
    return _STEPS.get(intent.kind, _talk)(intent, briefing)


def _remember(intent: Intent, _: Briefing) -> Wish | Say:
    return Wish("memory_remember", {"content": intent.text}, intent.explicit) if intent.text else Say("ask_content")


def _recall(intent: Intent, briefing: Briefing) -> Wish | Say:
    if fact := answer_in(briefing.lines("profile"), intent.text):
        return Say("profile", {"fact": fact.rstrip(".")})
    return Wish("memory_search", {"query": intent.text}, intent.explicit)


def _remind(intent: Intent, _: Briefing) -> Wish | Say:
    if not intent.when:
        return Say("ask_when")
    if not intent.text:
        return Say("ask_prompt")
    return Wish("set_reminder", {"prompt": intent.text, "when": intent.when}, explicit=True)


def _state(intent: Intent, _: Briefing) -> Wish | Say:
    return Wish("store_set", {"key": intent.key, "value": intent.text}, explicit=True)


def _state_question(intent: Intent, _: Briefing) -> Wish | Say:
    return Wish("store_get", {"key": intent.key}, explicit=True)


def _capability(intent: Intent, briefing: Briefing) -> Wish | Say:
    tool = asked_for(intent.text, briefing.request.tools)
    if tool is None or secret_values(intent.text):
        return Say("unknown")
    filled = fill(intent.text, tool)
    if filled.missing and briefing.mentions(tool.name):
        return Say("ask_argument", {"tool": tool.name, "field": filled.missing})
    return Wish(tool.name, filled.arguments, explicit=True)


def _talk(intent: Intent, briefing: Briefing) -> Wish | Say:
    if intent.kind == "clock":
        return Say("clock", {"now": briefing.time_line()}) if briefing.time_line() else Say("unknown")
    if intent.kind == "instruction" and not known_demand(intent.text):
        return Say("instruction_unknown")
    return Say(intent.kind)


_STEPS: dict[str, Callable[[Intent, Briefing], Wish | Say]] = {
    "remember": _remember,
    "fact": _remember,
    "recall": _recall,
    "remind": _remind,
    "state": _state,
    "state_question": _state_question,
    "capability": _capability,
}


def _spoken_to_user(prompt: str) -> str:
    """A reminder's prompt as it is said to the user: "An den Zahnarzt erinnern" → "Denk an den Zahnarzt"."""
    text = re.sub(
        r"^(?:an|ans|am) (.+) erinnern$",
        lambda found: f"Denk {found.group().split()[0].lower()} {found[1]}",
        prompt.rstrip(". "),
        flags=re.IGNORECASE,
    )
    text = re.sub(r"^remind (?:the user |me )?(?:about|of|to) ", "", text, flags=re.IGNORECASE)
    return text[:1].upper() + text[1:]
