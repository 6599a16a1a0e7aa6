"""Foreign text – markup, links, terminal escapes – is shown and does nothing, wherever it comes from."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from selu_lab.context.section import Section
from selu_lab.events import (
    ContextBuilt,
    FoundNote,
    ModelAnswered,
    NotesSearched,
    Notice,
    RequestedCall,
    SectionRef,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
)
from selu_lab.memory.users import User
from selu_lab.tools.approval import ApprovalRequest
from selu_lab.tui.app import LabApp
from selu_lab.tui.messages import Refused
from selu_lab.tui.screens.ask import AskScreen
from tests.tui import stories
from tests.tui.kit import app_with, until

EVIL = ("[/", "[@click=app.quit]x[/]", "list[int] \x1b[2J\x1b]0;t\x07 $x", "[b", "\x1b]52;c;ZXZpbA==\x07[red]x[/red]")


def fill(app: LabApp, evil: str) -> str:
    """Put the text wherever foreign text can be."""
    lab, now = app.lab, app.lab.clock.now()
    lab.users.put(User("anna", evil, "en", "Europe/Berlin"))
    app.desk.user = lab.user()
    conversation = stories.begin(lab)
    lab.profile.add("anna", "other", evil, now)
    section = Section("agent", evil, evil, evil)
    lab.journal.keep_text(section.digest, section.text)
    ref = SectionRef(name="agent", title=evil, origin=evil, digest=section.digest, tokens=1)
    hit = FoundNote(id="n", content=evil, agent=evil, score=1.0)
    turn = lab.journal.next_turn(conversation)
    lab.journal.record(
        conversation,
        turn,
        TurnStarted(agent=evil, model="demo", text=evil, typed=evil),
        ContextBuilt(sections=(ref,)),
        ModelAnswered(text=evil, calls=(RequestedCall(id="c", name=evil, arguments=evil),)),
        ToolRequested(
            call_id="c", tool=evil, arguments={evil: evil}, given_name=evil, aliases={evil: evil}, approval_message=evil
        ),
        NotesSearched(query=evil, hits=(hit,), production=(hit,)),
        ToolFinished(call_id="c", tool=evil, outcome="error", content=evil),
        Notice(sentence=evil, level="error"),
        TurnFinished(outcome="failed", sentence=evil),
    )
    stories.reminder(lab, evil)
    lab.journal.rename(conversation, evil)
    return conversation


def raw(app: LabApp) -> str:
    """What would be written to the terminal."""
    return "".join(segment.text for strip in app.screen._compositor.render_strips() for segment in strip)


async def look(pilot: Pilot[None], app: LabApp) -> None:
    """Wait for the next picture, and make sure that it holds nothing a terminal obeys."""
    await pilot.pause()
    text = raw(app)
    assert not any(ord(character) < 32 or 127 <= ord(character) < 160 for character in text)


@pytest.mark.parametrize("evil", EVIL)
async def test_hostile_text_is_harmless_in_every_place(evil: str) -> None:
    app, _ = app_with()
    app.desk.open(fill(app, evil))
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        for call in app.chat.query("CallMessage"):
            call.focus()
            await pilot.press("enter")
        await look(pilot, app)
        for tab in ("notes", "reminders", "lessons", "profile", "context"):
            await app.chat.open_tab(tab)
            await look(pilot, app)
        await pilot.press("enter")
        await look(pilot, app)
        await pilot.press("escape")
        for key in ("f1", "f2", "f3", "f4", "f5"):
            await pilot.press(key)
            await look(pilot, app)
            await pilot.press("escape")
        await pilot.press("f2", "r")
        await look(pilot, app)
        await pilot.press("escape", "escape")
        app.post_message(Refused(evil))
        await until(pilot, lambda: app._notifications)
        await look(pilot, app)
        await pilot.click("UserMessage", offset=(3, 1))
        assert app.is_running


@pytest.mark.parametrize("evil", EVIL)
async def test_hostile_text_is_harmless_in_the_question(evil: str) -> None:
    app, _ = app_with()
    conversation = stories.begin(app.lab)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        request = ApprovalRequest("c", evil, evil, {evil: evil}, evil, 1, 1, conversation)
        answer = asyncio.create_task(app.approvals.ask(request))
        await until(pilot, lambda: isinstance(app.screen, AskScreen) and not app.screen.inert)
        await look(pilot, app)
        await pilot.press("e", "ctrl+s")
        await look(pilot, app)
        await pilot.press("escape")
        assert (await answer).answer == "deny"


async def test_hostile_notes_are_harmless_in_the_list_a_search_and_an_import(tmp_path: Path) -> None:
    app, _ = app_with()
    notes, now = app.lab.notes(app.desk.user.id), app.lab.clock.now()
    notes.import_("".join(f"{json.dumps({'content': evil, 'agent': evil})}\n" for evil in EVIL), "jsonl", now)
    file = tmp_path / "[b]x.md"
    file.write_text("\n\n".join((*EVIL, f"- {EVIL[-1]} Tea")), encoding="utf-8")
    async with app.run_test(size=(120, 50), notifications=True) as pilot:
        await app.chat.open_tab("notes")
        await until(pilot, lambda: "newest first" in raw(app))
        await look(pilot, app)
        app.chat.query_one("#notes Input", Input).value = EVIL[-1]
        await until(pilot, lambda: "production:" in raw(app))
        await look(pilot, app)
        app.action_import_notes()
        await until(pilot, lambda: app.screen.query("FormScreen Input"))
        app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, lambda: "skipped, for it is no list item" in raw(app))
        await look(pilot, app)
        assert "[@click=app.quit]x[/]" in raw(app)
