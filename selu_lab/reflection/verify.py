"""After stage 2: nothing a model says counts until code has found it in the conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from selu_lab.lessons.guard import FindSecret, flaw
from selu_lab.lessons.records import Rating, Signal
from selu_lab.reflection.likeness import likeness
from selu_lab.reflection.observe import ObservationItem, QuoteItem, Scope
from selu_lab.reflection.records import (
    MOST_OBSERVATIONS,
    Belongs,
    Collected,
    CueKind,
    Exchange,
    Observation,
    Observed,
    Proof,
    Seen,
    SetAside,
)
from selu_lab.reflection.redact import redact
from selu_lab.reflection.scope import outside
from selu_lab.reflection.trusted import LEFT_OUT
from selu_lab.text import normalized

_SHORTEST_QUOTE = 3
_SCOPES: dict[Scope, tuple[str, Belongs]] = {
    "user_fact": ("it is a fact about the user", "profile"),
    "shared_preference": ("every agent needs it", "shared note"),
    "one_off": ("it was meant for this time only", "nowhere"),
    "environment": ("it is the state of a tool, which changes", "nowhere"),
    "secret": ("it holds a secret", "nowhere"),
    "meta": ("it is an order to the machinery, not a behaviour", "nowhere"),
}
_SIGNALS: dict[CueKind, Signal] = {
    "reversal": "explicit_reversal",
    "correction": "explicit_correction",
    "instruction": "explicit_instruction",
}
# A denial teaches care; a rule that adds none does not follow from it.
_CARE = re.compile(
    r"\b(?:ask|show|confirm|check|draft|before|first|only|never|not|don[’']?t|wait|without|instead|avoid"
    r"|frag\w*|nachfrag\w*|zeig\w*|bestätig\w*|prüf\w*|entwurf|bevor|vor|vorher|erst|nur|nie|nicht|kein\w*|warte|ohne|statt)\b"
)


@dataclass(frozen=True)
class Verifier:
    """Checks observations against one conversation. `names` are names from the profile, which no lesson may hold."""

    collected: Collected
    find_secret: FindSecret
    names: tuple[str, ...] = ()

    def verify(self, items: Sequence[ObservationItem], wrong: Iterable[str] = ()) -> Observed:
        """Keep what stands, set the rest aside with its reason; `wrong` tells of items that could not be read."""
        kept: list[Observation] = []
        aside = [SetAside(text="", reason=f"could not be read: {problem}") for problem in wrong]
        for item in items:
            result = self._one(item, f"O{len(kept) + 1}")
            if isinstance(result, SetAside):
                aside.append(result)
            elif len(kept) >= MOST_OBSERVATIONS:
                aside.append(_aside(item, f"only {MOST_OBSERVATIONS} observations count"))
            else:
                kept.append(result)
        return Observed(kept=tuple(kept), aside=tuple(aside))

    def _one(self, item: ObservationItem, name: str) -> Observation | SetAside:
        text = " ".join(item.action.split())
        if item.scope != "behaviour":
            return _aside(item, *_SCOPES[item.scope])
        if item.applies == "this_time":
            return _aside(item, *_SCOPES["one_off"])
        if wrong := self._flaw(text):
            return _aside(item, f"its text {wrong}")
        proofs = self._proofs(item, text)
        if not proofs:
            return _aside(item, "neither a quote nor a signal of it is in the conversation")
        if reason := outside(text, (proof.quote for proof in proofs)):
            return _aside(item, *reason)
        return Observation(
            id=name,
            category=item.category,
            trigger=" ".join(item.trigger.split()),
            text=text,
            proofs=proofs,
            claimed=_number(item.confidence),
        )

    def _flaw(self, text: str) -> str | None:
        words = set(re.findall(r"\w+", normalized(text)))
        name = next((name for name in self.names if normalized(name) in words), None)
        if name:
            return "holds a name from the profile"
        return "holds a secret" if redact(text, self.find_secret) != text else flaw(text)

    def _proofs(self, item: ObservationItem, text: str) -> tuple[Proof, ...]:
        cited = {signal.strip() for signal in item.signals}
        events = [self._event(signal, item.rating, text) for signal in self.collected.seen if signal.id in cited]
        quotes = [proof for quote in item.quotes if (proof := self._quote(quote, item.rating))]
        return tuple(dict.fromkeys((*quotes, *events)))

    def _event(self, signal: Seen, rating: Rating, text: str) -> Proof:
        exchange = self.collected.exchange(signal.turn)
        follows = exchange is not None and _follows(signal, exchange, text)
        seq = exchange.seq if exchange else 0
        return Proof(turn=signal.turn, seq=seq, signal=signal.kind if follows else "inferred", rating=rating)

    def _quote(self, quote: QuoteItem, rating: Rating) -> Proof | None:
        exchange = self.collected.exchange(quote.turn)
        if exchange is None or not _occurs(quote.text, exchange.own + "\n" + exchange.assistant):
            return None
        found = {"turn": exchange.number, "seq": exchange.seq, "quote": " ".join(quote.text.split())}
        if not _occurs(quote.text, exchange.own):
            return Proof.model_validate({**found, "signal": "inferred", "rating": rating})
        kinds = {cue.kind for cue in self.collected.cues if cue.turn == exchange.number}
        signal = next((name for kind, name in _SIGNALS.items() if kind in kinds), None)
        if signal is None:
            return Proof.model_validate({**found, "signal": "explicit_instruction", "rating": "weak"})
        return Proof.model_validate({**found, "signal": signal, "rating": rating})


def _occurs(quote: str, text: str) -> bool:
    wanted = normalized(quote)
    return len(wanted) >= _SHORTEST_QUOTE and LEFT_OUT not in wanted and wanted in normalized(text)


def _follows(signal: Seen, exchange: Exchange, text: str) -> bool:
    """Whether the rule has to do with the event: care after a denial, the tool's own words after a failure."""
    if signal.kind == "tool_denied":
        return bool(_CARE.search(normalized(text)))
    if signal.kind == "user_retry":
        return True
    calls = [call for call in exchange.calls if call.tool == signal.tool]
    words = " ".join(
        f"{call.tool} {' '.join(call.arguments)} {' '.join(map(str, call.arguments.values()))}" for call in calls
    )
    return likeness(text, words.replace("_", " ")) > 0


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1 else None


def _aside(item: ObservationItem, reason: str, belongs: Belongs = "nowhere") -> SetAside:
    quote = item.quotes[0] if item.quotes else None
    return SetAside(
        text=" ".join(item.action.split())[:400],
        reason=reason,
        belongs=belongs,
        turn=quote.turn if quote else 0,
        quote=quote.text[:400] if quote else "",
    )
