"""The screen one talks on: transcript and prompt, and beside them the panel."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from selu_lab.errors import LabError
from selu_lab.events import ContextBuilt, Entry, LessonChanged, TextDelta
from selu_lab.events.conversation import EndReason
from selu_lab.tui.desk import Desk
from selu_lab.tui.evidence import evidence_of
from selu_lab.tui.messages import Recorded, Refused
from selu_lab.tui.running import Running
from selu_lab.tui.screens.paneled import PaneledScreen
from selu_lab.tui.tell import used
from selu_lab.tui.widgets.banner import Banner
from selu_lab.tui.widgets.key_line import KeyLine
from selu_lab.tui.widgets.list_tab import ListTab
from selu_lab.tui.widgets.prompt import Prompt
from selu_lab.tui.widgets.side_panel import SidePanel
from selu_lab.tui.widgets.transcript import TranscriptView
from selu_lab.tui.widgets.welcome import Welcome


class ChatScreen(PaneledScreen):
    """Folds the journal's entries of the conversation at the desk; everything else it asks the app for."""

    CSS_PATH = "chat.tcss"
    AUTO_FOCUS = "Prompt"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "Stop", priority=True),
        Binding("escape", "back", "Back to the prompt", show=False),
        Binding("ctrl+n", "new", "New", priority=True),
        Binding("ctrl+e", "end", "End", priority=True),
        Binding("ctrl+r", "ask_again", "Again", priority=True),
        Binding("ctrl+g", "edit_last", "Edit", priority=True),
        Binding("ctrl+y", "copy", "Copy answer", show=False, priority=True),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._at_work = Running()

    def compose(self) -> ComposeResult:
        """Header, transcript over prompt, panel, keys."""
        yield Banner()
        with Horizontal(id="body"):
            with Vertical(id="talk"):
                yield Welcome()
                yield TranscriptView(self.desk.user.timezone)
                yield Static("", id="status")
                yield Prompt()
            yield SidePanel(self.desk)
        yield KeyLine()

    async def on_mount(self) -> None:
        """Listen to the journal, show the conversation."""
        self._silence = self.desk.lab.journal.subscribe(self._heard)
        await self.show_conversation()

    def _heard(self, entry: Entry) -> None:
        """Called in whichever thread recorded; a message is safe from all of them."""
        self.post_message(Recorded(entry))

    def on_unmount(self) -> None:
        """Stop listening."""
        self._silence()

    @property
    def view(self) -> TranscriptView:
        """The transcript."""
        return self.query_one(TranscriptView)

    async def show_conversation(self) -> None:
        """Show the conversation at the desk, or a blank page."""
        view = self.view
        self.query_one(Prompt).give_up()
        view.zone = self.desk.user.timezone
        await view.show(self.desk.lab.journal.entries(self.desk.conversation) if self.desk.conversation else ())
        self.query_one(SidePanel).follow(view.fold)
        self.refresh_desk()
        await self._teach()

    async def _teach(self) -> None:
        """Mark the turns that are evidence for lessons."""
        here = self.desk.conversation
        await self.view.teach(evidence_of(self.desk.lab, here) if here else {})

    async def show_turn(self, turn: int, lesson: str) -> None:
        """Bring a turn to the top, with the focus on its line about a lesson."""
        self.remove_class("-panel-open")
        await self.view.to_turn(turn, lesson)

    def refresh_desk(self) -> None:
        """Tell agent, model, persona and usage; greet on a blank page; look again into the panel."""
        blank = not self.view.fold.items
        welcome = self.query_one(Welcome)
        welcome.display, self.view.display = blank, not blank
        if blank:
            welcome.tell(self.desk.package, self.desk.user.language)
        self._tell_desk()
        self._tell_status()
        self.query_one(SidePanel).look()

    def _tell_desk(self) -> None:
        user = self.desk.user
        self.query_one(Banner).tell(
            self.desk.agent, self.desk.label, f"{user.name} ({user.language})", used(self.view.fold.usage)
        )
        if not self.desk.label_known:
            self.call_after_refresh(self._learn_label)

    @work(group="label", exclusive=True)
    async def _learn_label(self) -> None:
        """Off the loop: it imports the model, which is not needed for the first paint."""
        await asyncio.to_thread(self.desk.learn_label)
        if self.query(Banner):  # the user may have left meanwhile
            self._tell_desk()

    @property
    def answering(self) -> bool:
        """Whether a turn of the conversation on screen runs, or is about to."""
        return self._at_work.answering(self.desk.conversation)

    def _tell_status(self) -> None:
        prompt, desk = self.query_one(Prompt), self.desk
        status = self._at_work.status(desk.conversation, prompt.replaces, ended=desk.ended)
        self.query_one("#status", Static).update(Content(status))
        prompt.placeholder = Content(f"Write to {desk.agent} …")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are offered where they do something."""
        if action == "stop":
            return self.answering
        if action == "end":
            return bool(self.desk.conversation) and not self.desk.ended and not self.answering
        if action in ("ask_again", "edit_last"):
            return not self.answering and self.desk.last_text is not None
        return True

    # ---- talking

    @on(Prompt.Sent)
    async def _sent(self, message: Prompt.Sent) -> None:
        if self.answering:
            self.app.notify("The agent is still answering. Esc stops it.", markup=False)
            return
        self.query_one(Prompt).accepted()
        await self._send(message.text, message.replaces)

    async def _send(self, text: str, replaces: int = 0) -> None:
        fresh = not self.desk.conversation or self.desk.ended
        conversation = self.desk.ready()
        if fresh:
            await self.show_conversation()
        await self.view.to_end()
        self._at_work.sending.add(conversation)
        self._tell_status()
        self._say(conversation, text, 0 if fresh else replaces)

    @work(group="turn")
    async def _say(self, conversation: str, text: str, replaces: int) -> None:
        try:
            await self.desk.say(conversation, text, replaces)
        except LabError as error:
            self.post_message(Refused(str(error)))
        except asyncio.CancelledError:  # it waited behind another turn and was taken back
            for prompt in self.query(Prompt):
                prompt.take_back()
            raise
        finally:
            self._at_work.sending.discard(conversation)
            self.call_later(self.refresh_desk)

    @on(Recorded)
    async def _recorded(self, message: Recorded) -> None:
        entry = message.entry
        self._at_work.heard(entry)
        if entry.conversation != self.desk.conversation:
            return
        await self.view.take(entry)
        if isinstance(entry.event, LessonChanged):
            await self._teach()
        if isinstance(entry.event, ContextBuilt):
            self.query_one(SidePanel).follow(self.view.fold)
        elif not isinstance(entry.event, TextDelta):
            self.refresh_desk()

    @on(Prompt.Paged)
    async def _paged(self, message: Prompt.Paged) -> None:
        await self.view.page(message.direction)

    # ---- keys

    def on_key(self, event: Key) -> None:
        """Whoever types while the focus is on the transcript or a tab's title means the prompt."""
        listed = self.focused is not None and any(isinstance(one, ListTab) for one in self.focused.ancestors)
        if event.character and event.is_printable and not event.character.isspace() and not listed:
            event.stop()
            self.query_one(Prompt).focus()
            self.type(event.character)

    def action_stop(self) -> None:
        """Stop the answer; what has arrived stays. A text that still waits for another turn is taken back."""
        if not self.desk.stop():
            self.workers.cancel_group(self, "turn")

    def stop_all(self) -> None:
        """Stop every turn that runs, in whichever conversation, and let none begin."""
        for conversation in tuple(self._at_work.turns):
            self.desk.lab.chat.stop(conversation)
        self.workers.cancel_group(self, "turn")

    async def action_ask_again(self) -> None:
        """Ask the last text again; its old answer is no longer in the context."""
        if last := self.desk.last_text:
            self.query_one(Prompt).give_up()
            await self._send(last.typed, last.turn)

    def action_edit_last(self) -> None:
        """Take the last text back into the prompt; sending it replaces its turn."""
        if last := self.desk.last_text:
            self.to_prompt()
            self.query_one(Prompt).take_again(last.turn, last.typed)
            self._tell_status()

    async def action_new(self) -> None:
        """End this conversation and begin a blank page."""
        self._end(self.desk.conversation, "new")
        self.desk.leave()
        await self.show_conversation()
        self.query_one(Prompt).focus()

    def action_end(self) -> None:
        """End this conversation and stay to see what is learned from it."""
        self._end(self.desk.conversation, "user")

    @work(group="ending")
    async def _end(self, conversation: str, reason: EndReason) -> None:
        """End and reflect; a turn that runs is stopped before, so that the reflection sees it whole."""
        if not conversation:
            return
        self.desk.lab.chat.stop(conversation)
        while conversation in self._at_work.turns:
            await asyncio.sleep(0.01)
        try:
            await self.desk.lab.end(conversation, reason)
        except LabError as error:
            self.post_message(Refused(str(error)))

    def action_back(self) -> None:
        """Go back to the prompt, from wherever the focus is; a panel over it closes. In the prompt, replace nothing."""
        prompt = self.query_one(Prompt)
        if prompt.has_focus:
            prompt.give_up()
            self._tell_status()
        self.to_prompt()

    def type(self, character: str) -> None:
        """Put a character into the prompt that was typed elsewhere."""
        self.query_one(Prompt).insert(character)

    def action_copy(self) -> None:
        """Copy the last answer."""
        if answer := self.view.last_answer:
            self.app.copy_to_clipboard(answer)
            self.app.notify("The last answer was copied.", markup=False)
