"""The question before a tool runs: what is to be called with what, and the user's answer to this one call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import JsonValue
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input, Static, TextArea

from selu_lab.errors import LabError
from selu_lab.events.tools import Policy
from selu_lab.text import hidden_characters
from selu_lab.tools.approval import Approval, ApprovalRequest
from selu_lab.tui.widgets.call_details import plain
from selu_lab.tui.widgets.choice import Choice

INERT_SECONDS = 0.5
"""So long after the dialog opens, and after the last key of somebody still typing, nothing but Esc counts."""

TALL = 20
"""Lines from which the dialog has a border and room around it."""

CHROME = 15
"""Lines it then needs besides the arguments."""

Check = Callable[[str], Mapping[str, JsonValue]]
"""Reads edited arguments; raises LabError when they are not valid for the tool."""

Mode = Literal["question", "because", "edit"]


@dataclass(frozen=True)
class Given:
    """The answer to one call and, apart from it, the policy the user set for the tool from now on."""

    approval: Approval
    policy: Policy | None = None


class AskScreen(ModalScreen[Given]):
    """The focus is on the arguments, never on Allow; Esc denies in every mode."""

    CSS_PATH = "ask.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (TALL, "-tall")]  # noqa: RUF012 – Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "deny", "Deny", priority=True),
        Binding("a", "allow", "Allow this call"),
        Binding("d", "deny", "Deny"),
        Binding("b", "because", "Deny because …"),
        Binding("e", "edit", "Edit the arguments"),
        Binding("A", "policy('allow')", "Set the tool to Allow"),
        Binding("B", "policy('block')", "Set the tool to Block"),
        Binding("ctrl+s", "allow_edited", "Allow as edited"),
        Binding("ctrl+b", "back", "Back to the question", priority=True),
    ]

    class Typed(Message):
        """Somebody was still typing when the question came: the character belongs into the prompt."""

        def __init__(self, character: str) -> None:
            super().__init__()
            self.character = character

    def __init__(self, request: ApprovalRequest, check: Check, elsewhere: bool = False) -> None:
        """`elsewhere`: the call belongs to another conversation than the one on screen."""
        super().__init__()
        self.request = request
        self._check = check
        self._elsewhere = elsewhere
        self._mode: Mode = "question"
        self._sleep: Timer | None = None
        self.inert = True
        """Whether only Esc counts."""

    def compose(self) -> ComposeResult:
        """Question, arguments, the field of the mode, the keys."""
        with Vertical(id="dialog"):
            yield Static(id="question")
            with VerticalScroll(id="arguments"):
                yield Static(_told(self.request))
            yield Input(placeholder="Why not? The agent is told.", id="because", compact=True)
            yield TextArea(_editable(self.request), id="edit", compact=True, tab_behavior="focus")
            yield Static(id="fault")
            with Horizontal(id="answers", classes="keys"):
                yield Choice("a", "Allow", "allow", tone="$success")
                yield Choice("d", "Deny", "deny", tone="$error")
                yield Choice("b", "because …", "because", tone="$error")
                yield Choice("e", "Edit", "edit")
            with Horizontal(id="policy", classes="keys"):
                yield Static("Policy", classes="label")
                yield Choice("A", "set to Allow", "policy('allow')")
                yield Choice("B", "set to Block", "policy('block')")
            with Horizontal(id="because-keys", classes="keys"):
                yield Choice("Enter", "Deny so", "deny_because", tone="$error")
                yield Choice("^b", "Back", "back")
                yield Choice("Esc", "Deny", "deny", tone="$error")
            with Horizontal(id="edit-keys", classes="keys"):
                yield Choice("^s", "Allow so", "allow_edited", tone="$success")
                yield Choice("^b", "Back", "back")
                yield Choice("Esc", "Deny", "deny", tone="$error")

    def on_mount(self) -> None:
        """Begin inert, with the focus on the arguments."""
        self.tell_waiting(1)
        self._enter("question")
        self._wait()

    def on_resize(self) -> None:
        """Let the arguments, or their editor, have what question and keys leave, and scroll beyond it."""
        height = self.size.height
        for room in ("#arguments", "#edit"):
            self.query_one(room).styles.max_height = height - CHROME if height >= TALL else None

    def tell_waiting(self, open_questions: int) -> None:
        """Say what is asked, and how many questions wait."""
        asked = self.request
        more = max(asked.total - asked.position, open_questions - 1)
        self.query_one("#question", Static).update(
            Content.assemble(
                (asked.agent, "bold $secondary"),
                " asks to call ",
                (asked.tool, "bold $accent"),
                ("  in another conversation" if self._elsewhere else "", "$muted"),
                (f"  {more} more waiting" if more else "", "$muted"),
            )
        )

    # ---- nothing counts while somebody types

    def _wait(self) -> None:
        if self._sleep is not None:
            self._sleep.stop()
        self._sleep = self.set_timer(INERT_SECONDS, self._wake)
        self.inert = True
        self.add_class("-inert")

    def _wake(self) -> None:
        self.inert = False
        self.remove_class("-inert")

    def on_key(self, event: Key) -> None:
        """Keys of somebody still typing go where they were meant to go."""
        if self.inert:
            event.stop()
            event.prevent_default()
            self._wait()
            if event.is_printable and event.character:
                self.post_message(self.Typed(event.character))

    # ---- answers

    def action_allow(self) -> None:
        """Allow this one call."""
        if not self.inert and self._mode == "question":
            self.dismiss(Given(Approval("allow")))

    def action_deny(self) -> None:
        """Deny this one call."""
        self.dismiss(Given(Approval("deny")))

    def action_because(self) -> None:
        """Ask for the reason."""
        if not self.inert:
            self._enter("because")

    def action_deny_because(self) -> None:
        """Deny with the reason that was written."""
        self.dismiss(Given(Approval("deny", because=self.query_one("#because", Input).value.strip())))

    def on_input_submitted(self) -> None:
        """Enter behind the reason denies."""
        self.action_deny_because()

    def action_edit(self) -> None:
        """Let the arguments be edited."""
        if not self.inert:
            self._enter("edit")

    def action_allow_edited(self) -> None:
        """Allow the call with the arguments as edited, once they are valid."""
        if self._mode != "edit":
            return
        try:
            arguments = self._check(self.query_one("#edit", TextArea).text)
        except LabError as error:
            self._tell_fault(str(error))
        else:
            self.dismiss(Given(Approval("allow", arguments=arguments)))

    def action_policy(self, policy: Policy) -> None:
        """Change the tool's policy from now on, and answer this call accordingly."""
        if not self.inert and self._mode == "question":
            self.dismiss(Given(Approval("allow" if policy == "allow" else "deny"), policy))

    def action_back(self) -> None:
        """Go back to the question."""
        self._enter("question")

    def withdraw(self) -> None:
        """Nobody waits for the answer any more: go away."""
        if self.is_current:
            self.dismiss(Given(Approval("cancelled")))

    def _enter(self, mode: Mode) -> None:
        self._mode = mode
        for name in ("question", "because", "edit"):
            self.set_class(name == mode, f"-{name}")
        self._tell_fault("")
        focused = {"question": "#arguments", "because": "#because", "edit": "#edit"}[mode]
        self.query_one(focused).focus()

    def _tell_fault(self, sentence: str) -> None:
        fault = self.query_one("#fault", Static)
        fault.display = bool(sentence)
        fault.update(Content(sentence))


def _editable(request: ApprovalRequest) -> str:
    return json.dumps(dict(request.arguments), ensure_ascii=False, indent=2)


def _told(request: ApprovalRequest) -> Content:
    """The agent's own words, then the arguments as the tool will get them."""
    arguments = plain(request.arguments)
    said = f"“{request.message}”\n\n" if request.message else ""
    warned = "! This holds invisible characters.\n" if hidden_characters(arguments.plain) else ""
    return Content.assemble((said, "italic"), (warned, "$warning"), arguments)
