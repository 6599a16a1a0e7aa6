"""What turns are made of, how they are bounded, and what sets one off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from selu_lab.context.assemble import LessonsBlock
from selu_lab.context.budget import Budget
from selu_lab.conversation.clock import Clock
from selu_lab.conversation.journal import Journal
from selu_lab.events.conversation import Trigger
from selu_lab.memory.profile import Profile
from selu_lab.memory.users import Users
from selu_lab.models.base import ModelSource, Sampling
from selu_lab.models.spending import Allowance
from selu_lab.packages import AgentShelf
from selu_lab.tools.approval import Approver
from selu_lab.tools.policies import Policies
from selu_lab.tools.toolbox import Toolbox


@dataclass(frozen=True)
class Parts:
    """What turns are made of. `lessons` gives the active lessons of a user and an agent as they are injected."""

    journal: Journal
    clock: Clock
    shelf: AgentShelf
    users: Users
    profile: Profile
    lessons: Callable[[str, str], LessonsBlock]
    models: ModelSource
    approver: Approver
    policies: Policies
    toolbox: Toolbox


@dataclass(frozen=True)
class Limits:
    """How a turn is bounded. `model` is the user's choice; empty: the agent's own, else the demo model.

    `allowance` is what one conversation may use.
    """

    model: str = ""
    sampling: Sampling = field(default_factory=Sampling)
    budget: Budget = field(default_factory=Budget)
    allowance: Allowance = field(default_factory=Allowance)
    max_rounds: int = 24
    approval_seconds: float = 600.0


@dataclass(frozen=True)
class Prompting:
    """What sets a turn off: the user's text, or a reminder that is `late_seconds` overdue.

    `replaces` is the turn it is asked instead of, 0 for none.
    """

    typed: str
    trigger: Trigger = "user"
    reminder: str | None = None
    late_seconds: int = 0
    replaces: int = 0
