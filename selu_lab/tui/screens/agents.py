"""The agents and what their tools may do: which one answers, and each tool's policy for this user."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from selu_lab.events.tools import Decision
from selu_lab.packages import AgentPackage
from selu_lab.tools.base import ToolSpec
from selu_lab.tools.policies import POLICIES
from selu_lab.tui.desk import Desk
from selu_lab.tui.widgets.call_details import ORIGINS

_TONES: dict[Decision, str] = {
    "allow": "$success",
    "ask": "$warning",
    "block": "$error",
    "unset": "$error",
}


class AgentsScreen(ModalScreen[str]):
    """Gives the agent that is to answer; policies are changed in place."""

    CSS_PATH = "over.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close"),
        Binding("a", "policy('allow')", "Allow"),
        Binding("s", "policy('ask')", "Ask"),
        Binding("b", "policy('block')", "Block"),
        Binding("r", "policy('')", "Reset"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """Agents beside the tools of the one under the cursor."""
        with Vertical(classes="sheet -wide-sheet"):
            yield Static(Content("Agents and their tools"), classes="title")
            with Horizontal(classes="columns"):
                yield OptionList(markup=False, id="agents", classes="first")
                yield OptionList(markup=False, id="tools")
            keys = "Enter let it answer · Tab to its tools: a allow · s ask · b block · r reset"
            yield Static(Content(keys), classes="keys")

    def on_mount(self) -> None:
        """Begin at the agent that answers."""
        shelf, agents = self.desk.lab.shelf, self.query_one("#agents", OptionList)
        agents.add_options([self._agent(shelf.get(one)) for one in shelf.ids()])
        agents.highlighted = shelf.ids().index(self.desk.package.id)
        agents.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the tools of the agent under the cursor."""
        if event.option_list.id == "agents":
            self.look()

    def look(self) -> None:
        """Show the policies as they are now."""
        tools = self.query_one("#tools", OptionList)
        place = tools.highlighted or 0
        package = self.desk.lab.shelf.get(self._chosen("agents"))
        specs = [tool.spec for tool in self.desk.lab.toolbox.offered(package).values()]
        tools.clear_options()
        tools.add_options([self._tool(package.id, spec) for spec in specs])
        tools.highlighted = min(place, len(specs) - 1)

    def _chosen(self, which: str) -> str:
        option = self.query_one(f"#{which}", OptionList).highlighted_option
        return (option.id or "") if option else ""

    def _agent(self, package: AgentPackage) -> Option:
        language = self.desk.user.language
        return Option(
            Content.assemble(
                ("● " if package.id == self.desk.agent else "  ", "$primary"),
                (package.name(language), "bold"),
                (f"\n  @{package.id}\n  {package.description(language)}", "$muted"),
            ),
            id=package.id,
        )

    def _tool(self, agent: str, spec: ToolSpec) -> Option:
        ruling = self.desk.lab.policies.ruling(self.desk.user.id, agent, spec)
        word = "None" if ruling.decision == "unset" else ruling.decision.capitalize()
        return Option(
            Content.assemble(
                (f"{word:<6}", f"bold {_TONES[ruling.decision]}"),
                (spec.name, "bold"),
                (f"\n      {ORIGINS[ruling.origin]} · {spec.origin}", "$muted"),
            ),
            id=spec.name,
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the chosen agent."""
        if event.option_list.id == "agents" and event.option_id:
            self.dismiss(event.option_id)

    def action_policy(self, policy: str) -> None:
        """Set the policy of the chosen tool; empty goes back to the default."""
        if tool := self._chosen("tools"):
            named = next((one for one in POLICIES if one == policy), None)
            self.desk.set_policy(self._chosen("agents"), tool, named)
            self.look()

    def action_close(self) -> None:
        """Give nothing."""
        self.dismiss("")
