"""Between stage 3 and 5: verdicts become rows of evidence, and the echo of an injected lesson is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from selu_lab.lessons.curate import Batch, NewLesson, Preview
from selu_lab.lessons.records import EXPLICIT, Evidence, Polarity
from selu_lab.reflection.match import same_text
from selu_lab.reflection.records import (
    Collected,
    Matched,
    Observation,
    Observed,
    Proof,
    Scored,
    Scores,
    SetAside,
    Verdict,
)


def tally(collected: Collected, observed: Observed, matched: Matched, run: str) -> tuple[Batch, tuple[SetAside, ...]]:
    """The batch of this run, and the proofs that were only an echo of a lesson in the context."""
    observations = {one.id: one for one in observed.kept}
    new: dict[str, NewLesson] = {}
    evidence: list[tuple[str, Evidence]] = []
    echoes: list[SetAside] = []
    for verdict in matched.verdicts:
        one = observations[verdict.observation]
        for key, polarity in _targets(verdict, one, new):
            rows, echoed = _rows(collected, one.proofs, key, polarity, run)
            evidence.extend((key, row) for row in rows)
            echoes.extend(_echo(one, proof) for proof in echoed)
    batch = Batch(
        collected.user,
        collected.agent,
        collected.conversation,
        run,
        tuple(new.values()),
        tuple(dict.fromkeys(evidence)),
    )
    return batch, tuple(echoes)


def _targets(verdict: Verdict, one: Observation, new: dict[str, NewLesson]) -> list[tuple[str, Polarity]]:
    """The lessons an observation speaks about; a new one is entered into `new`, once for each text."""
    if verdict.kind == "supports":
        return [(verdict.lesson, "supports")]
    if verdict.kind == "contradicts":
        return [(verdict.lesson, "contradicts")]
    key = next((known.key for known in new.values() if same_text(known.text, one.text)), f"new {one.id}")
    new.setdefault(key, NewLesson(key, one.category, one.text, verdict.near, verdict.conflicts))
    against: list[tuple[str, Polarity]] = [(lesson, "contradicts") for lesson in verdict.conflicts]
    return [(key, "supports"), *against]


def _rows(
    collected: Collected, proofs: Sequence[Proof], lesson: str, polarity: Polarity, run: str
) -> tuple[list[Evidence], list[Proof]]:
    """Evidence from proofs. Where the lesson was in the context, only the user's own words count (echo rule)."""
    rows, echoed = [], []
    for proof in proofs:
        exchange = collected.exchange(proof.turn)
        in_context = exchange is not None and lesson in exchange.lessons
        if in_context and proof.signal not in EXPLICIT:
            echoed.append(proof)
            continue
        reverses = polarity == "contradicts" and proof.signal in EXPLICIT
        rows.append(
            Evidence(
                conversation=collected.conversation,
                turn=proof.turn,
                seq=proof.seq,
                polarity=polarity,
                signal="explicit_reversal" if reverses else proof.signal,
                rating=proof.rating,
                quote=proof.quote,
                group=collected.group,
                in_context=in_context,
                run=run,
            )
        )
    return rows, echoed


def _echo(one: Observation, proof: Proof) -> SetAside:
    return SetAside(text=one.text, reason="an echo: the lesson was in the context", turn=proof.turn, quote=proof.quote)


def scores(previews: Iterable[Preview], echoes: tuple[SetAside, ...]) -> Scores:
    """Stage 4's record."""
    return Scores(
        lessons=tuple(
            Scored(
                lesson=one.key,
                text=one.text,
                supports_before=one.before.supports,
                confidence_before=one.before.confidence,
                supports=one.after.supports,
                confidence=one.after.confidence,
                waterfall=one.after.waterfall,
                suppressed=one.suppressed,
            )
            for one in previews
        ),
        aside=echoes,
    )
