"""A reflector over tapes of conversations, with a model that answers what a test tells it to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime

from selu_lab.errors import ModelError
from selu_lab.events import AnyEvent, Usage
from selu_lab.ids import counted_ids
from selu_lab.lessons.book import LessonBook
from selu_lab.lessons.service import Lessons
from selu_lab.memory.secrets import find_secret
from selu_lab.models.base import FinishPart, Model, Part, Request, TextPart
from selu_lab.reflection.reflector import Reflector, RunResult
from selu_lab.reflection.runs import Runs
from selu_lab.reflection.stories import USER, Called, Said, Talk, Tape
from selu_lab.storage import Database

AGENT = "default"
Answer = Callable[[Request], str]


class Speaking:
    """A model whose answers a function gives; it keeps every request. A ModelError in the list is raised."""

    name = label = "speaking"

    def __init__(self, *answers: str | Answer | ModelError) -> None:
        self.requests: list[Request] = []
        self._answers = list(answers)

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, ModelError):
            raise answer
        yield TextPart(answer if isinstance(answer, str) else answer(request))
        yield FinishPart("stop", Usage(tokens_in=10, tokens_out=5))


class Desk:
    """Lessons, a tape and a reflector on one throw-away database."""

    def __init__(self, model: Model, names: Sequence[str] = ()) -> None:
        self.database, self.tape = Database(), Tape()
        self.events: list[AnyEvent] = []
        self.waits: list[float] = []
        self.lessons = Lessons(self.database, self.now, find_secret)
        self.reflector = Reflector(
            runs=Runs(self.database),
            entries=self.tape,
            lessons=self.lessons,
            model_for=lambda _: model,
            emit=lambda conversation, event: self.events.append(event),
            now=self.now,
            find_secret=find_secret,
            new_id=counted_ids("r"),
            names=lambda _: names,
            sleep=self._sleep,
            jitter=lambda: 0.5,
        )

    def now(self) -> datetime:
        return datetime(2026, 3, 2, 8, tzinfo=UTC)

    async def reflect(self, conversation: str, *said: str, force: bool = False) -> RunResult:
        """Put a conversation of these user messages and a farewell of its own on the tape and reflect it."""
        self.tape.record(talk(conversation, *said, f"bye {conversation}"), AGENT, self.injected())
        return await self.reflector.run(conversation, AGENT, force=force)

    def injected(self) -> tuple[str, ...]:
        return tuple(lesson.ref for lesson in LessonBook(self.database).active(USER, AGENT))

    def status(self) -> dict[str, str]:
        return {lesson.text: lesson.status for lesson in self.lessons.all(USER, AGENT)}

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def talk(conversation: str, *said: str, events: tuple[Called, ...] = ()) -> Talk:
    """A conversation of these user messages, each answered with "Sure."; their ids are t1, t2, …"""
    turns: list[Said] = []
    for number, text in enumerate(said, start=1):
        turns += [Said(id=f"t{number}", role="user", text=text), Said(id=f"a{number}", role="assistant", text="Sure.")]
    return Talk(id=conversation, turns=tuple(turns), events=events)
