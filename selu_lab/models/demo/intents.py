"""What the user wants: a message becomes a tuple of intents, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from selu_lab.models.demo import lexicon as cue
from selu_lab.models.demo import talk
from selu_lab.models.demo.clauses import LONGEST_MESSAGE, clauses
from selu_lab.models.demo.forms import HABIT, LASTING, NAMES, OWNED, PERSON
from selu_lab.models.demo.joined import apart
from selu_lab.models.demo.language import Lang, guess
from selu_lab.models.demo.reminding import reminder
from selu_lab.models.demo.secrets import secret_values
from selu_lab.models.demo.statements import statement

Kind = Literal[
    "secret",
    "secret_question",
    "remind",
    "remember",
    "fact",
    "passing",
    "state",
    "state_question",
    "recall",
    "instruction",
    "capability",
    "help",
    "clock",
    "greeting",
    "thanks",
    "how_are_you",
    "bye",
    "praise",
    "yes",
    "no",
    "unknown",
]
CHATTER: frozenset[Kind] = frozenset(
    {"greeting", "thanks", "how_are_you", "bye", "praise", "yes", "no", "unknown", "passing"}
)


@dataclass(frozen=True)
class Intent:
    """One wish. `text` is its matter in words (note, prompt, query), `when` a time phrase, `key` the name of a state.

    `explicit` tells whether the user asked for the deed itself ("merk dir") or only said or asked something.
    """

    kind: Kind
    text: str = ""
    when: str = ""
    key: str = ""
    explicit: bool = False


def understand(text: str, is_request: Callable[[str], bool], speech: Lang) -> tuple[Intent, ...]:
    """The intents of a message, in its order; chatter only where nothing else is.

    `is_request` says whether a clause asks for something a capability's tool does. Clauses with a secret lead to
    nothing but its refusal.
    """
    secrets = secret_values(text[:LONGEST_MESSAGE])
    found: list[Intent] = [Intent("secret")] if secrets else []
    pieces = tuple(apart(clauses(text)))
    for index, piece in enumerate(pieces):
        intent = _read(piece, pieces[:index], is_request, guess(piece) or speech)
        if not (secrets and _tainted(intent, piece, secrets)):
            found = [*_without_twin(found, intent), intent]
    wishes = [intent for intent in found if intent.kind not in CHATTER]
    return tuple(dict.fromkeys(wishes or _best_chatter(found)))


def _tainted(intent: Intent, piece: str, secrets: tuple[str, ...]) -> bool:
    """With a secret about, only what neither holds it nor may mean it ("remember it") is still done."""
    bare = intent.kind in {"remember", "fact", "state"} and not intent.text
    return bare or intent.kind == "secret" or any(secret in piece or secret in intent.text for secret in secrets)


def _without_twin(found: list[Intent], intent: Intent) -> list[Intent]:
    """ "I'm vegetarian. Remember that." is one wish, not two."""
    if intent.kind not in {"remember", "remind", "passing"}:
        return found
    return [twin for twin in found if not (twin.kind in {"fact", "passing"} and twin.text and twin.text in intent.text)]


def _best_chatter(found: list[Intent]) -> list[Intent]:
    order: tuple[Kind, ...] = ("passing", "how_are_you", "bye", "thanks", "praise", "no", "yes", "greeting", "unknown")
    return sorted(found, key=lambda intent: order.index(intent.kind))[:1] or [Intent("unknown")]


def _read(piece: str, before: tuple[str, ...], is_request: Callable[[str], bool], speech: Lang) -> Intent:
    """The intent of one clause; the steps are in the order in which they win over each other."""
    return (
        _reminding(piece, before, speech)
        or _asked_for_secret(piece)
        or _simple(piece, (("help", talk.HELP), ("clock", talk.CLOCK)))
        or _explicit_recall(piece)
        or _remembering(piece, before, speech)
        or _instruction(piece, before, speech)
        or _state(piece)
        or (Intent("capability", piece, explicit=True) if is_request(piece) else None)
        or _own_question(piece)
        or _fact(piece, speech)
        or _chatter(piece, speech)
    )


def _simple(piece: str, table: tuple[tuple[Kind, re.Pattern[str]], ...]) -> Intent | None:
    return next((Intent(kind, piece) for kind, pattern in table if pattern.search(piece)), None)


def _reminding(piece: str, before: tuple[str, ...], speech: Lang) -> Intent | None:
    if not cue.REMIND.search(piece) or cue.NOT_REMIND.search(piece) or re.search(r"/remind|\bimmer direkt\b", piece):
        return None
    prompt, when = reminder(piece, before, speech)
    return Intent("remind", prompt, when, explicit=True)


def _asked_for_secret(piece: str) -> Intent | None:
    if not cue.SECRET_QUESTION.search(piece):
        return None
    if cue.REMEMBER.search(piece) and not cue.NOT_REMEMBER.search(piece):
        return Intent("secret")
    asks = cue.QUESTION.search(piece) or cue.RECALL.search(piece)
    return Intent("secret_question") if asks and cue.OWN.search(piece) else None


_ABOUT_ME = frozenset("me mich mir us uns about über von alles everything all so denn schon already".split())
_ABOUT_USER: Mapping[Lang, str] = {"de": "Fakten über den Nutzer", "en": "facts about the user"}


def _explicit_recall(piece: str) -> Intent | None:
    if not cue.RECALL.search(piece) or (
        cue.COMPLAINS.search(piece) and not re.match(r"\W*(?:was|what|do you|weißt)\b", piece, re.I)
    ):
        return None
    query = cue.RECALL_CUE.sub(" ", piece)
    if _ABOUT_ME.issuperset(re.findall(r"\w+", query.lower())):  # “about me” names nothing a note would hold
        return Intent("recall", _ABOUT_USER[guess(piece) or "en"], explicit=True)
    return Intent("recall", _query(query) if re.search(r"\w{3}", query) else _query(piece), explicit=True)


def _remembering(piece: str, before: tuple[str, ...], speech: Lang) -> Intent | None:
    if not cue.REMEMBER.search(piece) or cue.NOT_REMEMBER.search(piece):
        return None
    said = _tidy(cue.REMEMBER_CUE.sub(" ", piece))
    if cue.DEICTIC.search(said):
        said = " ".join(_tidy(part) for part in before if not _simple(part, (("greeting", talk.GREETING),)))
    return _kept(said, speech, explicit=True)


def _kept(said: str, speech: Lang, *, explicit: bool) -> Intent:
    """Where something told belongs: a note, the state, the reflection, or nowhere because it passes."""
    if (cue.ABOUT_REPLIES.search(said) or cue.TOLD_TO.search(said)) and not cue.ALL_AGENTS.search(said):
        return Intent("instruction", said)
    if state := _state(said):
        return replace(state, explicit=True)
    text = statement(said, guess(said) or speech) if said else ""
    if cue.PASSING.search(said):
        return Intent("passing", text, explicit=explicit)
    return Intent("remember" if explicit else "fact", text, explicit=explicit)


def _instruction(piece: str, before: tuple[str, ...], speech: Lang) -> Intent | None:
    """What is to hold for all agents is for the notes, where they find it; the fact itself may stand before."""
    if cue.ALL_AGENTS.search(piece) and not any(_lasting(_tidy(earlier)) for earlier in before):
        return _kept(_tidy(piece), speech, explicit=True)
    return Intent("instruction", piece) if cue.INSTRUCTION.search(piece) else None


def _state(piece: str) -> Intent | None:
    if asked := cue.STATE_ASK.match(piece):
        return Intent("state_question", key=state_key(asked["key"]), explicit=True)
    told = None if piece.endswith("?") else cue.STATE_SET.search(piece)
    if told is None:
        return None
    names = told.groupdict()
    key = names["key"] or names["key_en"] or names["key_at"] or ""
    value = names["value"] or names["value_en"] or names["value_at"] or ""
    return Intent("state", value.strip(" .!"), key=state_key(key), explicit=True)


def state_key(words: str) -> str:
    """The name under which a state is kept: its telling words, small, joined by underscores."""
    return "_".join(re.findall(r"\w+", cue.STATE_KEY_NOISE.sub(" ", words).lower())) or "stand"


def _own_question(piece: str) -> Intent | None:
    """A question about the user's own life: their people and things, or what they like, have and planned."""
    if not cue.QUESTION.search(piece):
        return None
    about_somebody = NAMES.search(piece) or OWNED.search(piece) or (PERSON.search(piece) and cue.OWN.search(piece))
    if about_somebody or (cue.OWN.search(piece) and not cue.GENERIC.search(piece)):
        return Intent("recall", _query(piece))
    return None


