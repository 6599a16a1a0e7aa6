"""The blank page: who answers, and what one could say."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from selu_lab.packages import AgentPackage

_TRY = {
    "en": (
        "I prefer metric units, please remember that.",
        "What do you know about me?",
        "Remind me in 20 minutes to take the laundry out.",
    ),
    "de": (
        "Merk dir bitte: Ich mag keinen Koriander.",
        "Was weißt du über mich?",
        "Erinnere mich in 20 Minuten an die Wäsche.",
    ),
}


class Welcome(Static):
    """Shown until the first message."""

    def tell(self, package: AgentPackage, language: str) -> None:
        """Introduce the agent in the user's language."""
        ideas = "\n".join(f"“{text}”" for text in _TRY[language])
        self.update(
            Content.assemble(
                (package.name(language), "bold $primary"),
                (f"  @{package.id}\n", "$muted"),
                package.description(language),
                ("\n\nOne could say\n", "$muted"),
                ideas,
                ("\n\nF1 shows all keys · F3 another agent · F4 another model", "$muted"),
            )
        )
