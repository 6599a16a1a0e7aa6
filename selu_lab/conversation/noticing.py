"""What changed between two turns without the conversation being told: the profile, edited by command or elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from selu_lab.conversation.journal import Journal
from selu_lab.events import ContextBuilt, ProfileChanged, SectionRef

_SENTENCE = "The profile was changed since the last turn."


def unmarked_change(journal: Journal, conversation: str, now: Sequence[SectionRef]) -> list[ProfileChanged]:
    """A mark for the transcript when the profile is another than in the last context and nothing said so since.

    `now` are the sections of the turn that begins.
    """
    last = journal.latest(conversation, ("context_built", "profile_changed"), 1)
    if not last or not isinstance(last[0].event, ContextBuilt):
        return []
    return [] if _profile(last[0].event.sections) == _profile(now) else [ProfileChanged(sentence=_SENTENCE)]


def _profile(sections: Sequence[SectionRef]) -> str:
    """The digest of the profile's text, "" where there was none."""
    return next((section.digest for section in sections if section.name == "profile"), "")