def _fact(piece: str, speech: Lang) -> Intent | None:
    said = _tidy(piece)
    said = re.sub(
        r"^(?:übrigens|also|btw|by the way|just so you know|nur damit du es weißt|hey|hi|hallo)[,: ]+",
        "",
        said,
        flags=re.IGNORECASE,
    )
    if "?" in piece or not _lasting(said):
        return None
    return _kept(said, speech, explicit=False)


def _lasting(said: str) -> bool:
    """Whether a statement holds for long: of a known form, about what somebody does as a rule, or about the user's."""
    owned = OWNED.match(said)
    bare = re.sub(r"^(?:der|die|das|the)\s+", "", said, flags=re.IGNORECASE)
    if (NAMES.match(bare) or PERSON.match(bare)) and HABIT.search(said):
        return True
    return bool(LASTING.search(said) or (owned and (owned["is"] or owned.group().endswith("'s"))))


def _chatter(piece: str, speech: Lang) -> Intent:
    table: tuple[tuple[Kind, re.Pattern[str]], ...] = (
        ("yes", talk.YES),
        ("no", talk.NO),
        ("how_are_you", talk.HOW_ARE_YOU),
        ("bye", talk.BYE),
        ("thanks", talk.THANKS),
        ("greeting", talk.GREETING),
        ("praise", talk.PRAISE),
    )
    if found := _simple(piece, table):
        return found
    if "?" not in piece and cue.OF_THE_MOMENT.match(piece) and cue.PASSING.search(piece):
        return Intent("passing", _tidy(piece))
    return Intent("unknown", piece)


def _query(text: str) -> str:
    return re.sub(r"^(?:so|good|gut|ok|na|und|and|,|\.)\s+", "", _tidy(text).rstrip(" ?."), flags=re.IGNORECASE)


def _tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return re.sub(
        r"^(?:(?:bitte|please|pls|mal|und|and|,|:|;|-|–|\.|!)\s*)+", "", text.strip(), flags=re.IGNORECASE
    ).strip(" ,;:!–-")
