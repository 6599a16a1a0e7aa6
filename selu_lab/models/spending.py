"""What models may cost: an allowance of dollars and tokens, and a meter at the model's door that keeps to it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import cast

from selu_lab.errors import Exit, ModelError
from selu_lab.events import Usage
from selu_lab.models.base import FinishPart, Model, ModelSource, Part, Request


class BudgetError(ModelError):
    """A call that is not made, because what may be spent is spent."""

    exit = Exit.BUDGET


@dataclass(frozen=True)
class Allowance:
    """What may be spent: US dollars, and tokens read and written; None is no limit."""

    cost: float | None = None
    tokens: int | None = None

    def exceeded(self, used: Usage) -> str:
        """A sentence that says what is used up; empty while nothing is."""
        tokens = used.tokens_in + used.tokens_out
        if self.tokens is not None and tokens > self.tokens:
            return f"The budget of {self.tokens:,} tokens is used up ({tokens:,} used)."
        if self.cost is None:
            return ""
        if used.cost is None:
            return f"What the model costs is not known, so the budget of ${self.cost:g} cannot be kept."
        return f"The budget of ${self.cost:g} is used up (${used.cost:.4f} used)." if used.cost > self.cost else ""


def told(used: Usage) -> str:
    """Usage in words: “1,234 tokens, $0.0021”; without the price where there is none."""
    count = used.tokens_in + used.tokens_out
    tokens = f"{count:,} token{'' if count == 1 else 's'}"
    if used.cost is None:
        return f"{tokens}, price unknown"
    return f"{tokens}, ${used.cost:.4f}" if used.cost else tokens


class Meter:
    """Counts what is used, here and in the `whole` it is a part of; both have to keep to their allowance."""

    def __init__(self, allowance: Allowance | None = None, whole: Meter | None = None) -> None:
        self._allowance = allowance or Allowance()
        self._whole = whole
        self.used = Usage()

    @property
    def exceeded(self) -> str:
        """A sentence that says what is used up; empty while nothing is."""
        return self._allowance.exceeded(self.used) or (self._whole.exceeded if self._whole else "")

    def add(self, usage: Usage) -> None:
        """Count an answer."""
        self.used += usage
        if self._whole:
            self._whole.add(usage)


@dataclass(frozen=True)
class MeteredModels:
    """Gives the models of `source` with a meter in front."""

    source: ModelSource
    meter: Meter

    def get(self, name: str, *, picked: bool = False) -> Model:
        """The model of that name; raises what the source raises."""
        return _MeteredModel(self.source.get(name, picked=picked), self.meter)


class _MeteredModel:
    def __init__(self, model: Model, meter: Meter) -> None:
        self.name, self.label = model.name, model.label
        self._model = model
        self._meter = meter

    async def stream(self, request: Request) -> AsyncGenerator[Part, None]:
        """Answer in parts; raises BudgetError instead of calling once the budget is used up."""
        if sentence := self._meter.exceeded:
            raise BudgetError(sentence, hint="Raise --max-cost or --max-tokens.")
        async with aclosing(cast("AsyncGenerator[Part, None]", self._model.stream(request))) as parts:
            async for part in parts:
                if isinstance(part, FinishPart):
                    self._meter.add(part.usage)
                yield part
