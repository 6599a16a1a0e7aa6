"""The rules of a language, one module for each kind of slot; where two match equally far, the earlier one wins."""

from __future__ import annotations

from functools import cache

from selu_lab.reminders.when.conventions import DateOrder
from selu_lab.reminders.when.rules import clocks, dates, days, durations, parts, zones
from selu_lab.reminders.when.rules.rule import Rule
from selu_lab.reminders.when.words import Words


@cache
def all_rules(words: Words, order: DateOrder) -> tuple[Rule, ...]:
    """Compile every rule of a language, once; `order` is how "3/4" is read."""
    modules = (clocks, durations, days, parts, zones)
    return (*dates.rules(words, order), *(rule for module in modules for rule in module.rules(words)))
