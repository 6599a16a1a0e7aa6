"""A reflection with its five stages, lighting up while it runs; any earlier one can be looked at as well."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from selu_lab.events import Entry, ReflectionStarted
from selu_lab.reflection.runs import STAGES, Run
from selu_lab.reflection.view import RunView, run_view
from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.messages import ReflectNow
from selu_lab.tui.screens.following import FollowingScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.widgets import run_line, stage_line
from selu_lab.tui.widgets.key_line import KeyLine
from selu_lab.tui.widgets.stage_story import story

MOST_RUNS = 200
_NONE = "No reflection yet. One follows the end of a conversation; n reflects on the one that is open now."


class ReflectionScreen(FollowingScreen):
    """Shows one run and follows a new one of the same agent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("t", "again", "Reflect again"),
        Binding("n", "app.reflect", "Reflect now"),
    ]

    def __init__(self, lessons: LessonDesk, run: str = "") -> None:
        """Without a run the newest of the open conversation is shown, else the agent's newest."""
        super().__init__(lessons)
        self._run = run
        self._view: RunView | None = None

    def compose(self) -> ComposeResult:
        """Stages beside all runs."""
        yield Static(classes="banner")
        with Horizontal(id="reflection"):
            with Vertical(id="run"):
                yield Static(classes="head")
                yield OptionList(markup=False, id="stages")
                yield Static(classes="keys")
            with Vertical(id="others"):
                yield Static("Reflections", classes="title")
                yield OptionList(markup=False, id="runs")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the run, with the cursor on its stages."""
        self.look()
        self.query_one("#stages").focus()

    def heard(self, entry: Entry) -> None:
        """A stage ended, a run began or ended."""
        if isinstance(entry.event, ReflectionStarted) and entry.event.agent == self.lessons.agent:
            self._run = entry.event.run
        self.look()

    def look(self) -> None:
        """Read the runs, and the one on screen with its stages."""
        runs = self.lessons.runs()[:MOST_RUNS]
        self._run = self._run or self._newest(runs)
        self._view = run_view(self.lessons.desk.lab.reflector.runs, self._run) if self._run else None
        self._tell_head(self._view)
        self._tell_stages(self._view)
        self._tell_runs(runs)

    def _newest(self, runs: tuple[Run, ...]) -> str:
        here = [run for run in runs if run.conversation == self.lessons.desk.conversation]
        return next((run.id for run in (*here, *runs)), "")

    def _tell_head(self, view: RunView | None) -> None:
        run = view.run if view else None
        of = self.lessons.title(run.conversation) if run else "no conversation"
        attempt = f", attempt {run.attempt}" if run and run.attempt > 1 else ""
        self.query_one(".banner", Static).update(
            Content.assemble(
                (" Reflection of ", "$muted"),
                of,
                (" with ", "$muted"),
                (self.lessons.agent, "bold $secondary"),
                (attempt, "$warning"),
            )
        )
        self.query_one(".head", Static).update(_outcome(run))
        self.query_one(".keys", Static).update(Content("Enter input, exact prompts, output" if run else ""))

    def _tell_stages(self, view: RunView | None) -> None:
        stages = self.query_one("#stages", OptionList)
        place = stages.highlighted or 0
        stages.clear_options()
        if view:
            ended = {one.stage: one for one in view.stages}
            states = stage_line.states(view)
            stages.add_options([Option(stage_line.told(one, states[one], ended.get(one)), id=one) for one in STAGES])
            stages.highlighted = place

    def _tell_runs(self, runs: tuple[Run, ...]) -> None:
        listed, zone = self.query_one("#runs", OptionList), self.lessons.desk.user.timezone
        place = listed.highlighted or 0
        listed.clear_options()
        title = self.lessons.title
        listed.add_options(
            [
                Option(run_line.told(run, title(run.conversation), zone, here=run.id == self._run), id=run.id)
                for run in runs
            ]
        )
        listed.highlighted = min(place, len(runs) - 1) if runs else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the stage in full, or the chosen run."""
        event.stop()
        if event.option_list.id == "runs":
            self._run = event.option_id or ""
            self.look()
            return
        stage = next((one for one in self._view.stages if one.stage == event.option_id), None) if self._view else None
        if stage:
            self.app.push_screen(ReadingScreen(stage.stage.upper(), story(stage), stage.summary))

    def action_again(self) -> None:
        """Reflect on the same turns again; what this run wrote is replaced."""
        if self._view:
            run = self._view.run
            self.post_message(ReflectNow(run.conversation, run.agent, force=True))


def _outcome(run: Run | None) -> Content:
    if run is None:
        return Content.styled(_NONE, "$muted")
    if run.status == "failed":
        return Content.assemble((f"✗ {run.sentence}", "$error"), ("\nNo lesson was touched. t tries again.", "$muted"))
    if run.status == "running":
        return Content.styled("Reflecting …", "$accent")
    return Content.styled(run.sentence, "bold" if run.status == "done" else "$muted")
