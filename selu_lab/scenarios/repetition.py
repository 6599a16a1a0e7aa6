"""One repetition of a scenario: a lab of its own, step by step, each judged as soon as it is over."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from selu_lab.errors import Exit, LabError, ModelError, Where
from selu_lab.events import Entry, TurnFinished, TurnStarted
from selu_lab.lab import Lab
from selu_lab.scenarios.door import Door
from selu_lab.scenarios.expectations import AfterAll
from selu_lab.scenarios.expectations.judge import ModelJudge
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.moments import moment
from selu_lab.scenarios.names import unknown_names
from selu_lab.scenarios.opening import Opened, open_scenario
from selu_lab.scenarios.result import Failure, Fault, Run
from selu_lab.scenarios.secrecy import leaks, masked
from selu_lab.scenarios.seen import Seen
from selu_lab.scenarios.spec import StepGiven
from selu_lab.scenarios.telling import Narrate, tell
from selu_lab.scenarios.traces import Trace, traced
from selu_lab.settings import Settings
from selu_lab.text import shorten

_log = logging.getLogger(__name__)
_OWN_MODELS = ("demo", "echo")


class _StopError(Exception):
    """A repetition cannot go on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


class Repetition:
    """One repetition. Everything it touches is made anew, so that no two can see each other."""

    def __init__(
        self,
        scenario: Scenario,
        model: str,
        narrate: Narrate | None,
        door: Door,
        keep: Callable[[Trace], None] | None = None,
    ) -> None:
        self._scenario = scenario
        self._model = model
        self._narrate = narrate
        self._door = door
        self._keep = keep
        self._meter = door.meter()
        self._entries: list[Entry] = []
        self._steps: list[int] = []
        self._failures: list[Failure] = []
        self._where = scenario.where()
        self._step = "before the first step"
        self._turn = 0
        self._conversation = ""

    async def run(self, settings: Settings) -> Run:
        """Play it; whatever goes wrong is the run's fault."""
        started = time.perf_counter()
        fault = await self._guarded(settings)
        return Run(tuple(self._failures), fault, self._meter.used, time.perf_counter() - started)

    async def _guarded(self, settings: Settings) -> Fault | None:
        try:
            await self._play(settings)
        except _StopError as stop:
            return stop.fault
        except LabError as error:
            sentence = " ".join(filter(None, (error.sentence, error.hint)))
            return self._fault(sentence, error.exit, error.where)
        except Exception as error:
            _log.exception("A scenario could not be played.")
            return self._fault(f"Something went wrong inside Selu Lab ({type(error).__name__}).", Exit.INTERNAL)
        return None

    async def _play(self, settings: Settings) -> None:
        opened = open_scenario(
            self._scenario, settings, self._model, lambda source: self._door.front(source, self._meter)
        )
        try:
            if unknown := unknown_names(self._scenario, opened.lab):
                raise unknown[0]
            opened.lab.journal.subscribe(self._hear)
            for number, step in enumerate(self._scenario.file.steps):
                await self._play_step(number, step, opened)
            await self._look_back(opened.lab)
        finally:
            if self._keep:
                self._keep(traced(self._scenario.name, self._entries, self._steps, opened.lab))
            opened.lab.close()

    def _hear(self, entry: Entry) -> None:
        self._entries.append(entry)
        if self._narrate:
            for line in tell(entry):
                self._narrate(self._masked(line))

    # ---- steps

    async def _play_step(self, number: int, step: StepGiven, opened: Opened) -> None:
        self._where = self._scenario.where("steps", number)
        self._step, self._turn = self._masked(f"step {number + 1} ({_title(step)})"), 0
        before = len(self._entries)
        self._steps.append(self._entries[-1].seq if self._entries else 0)
        opened.approver.play(step.approvals)
        opened.script.play(line.line for line in step.model)
        await self._do(step, opened)
        entries = self._entries[before:]
        self._turn = _turns(self._entries) if _turns(entries) else 0
        self._check_turns(number, step, entries, opened)
        seen = self._seen(entries, opened.lab)
        for index, expectation in enumerate(step.expect):
            await self._judge(expectation, seen, "steps", number, "expect", index)
        if self._model == "script" and opened.script.unasked:
            raise self._stop(f"{opened.script.unasked} answers of the script were never asked for.", Exit.FAILED)

    async def _do(self, step: StepGiven, opened: Opened) -> None:
        if step.user is not None:
            self._conversation = self._conversation or opened.lab.start(agent=opened.agent).id
            await opened.lab.chat.say(self._conversation, step.user)
        elif step.advance is not None:
            by, to = step.advance.duration, step.advance.to
            zone = self._scenario.file.user.timezone
            await self._advance(opened, opened.clock.now() + by if by else moment(to or "", zone))
        elif self._conversation:
            ended, self._conversation = self._conversation, ""
            failed = [one for one in await opened.lab.end(ended, "scenario") if one.outcome == "failed"]
            if failed:
                raise self._stop(f"Reflection failed: {failed[0].sentence}", self._whose())
        else:
            raise LabError("There is no conversation to end.", where=self._where, hint="Let the user say something.")

    async def _advance(self, opened: Opened, target: datetime) -> None:
        """Move to each reminder's time and fire it there, then on to the end: what comes first happens first."""
        lab, clock = opened.lab, opened.clock
        if target < clock.now():
            raise LabError("The clock cannot go back.", where=self._where, hint=f"It is {clock.now().isoformat()}.")
        while (due := lab.reminders.next_due()) and due <= target:
            clock.move_to(max(due, clock.now()))
            await lab.firing.fire_due()
        clock.move_to(target)

    # ---- judging

    def _check_turns(self, number: int, step: StepGiven, entries: list[Entry], opened: Opened) -> None:
        """Stop where the scenario and the agent do not fit together, or a turn did not come to its end."""
        if opened.approver.surprise:
            raise self._stop(opened.approver.surprise + " Declare it under `approvals`.", Exit.FAILED)
        for turn in (one.event for one in entries if isinstance(one.event, TurnFinished)):
            if turn.outcome == "failed":
                raise self._stop(turn.sentence, self._whose())
            if turn.outcome == "limit":
                self._fail("turn", self._where, "an answer", turn.sentence)
        if opened.approver.left:
            index = len(step.approvals) - opened.approver.left
            where = self._scenario.where("steps", number, "approvals", index)
            expected = f"to be asked about {step.approvals[index].tool}"
            self._fail("approvals", where, expected, "nobody was asked")

    def _whose(self) -> Exit:
        """Whose fault it is when no answer comes: the recording's, the budget's, the script's, ours, a provider's."""
        if self._door.shut is not None:
            return self._door.shut
        if self._model == "script":
            return Exit.FAILED
        return Exit.INTERNAL if self._model in _OWN_MODELS else Exit.PROVIDER

    async def _judge(self, expectation: AfterAll, seen: Seen, *loc: int | str) -> None:
        for kind, check in expectation.checks:
            where = self._scenario.where(*loc, kind)
            try:
                if mismatch := await check.judge(seen):
                    self._fail(kind, where, mismatch.expected, mismatch.got, certain=mismatch.certain)
            except ModelError as error:  # only a judge asks a model, and its own model is not the scenario's script
                code = error.exit if isinstance(check, ModelJudge) and check.model else self._whose()
                raise _StopError(self._fault(f"{error.sentence} {error.hint}", code, where)) from error

    async def _look_back(self, lab: Lab) -> None:
        """Judge what has to hold in the end."""
        self._step, self._turn = "after the last step", 0
        if self._scenario.file.after:
            await self._judge(self._scenario.file.after, self._seen(self._entries, lab), "after")
        for index, secret in enumerate(self._scenario.file.secrets):
            if places := await leaks(secret, self._entries, lab):
                self._fail(
                    "secrets", self._scenario.where("secrets", index), "no secret", "one in " + ", ".join(places)
                )

    def _seen(self, entries: list[Entry], lab: Lab) -> Seen:
        facts = [(fact.category, " ".join(fact.text.split())) for fact in self._scenario.file.profile]
        return Seen(entries, lab, self._scenario.file.user.id, facts)

    # ---- saying what is wrong

    def _fail(self, kind: str, where: Where, expected: str, got: str, *, certain: bool = True) -> None:
        expected, got = self._masked(expected), self._masked(got)
        self._failures.append(Failure(where, self._step, kind, expected, got, self._turn, certain))

    def _fault(self, sentence: str, code: Exit, where: Where | None = None) -> Fault:
        return Fault(where or self._where, self._step, self._masked(sentence), code, self._turn)

    def _stop(self, sentence: str, code: Exit) -> _StopError:
        return _StopError(self._fault(sentence, code))

    def _masked(self, text: str) -> str:
        return masked(text, self._scenario.file.secrets)


def _turns(entries: Sequence[Entry]) -> int:
    return sum(isinstance(entry.event, TurnStarted) for entry in entries)


def _title(step: StepGiven) -> str:
    if step.user is not None:
        return f"user: {shorten(step.user, 60)}"
    return f"advance {step.advance.by or step.advance.to}" if step.advance else "end"
