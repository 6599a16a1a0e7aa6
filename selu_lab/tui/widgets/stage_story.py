"""A stage of a reflection in full: its verdicts in words, then input, exact prompts and output as they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import JsonValue
from textual.content import Content

from selu_lab.lessons.score import number
from selu_lab.reflection.records import Collected, Decisions, Matched, Observed, Scores, SetAside
from selu_lab.reflection.runs import StageView
from selu_lab.tui.widgets.call_details import pretty


def story(view: StageView) -> Content:
    """Everything that is known of a stage."""
    parts = [_part("Verdicts", Content("\n").join([*verdicts(view)] or [Content.styled("none", "$muted")]))]
    parts.append(_part("Input", _raw(view.input)))
    parts += [_part(f"Prompt {place}", _prompt(one)) for place, one in enumerate(view.prompts, 1)]
    parts.append(_part("Output", _raw(view.output)))
    return Content("\n\n").join(parts)


def _part(title: str, text: Content) -> Content:
    return Content.assemble((f"{title}\n", "bold $primary"), text)


def _raw(value: JsonValue) -> Content:
    return Content(value if isinstance(value, str) else pretty(value))


def verdicts(view: StageView) -> Iterator[Content]:
    """What the stage found, one line for each finding."""
    match view.stage:
        case "collect":
            return _collected(Collected.model_validate(view.output))
        case "observe":
            return _observed(Observed.model_validate(view.output))
        case "match":
            return _matched(Matched.model_validate(view.output))
        case "score":
            return _scored(Scores.model_validate(view.output))
        case "curate":
            return _decided(Decisions.model_validate(view.output))


def _collected(collected: Collected) -> Iterator[Content]:
    for seen in collected.seen:
        what = " ".join(filter(None, (seen.kind.replace("_", " "), seen.tool, f"in turn {seen.turn}")))
        yield Content.assemble((f"{seen.id}  ", "$accent"), what, (f"  {seen.words}" if seen.words else "", "$muted"))
    for cue in collected.cues:
        yield Content.assemble(("hint  ", "$accent"), f"{cue.kind} in turn {cue.turn}", (f"  “{cue.words}”", "$muted"))


def _observed(observed: Observed) -> Iterator[Content]:
    for kept in observed.kept:
        yield _line(kept.id, kept.text)
        for proof in kept.proofs:
            said = f": “{proof.quote}”" if proof.quote else ""
            told = f"    {proof.signal.replace('_', ' ')}, {proof.rating}, turn {proof.turn}{said}"
            yield Content.styled(told, "$muted")
    yield from _aside(observed.aside)


def _matched(matched: Matched) -> Iterator[Content]:
    for one in matched.verdicts:
        found = (one.kind, one.lesson, *(f"against {other}" for other in one.conflicts), f"by {one.by}")
        yield _line(one.observation, " ".join(filter(None, found)))
    yield from _aside(matched.aside)


def _scored(scores: Scores) -> Iterator[Content]:
    for one in scores.lessons:
        before, after = number(one.confidence_before), number(one.confidence)
        yield _line(one.lesson, one.text)
        yield Content.assemble(
            f"    {one.supports_before} · {before} → {one.supports} · {after}",
            (f"   {one.waterfall}{'  suppressed' if one.suppressed else ''}", "$muted"),
        )
    yield from _aside(scores.aside)


def _decided(decisions: Decisions) -> Iterator[Content]:
    for one in decisions.changes:
        because = f" ({one.reason})" if one.reason else ""
        yield Content.assemble(_line(one.lesson, one.text), (f"\n    {one.change}{because}", "$muted"))


def _line(name: str, text: str) -> Content:
    return Content.assemble((f"{name}  ", "$accent"), text)


def _aside(items: Iterable[SetAside]) -> Iterator[Content]:
    for item in items:
        belongs = "" if item.belongs == "nowhere" else f"; it belongs to: {item.belongs}"
        yield Content.assemble(("not a lesson  ", "$warning"), item.text, (f"\n    {item.reason}{belongs}", "$muted"))


def _prompt(prompt: dict[str, JsonValue]) -> Content:
    """Sections, messages and answer of one call, word for word."""
    parts: list[tuple[str, str]] = []
    for key, name in (("sections", "name"), ("messages", "role")):
        listed = prompt.get(key)
        for one in listed if isinstance(listed, list) else []:
            if isinstance(one, dict):
                parts.append((str(one.get(name)), str(one.get("text"))))
    parts.append(("answer", str(prompt.get("answer"))))
    return Content("\n").join(Content.assemble((f"{name}\n", "$accent"), text) for name, text in parts)
