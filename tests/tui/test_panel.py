"""The panel: the exact context of any turn, and memory the user can see, change and take back."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, TextArea

from selu_lab.conversation.items import MarkItem
from selu_lab.events import PolicyChanged, ProfileChanged
from selu_lab.memory.note import Origin
from selu_lab.memory.users import User
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.form import FormScreen
from selu_lab.tui.screens.lesson import LessonScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.widgets.list_tab import ListTab
from selu_lab.tui.widgets.prompt import Prompt
from selu_lab.tui.widgets.side_panel import SidePanel
from tests.tui import stories
from tests.tui.kit import app_with, shown, type_text, until

SIZE = (120, 40)


async def open_tab(pilot: Pilot[None], app: LabApp, tab: str, entries: int) -> OptionList:
    """Bring a tab to the front and wait for its entries."""
    await app.chat.open_tab(tab)
    found = app.chat.query_one(f"#{tab} OptionList", OptionList)
    await until(pilot, lambda: found.option_count == entries)
    found.focus()
    await pilot.pause()
    return found


def marks(app: LabApp) -> list[str]:
    """What the transcript says happened between the messages."""
    return [item.sentence for item in app.chat.view.fold.items if isinstance(item, MarkItem)]


async def test_enter_shows_the_exact_text_of_a_section_of_any_turn() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        entries = await open_tab(pilot, app, "context", 3)
        assert "Turn 2 · 26 tokens in 3 sections" in shown(app)
        assert "Date and time changed" in shown(app)
        entries.highlighted = 1
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        await pilot.pause()
        assert "Turn 2, Tuesday, 2026-03-03 10:30" in shown(app)
        await pilot.press("escape", "left")
        await pilot.pause()
        assert "Turn 1 ·" in shown(app)
        assert "changed" not in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        await pilot.pause()
        assert "Turn 1, Tuesday, 2026-03-03 10:30" in shown(app)


async def test_the_context_counts_its_messages_as_a_person_would() -> None:
    app, _ = app_with(("Hello.",), ("Again.",))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        for text, counted in (("Hi", "1 message "), ("Hi again", "3 messages ")):
            await type_text(pilot, text)
            await until(pilot, lambda there=counted: there in shown(app))  # type: ignore[misc]


async def test_notes_are_found_edited_deleted_and_brought_back() -> None:
    app, _ = app_with()
    app.desk.open(stories.begin(app.lab))
    notes = app.lab.notes(app.desk.user.id)
    for text in ("Anna drinks oat milk", "The bike is in the cellar"):
        notes.remember(text, Origin("default"), app.lab.clock.now())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        entries = await open_tab(pilot, app, "notes", 2)
        await pilot.press("slash")
        app.chat.query_one("#notes Input", Input).value = "bike"
        await until(pilot, lambda: entries.option_count == 4)  # a heading and a hit, ours and production's
        await pilot.press("enter", "e")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one(TextArea).text = "The bike is in the yard"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "in the yard" in shown(app))
        await pilot.press("d")
        await until(pilot, lambda: notes.count() == 1)
        await until(pilot, lambda: "u brings it back" in shown(app))
        await pilot.press("u")
        await until(pilot, lambda: notes.count() == 2)
        assert {note.content for note in notes.all()} == {"Anna drinks oat milk", "The bike is in the yard"}
        await until(pilot, lambda: marks(app)[2:])
        assert marks(app) == [
            "Note changed: “The bike is in the yard”",
            "Note deleted: one that default stored on Tue 2026-03-03.",  # a deleted text is kept nowhere
            "Note is back: “The bike is in the yard”",
        ]


async def test_a_search_shows_its_scores_and_what_production_would_have_found() -> None:
    app, _ = app_with()
    notes = app.lab.notes(app.desk.user.id)
    for text in ("Anna drinks oat milk", "The bike is in the cellar"):
        notes.remember(text, Origin("default"), app.lab.clock.now())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        entries = await open_tab(pilot, app, "notes", 2)
        for query, production in (("oat milk", 1), ("Which milk does Anna take?", 0)):
            app.chat.query_one("#notes Input", Input).value = query
            await until(pilot, lambda there=production: f"production: {there or 'none'}" in shown(app))  # type: ignore[misc]
            own, theirs = shown(app).split("Production would have found")
            assert f"{notes.search(query)[0].score:.2f}  Anna drinks oat milk" in own
            assert ("Anna drinks oat milk" in theirs) == bool(production)
            assert ("Nothing: it finds only notes" in theirs) == (not production)
        app.chat.query_one("#notes Input", Input).value = "oat milk"
        await until(pilot, lambda: "production: 1" in shown(app))
        entries.focus()
        entries.highlighted = 3
        await pilot.press("d")  # production's hit is the same note
        await until(pilot, lambda: notes.count() == 1)


async def test_only_the_tab_in_sight_is_mounted_until_another_is_shown() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        assert len(app.chat.query(ListTab)) == 1
        await pilot.click("#--content-tab-profile")
        await until(pilot, lambda: "No facts yet; n adds one." in shown(app))
        await pilot.press("f8", "f8")
        await until(pilot, lambda: app.chat.query("#notes OptionList:focus"))
        assert len(app.chat.query(ListTab)) == 3


async def test_a_note_that_cannot_be_kept_is_said_in_the_form_and_nothing_typed_is_lost() -> None:
    app, _ = app_with()
    app.lab.notes(app.desk.user.id).remember("Anna drinks oat milk", Origin("default"), app.lab.clock.now())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_tab(pilot, app, "notes", 1)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one(TextArea).text = "My password is Sun-4711-Moon"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "This holds a secret" in shown(app))
        assert "Sun-4711-Moon" in app.screen.query_one(TextArea).text


async def test_undo_never_brings_one_user_s_things_to_another() -> None:
    app, _ = app_with()
    for user in ("anna", "ben"):
        app.lab.users.put(User(user, user.capitalize(), "en", "Europe/Berlin"))
    app.lab.profile.add("anna", "personal", "Likes tea", app.lab.clock.now())
    app.lab.notes("anna").remember("Anna drinks oat milk", Origin("default"), app.lab.clock.now())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_tab(pilot, app, "notes", 1)
        await pilot.press("d")
        await until(pilot, lambda: not app.lab.notes("anna").count())
        await open_tab(pilot, app, "profile", 2)
        await pilot.press("d")
        await until(pilot, lambda: not app.lab.profile.facts("anna"))
        await until(pilot, lambda: len(app.screen.query("Toast")) == 2)
        for user, kept in (("ben", 0), ("anna", 1)):
            app.desk.choose_user(user)
            app.chat.refresh_desk()
            for tab in ("notes", "profile"):
                await open_tab(pilot, app, tab, 0)
                await pilot.press("u")
            await until(pilot, lambda there=kept: len(app.lab.profile.facts("anna")) == there)  # type: ignore[misc]
        await until(pilot, lambda: app.lab.notes("anna").count() == 1)
        assert not app.lab.notes("ben").count()
        assert not app.lab.profile.facts("ben")


async def test_esc_leaves_a_form_at_once_only_when_nothing_was_written() -> None:
    app, _ = app_with()
    app.lab.profile.add("anna", "personal", "Likes tea", app.lab.clock.now())
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await app.chat.open_tab("profile")
        await pilot.pause()
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, FormScreen))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        await pilot.press("T", "e", "a", "escape")
        await pilot.pause()
        assert "This is not saved yet. Esc once more leaves it so." in shown(app)
        await pilot.press("s", "escape")  # whoever writes on is asked again
        await pilot.pause()
        assert app.screen.query_one(Input).value == "Teas"
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, FormScreen))
        assert [fact.text for fact in app.lab.profile.facts("anna")] == ["Likes tea"]


async def test_skipping_ahead_shows_what_fires_without_waiting() -> None:
    app, _ = app_with()
    first, second = stories.reminders(app.lab)
    app.desk.open(stories.begin(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_tab(pilot, app, "reminders", 2)
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        assert "Enter show · Esc cancel" in shown(app)  # nothing is saved here
        app.screen.query_one(Input).value = "in 2 hours"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        assert first.plan.prompt in shown(app)
        assert second.plan.prompt not in shown(app)
        assert app.lab.reminders.get("anna", first.id).status == "waiting"


async def test_reminders_are_moved_cancelled_restored_and_fired() -> None:
    app, _ = app_with(("The laundry!",))
    first, second = stories.reminders(app.lab)
    app.desk.open(stories.begin(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_tab(pilot, app, "reminders", 2)
        assert "in 20 min" in shown(app)
        assert "in 3 d 1 h" in shown(app)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one(Input).value = "whenever"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, FormScreen)  # what cannot be read is said in the form
        app.screen.query_one(Input).value = "in 2 hours"
        await pilot.press("enter")
        await until(pilot, lambda: "Moved: Tuesday, 3 March 2026" in shown(app))
        await pilot.press("d")
        await until(pilot, lambda: app.lab.reminders.get("anna", first.id).status == "cancelled")
        await pilot.press("u")
        await until(pilot, lambda: app.lab.reminders.get("anna", first.id).status == "waiting")
        await until(pilot, lambda: app.chat.query_one("#reminders OptionList", OptionList).option_count == 2)
        await pilot.press("f")
        await until(pilot, lambda: app.lab.reminders.get("anna", first.id).status == "fired")
        await until(pilot, lambda: "A reminder fired: “Take the laundry out”" in shown(app))
        assert app.lab.reminders.get("anna", second.id).status == "waiting"
        assert marks(app)[:3] == [
            "Reminder moved: “Take the laundry out”, due Tue 2026-03-03 12:30.",
            "Reminder cancelled: “Take the laundry out”, due Tue 2026-03-03 12:30.",
            "Reminder waits again: “Take the laundry out”, due Tue 2026-03-03 12:30.",
        ]


async def test_lessons_change_their_status_and_say_why_not() -> None:
    app, _ = app_with()
    stories.lessons(app.lab)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        entries = await open_tab(pilot, app, "lessons", 4)
        assert "Active 1/10" in shown(app)
        entries.highlighted = 1
        await pilot.press("r")
        await until(pilot, lambda: "L1 cannot be resumed" in shown(app))
        await pilot.press("p")
        await until(pilot, lambda: app.lab.lessons.get("anna", "default", "L1").status == "paused")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        await until(pilot, lambda: "Please keep it short." in shown(app))


async def test_profile_facts_are_added_edited_deleted_and_marked_in_the_conversation() -> None:
    app, _ = app_with()
    app.lab.users.put(User("anna", "Anna", "de", "Europe/Berlin"))
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await app.chat.open_tab("profile")
        await pilot.pause()
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "A profile fact cannot be empty." in shown(app))
        app.screen.query_one(Input).value = "Mag keinen Koriander"
        app.screen.query_one(Input).focus()
        await pilot.press("enter")
        await until(pilot, lambda: "Mag keinen Koriander" in shown(app))
        assert "Persönliches" in shown(app)
        await until(pilot, lambda: "The next turn sees it." in shown(app))
        app.chat.query_one("#profile OptionList", OptionList).highlighted = 1
        await pilot.press("d")
        await until(pilot, lambda: not app.lab.profile.facts("anna"))
        await until(pilot, lambda: "No facts yet" in shown(app))
        await pilot.press("u")
        await until(pilot, lambda: app.lab.profile.facts("anna"))
        events = [entry.event for entry in app.lab.journal.entries(app.desk.conversation)]
        assert sum(isinstance(event, ProfileChanged) for event in events) == 3


async def test_the_panel_lies_over_the_transcript_where_there_is_no_room_beside_it() -> None:
    app, _ = app_with()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        panel = app.chat.query_one(SidePanel)
        widths = [panel.region.width]
        for key in ("ctrl+t", "ctrl+t", "ctrl+t", "escape"):
            await pilot.press(key)
            await pilot.pause()
            widths.append(panel.region.width)
        assert widths == [0, 80, 0, 80, 0]
        assert isinstance(app.chat.focused, Prompt)
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: 0 < panel.region.width < 60)


async def test_a_policy_set_among_the_agents_is_in_force_and_marked() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("f3", "tab")
        await pilot.pause()
        await pilot.press("b")
        await until(pilot, lambda: "Block memory_search" in shown(app))
        await pilot.press("r")
        await until(pilot, lambda: "Allow memory_search" in shown(app))
        await pilot.press("s", "escape")
        events = [entry.event for entry in app.lab.journal.entries(app.desk.conversation)]
        set_to = [event.policy for event in events if isinstance(event, PolicyChanged)]
        assert set_to == ["block", None, "ask"]
        await until(pilot, lambda: "Policy of memory_search for default: ask." in shown(app))
