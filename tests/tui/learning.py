"""A throw-away lab with the demo model, in which lessons really emerge from conversations, and lessons made by hand."""

from __future__ import annotations

from selu_lab.conversation.clock import FrozenClock
from selu_lab.ids import counted_ids
from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.lessons.records import Evidence, Rating
from selu_lab.tui.app import LabApp
from selu_lab.tui.approvals import ApprovalQueue
from tests.tui.kit import NOW, settings

TOO_LONG = "That is too long. Please answer in at most one sentence from now on."
QUOTE = "Please answer in at most one sentence from now on."
LEARNED = "Answer in at most one sentence."


def demo_app() -> LabApp:
    """The app on a lab with the demo model, which reflects."""
    approvals = ApprovalQueue()
    outside = Outside(clock=FrozenClock(NOW), approver=approvals, new_id=counted_ids())
    return LabApp(open_lab(settings(reflect=True), None, outside), approvals, quiet=True)


async def converse(lab: Lab, *texts: str) -> str:
    """A conversation of these texts, ended and reflected on."""
    conversation = lab.start().id
    for text in texts:
        await lab.chat.say(conversation, text)
    await lab.end(conversation)
    return conversation


async def learned(lab: Lab) -> tuple[str, str]:
    """Two conversations that made L1 active."""
    return await converse(lab, "Hello!", TOO_LONG), await converse(lab, "Good morning!", TOO_LONG)


def lesson(lab: Lab, text: str, *ratings: Rating, quote: str = "", agent: str = "default") -> str:
    """A suggestion with a correction of each rating, every one from a conversation of its own."""
    ledger, user = lab.lessons.ledger, lab.user()
    made = ledger.add(user.id, agent, "communication_style", text, lab.clock.now())
    ledger.add_evidence(made, [_correction(made, place, rating, quote) for place, rating in enumerate(ratings)])
    return made


def _correction(made: str, place: int, rating: Rating, quote: str) -> Evidence:
    return Evidence(f"{made}-{place}", 2, place + 1, "supports", "explicit_correction", rating, quote)


def board(lab: Lab) -> None:
    """L1 and L4 are suggestions, L2 is active, L3 paused, L5 removed."""
    lesson(lab, "Ask before planning more than one day.", "moderate")
    lesson(lab, "Answer in at most three sentences.", "clear", "clear")
    lesson(lab, "Use ISO dates in calls of the calendar.", "clear", "clear", "moderate")
    lesson(lab, "Search the notes only when the question is about something stored.", "clear")
    lesson(lab, "Write letters with formal address.", "moderate", "moderate")
    lab.lessons.remove("anna", "default", "L5")
    lab.lessons.pause("anna", "default", "L3")


def is_status(lab: Lab, lesson: str, then: str) -> bool:
    """Whether the lesson has that status."""
    return status(lab, lesson) == then


def status(lab: Lab, lesson: str) -> str:
    """The status of a lesson of the default agent."""
    return lab.lessons.get("anna", "default", lesson).status
