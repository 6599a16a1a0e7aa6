"""The user's reminders, the next one first, with the time that is left."""

from __future__ import annotations

from collections import defaultdict
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from selu_lab.reminders.store import Reminder
from selu_lab.tui.desk import Desk
from selu_lab.tui.messages import Changed, FireNow
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.tell import count, countdown, day
from selu_lab.tui.widgets.list_tab import ListTab


class RemindersTab(ListTab):
    """Waiting reminders; the time left is told anew every second while they are in sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "cancel", "Cancel", show=False),
        Binding("u", "undo", "Undo", show=False),
        Binding("e", "edit", "Edit", show=False),
        Binding("f", "fire", "Fire now", show=False),
        Binding("h", "ahead", "Skip ahead", show=False),
    ]
    keys = "e time · f fire now · h skip ahead · d cancel · u undo"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._waiting: dict[str, Reminder] = {}
        self._cancelled: dict[str, list[str]] = defaultdict(list)

    def on_mount(self) -> None:
        """Keep the countdown going."""
        self.set_interval(1, self._tick)

    def look(self) -> None:
        """Read the reminders."""
        waiting = self.desk.lab.reminders.all(self.desk.user.id)
        self._waiting = {reminder.id: reminder for reminder in waiting}
        head = f"{count(len(waiting), 'reminder')} waiting" if waiting else "No reminders wait."
        self.fill(head, [Option(self._told(reminder), id=reminder.id) for reminder in waiting])

    def _tick(self) -> None:
        if self._waiting and self.region.area:
            entries = self.query_one(OptionList)
            for reminder in self._waiting.values():
                entries.replace_option_prompt(reminder.id, self._told(reminder))

    def _told(self, reminder: Reminder) -> Content:
        plan, now = reminder.plan, self.desk.lab.clock.now()
        return Content.assemble(
            (f"{countdown(plan.fire_at - now)}\n", "bold $accent"),
            plan.prompt,
            (f"\n{day(plan.fire_at, plan.zone)} · {plan.agent} · “{plan.phrase}”", "$muted"),
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change the chosen reminder's time."""
        event.stop()
        self.action_edit()

    def action_edit(self) -> None:
        """Give the chosen reminder another time."""
        if reminder := self._waiting.get(self.chosen or ""):
            fields = [Field("phrase", f"When, as in “{reminder.plan.phrase}”")]
            form = FormScreen(reminder.plan.prompt, fields, lambda to: self._move(reminder, to["phrase"]))
            self.app.push_screen(form)

    def _move(self, reminder: Reminder, phrase: str) -> None:
        self.post_message(Changed(f"Moved: {self.desk.move_reminder(reminder, phrase)}"))

    def action_fire(self) -> None:
        """Fire the chosen reminder now."""
        if reminder := self._waiting.get(self.chosen or ""):
            self.post_message(FireNow(reminder))

    def action_ahead(self) -> None:
        """Show what fires until a moment, without waiting for it."""
        found: list[tuple[str, list[Reminder]]] = []
        fields = [Field("phrase", "Until when, as in “in 2 hours”")]
        form = FormScreen("Skip ahead", fields, lambda to: found.append(self.desk.ahead(to["phrase"])), "show")
        self.app.push_screen(form, lambda _: self._tell_ahead(*found[-1]) if found else None)

    def _tell_ahead(self, until: str, found: list[Reminder]) -> None:
        lines = [f"{day(one.plan.fire_at, one.plan.zone)}\n{one.plan.agent}: {one.plan.prompt}" for one in found]
        page = ReadingScreen(f"Until {until}", "\n\n".join(lines) or "Nothing fires.", "f fires one of them now")
        self.app.push_screen(page)

    def action_cancel(self) -> None:
        """Cancel the chosen reminder."""
        if reminder := self.chosen:
            self._cancelled[self.desk.user.id].append(reminder)
            self.do(lambda: self.desk.cancel_reminder(reminder), "Reminder cancelled; u brings it back.")

    def action_undo(self) -> None:
        """Take the last cancellation back."""
        if gone := self._cancelled[self.desk.user.id]:
            reminder = gone.pop()
            self.do(lambda: self.desk.restore_reminder(reminder), "The reminder waits again.")
