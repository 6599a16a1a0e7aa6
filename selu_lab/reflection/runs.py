"""Reflections and their stages in the database: what was asked and answered, how far a run came, what waits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeVar, get_args

from pydantic import JsonValue

from selu_lab.events import Usage
from selu_lab.events.base import Frozen
from selu_lab.events.lessons import Stage
from selu_lab.reflection.records import Collected
from selu_lab.storage import Database
from selu_lab.storage.database import Row

Record = TypeVar("Record", bound=Frozen)
RunStatus = Literal["running", "done", "empty", "failed"]
STAGES: tuple[Stage, ...] = get_args(Stage)
MOST_ATTEMPTS = 3


@dataclass(frozen=True)
class Run:
    """A reflection of one agent's turns in a conversation; `attempt` counts from 1."""

    id: str
    user: str
    agent: str
    conversation: str
    digest: str
    upto: int
    attempt: int
    status: RunStatus
    sentence: str
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True)
class StageView:
    """A stage as it ran. `input` and `output` are its records as JSON, `prompts` the exact calls with their answers."""

    stage: Stage
    summary: str
    input: JsonValue
    output: JsonValue
    prompts: tuple[dict[str, JsonValue], ...]
    usage: Usage
    seconds: float


@dataclass(frozen=True)
class Pending:
    """A conversation that waits for reflection: it ended, its run was interrupted, or it failed and may be retried."""

    conversation: str
    agent: str
    user: str
    reason: Literal["ended", "interrupted", "failed"]


class Runs:
    """Reads and writes runs and stages."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def latest(self, conversation: str, agent: str) -> Run | None:
        """The newest run of an agent's turns in a conversation."""
        row = self.database.row(
            "SELECT * FROM reflection_runs WHERE conversation = ? AND agent = ? ORDER BY rowid DESC LIMIT 1",
            (conversation, agent),
        )
        return _run(row) if row else None

    def get(self, run: str) -> Run | None:
        """A run by id."""
        row = self.database.row("SELECT * FROM reflection_runs WHERE id = ?", (run,))
        return _run(row) if row else None

    def all(self, user: str, agent: str) -> tuple[Run, ...]:
        """All runs about a user and an agent, oldest first."""
        rows = self.database.rows(
            "SELECT * FROM reflection_runs WHERE user = ? AND agent = ? ORDER BY rowid", (user, agent)
        )
        return tuple(_run(row) for row in rows)

    def begin(self, run: str, collected: Collected, at: datetime) -> Run:
        """Store a new run."""
        self.database.execute(
            "INSERT INTO reflection_runs (id, user, agent, conversation, digest, upto, attempt, status, sentence,"
            " started_at) VALUES (?, ?, ?, ?, ?, ?, 1, 'running', '', ?)",
            (
                run,
                collected.user,
                collected.agent,
                collected.conversation,
                collected.digest,
                collected.upto,
                at.isoformat(),
            ),
        )
        return self._sure(run)

    def again(self, run: str) -> Run:
        """Count one more attempt of a run."""
        self.database.execute(
            "UPDATE reflection_runs SET attempt = attempt + 1, status = 'running', sentence = '' WHERE id = ?", (run,)
        )
        return self._sure(run)

    def finish(self, run: str, status: RunStatus, sentence: str, at: datetime) -> None:
        """Store how a run ended."""
        self.database.execute(
            "UPDATE reflection_runs SET status = ?, sentence = ?, finished_at = ? WHERE id = ?",
            (status, sentence, at.isoformat(), run),
        )

    def save_stage(self, run: str, view: StageView) -> None:
        """Store what a stage took and gave."""
        self.database.execute(
            "INSERT OR REPLACE INTO reflection_stages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                run,
                STAGES.index(view.stage),
                view.stage,
                view.summary,
                json.dumps(view.input, ensure_ascii=False),
                json.dumps(view.output, ensure_ascii=False),
                json.dumps(view.prompts, ensure_ascii=False),
                view.usage.tokens_in,
                view.usage.tokens_out,
                view.usage.cost,
                view.seconds,
            ),
        )

    def stages(self, run: str) -> tuple[StageView, ...]:
        """The stages of a run that ended, in order."""
        rows = self.database.rows("SELECT * FROM reflection_stages WHERE run = ? ORDER BY position", (run,))
        return tuple(_stage(row) for row in rows)

    def output(self, run: str, stage: Stage, kind: type[Record]) -> Record | None:
        """The record a stage gave, or None when it has not ended."""
        row = self.database.row("SELECT output FROM reflection_stages WHERE run = ? AND stage = ?", (run, stage))
        return kind.model_validate_json(row["output"]) if row else None

    def pending(self) -> tuple[Pending, ...]:
        """What waits for reflection, oldest first; a run that failed three times waits no longer."""
        rows = self.database.rows(
            "SELECT events.conversation AS conversation, json_extract(events.body, '$.agent') AS agent,"
            " conversations.user AS user, conversations.ended_at AS ended_at, max(events.seq) AS upto"
            " FROM events JOIN conversations ON conversations.id = events.conversation"
            " WHERE events.kind = 'turn_started' AND json_extract(events.body, '$.trigger') = 'user'"
            " AND (events.conversation, events.turn) NOT IN"
            " (SELECT conversation, json_extract(body, '$.taken') FROM events WHERE kind = 'turn_taken_back')"
            " GROUP BY 1, 2 ORDER BY upto"
        )
        found = ((row, self._why(row)) for row in rows)
        return tuple(Pending(row["conversation"], row["agent"], row["user"], why) for row, why in found if why)

    def _why(self, row: Row) -> Literal["ended", "interrupted", "failed"] | None:
        run = self.latest(row["conversation"], row["agent"])
        if run is None or (run.upto < row["upto"] and run.status != "running"):
            return "ended" if row["ended_at"] else None
        if run.status in ("done", "empty") or run.attempt >= MOST_ATTEMPTS:
            return None
        return "interrupted" if run.status == "running" else "failed"

    def _sure(self, run: str) -> Run:
        found = self.get(run)
        assert found is not None
        return found


def _run(row: Row) -> Run:
    finished = row["finished_at"]
    return Run(
        row["id"],
        row["user"],
        row["agent"],
        row["conversation"],
        row["digest"],
        row["upto"],
        row["attempt"],
        row["status"],
        row["sentence"],
        datetime.fromisoformat(row["started_at"]),
        datetime.fromisoformat(finished) if finished else None,
    )


def _stage(row: Row) -> StageView:
    prompts: Sequence[dict[str, JsonValue]] = json.loads(row["prompts"])
    usage = Usage(tokens_in=row["tokens_in"], tokens_out=row["tokens_out"], cost=row["cost"])
    return StageView(
        row["stage"],
        row["summary"],
        json.loads(row["input"]),
        json.loads(row["output"]),
        tuple(prompts),
        usage,
        row["seconds"],
    )
