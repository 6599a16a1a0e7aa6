"""Conversations recorded event by event, so that screens look the same on every machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from selu_lab.context.section import Section
from selu_lab.conversation.journal import Journal
from selu_lab.events import (
    AnyEvent,
    ApprovalAnswered,
    ApprovalAsked,
    ContextBuilt,
    FoundNote,
    ModelAnswered,
    ModelCalled,
    NotesSearched,
    NoteStored,
    PolicyDecided,
    ReminderSet,
    RequestedCall,
    SectionRef,
    TextDelta,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
    Usage,
)
from selu_lab.events.conversation import TurnOutcome
from selu_lab.lab import Lab
from selu_lab.lessons.records import Evidence, Lesson
from selu_lab.reminders.store import Plan, Reminder

NINE = datetime(2026, 3, 4, 8, 0, tzinfo=UTC)
USED = Usage(tokens_in=1_204, tokens_out=63, cost=0.0021)


def begin(lab: Lab, agent: str = "default") -> str:
    """An empty conversation of the settings' user."""
    return lab.start(agent=agent).id


def turn(journal: Journal, conversation: str, text: str, *events: AnyEvent) -> int:
    """Begin a turn with its context, and whatever follows."""
    number = journal.next_turn(conversation)
    journal.record(conversation, number, TurnStarted(agent="default", model="demo", text=text, typed=text))
    sections = (
        Section("agent", "Agent prompt", "agents/default/agent.md:1-59", "You are a family's assistant.\nBe brief."),
        Section("time", "Date and time", "clock", f"Turn {number}, Tuesday, 2026-03-03 10:30"),
        Section("profile", "About the user", "profile: id1", "- [Location] Lives in Berlin"),
    )
    for section in sections:
        journal.keep_text(section.digest, section.text)
    refs = tuple(
        SectionRef(name=one.name, title=one.title, origin=one.origin, digest=one.digest, tokens=one.tokens)
        for one in sections
    )
    built = ContextBuilt(sections=refs, tools=("memory_search", "memory_remember", "set_reminder"))
    journal.record(conversation, number, built, *events)
    return number


def answered(text: str) -> tuple[AnyEvent, ...]:
    """A whole answer and the end of its turn."""
    return (
        ModelCalled(model="demo", round=1),
        ModelAnswered(text=text, usage=USED),
        TurnFinished(outcome="answered", text=text, usage=USED, seconds=1.24),
    )


def ended(outcome: TurnOutcome, sentence: str) -> TurnFinished:
    """An end that was no answer."""
    return TurnFinished(outcome=outcome, sentence=sentence, usage=USED, seconds=0.4)


def many(lab: Lab, messages: int) -> str:
    """A conversation of so many items: three for each turn."""
    conversation = begin(lab)
    with lab.workspace.database.transaction():
        for number in range(messages // 3):
            turn(lab.journal, conversation, f"Question {number}", *answered(f"Answer **{number}**."))
    return conversation


def with_calls(lab: Lab) -> str:
    """A conversation whose second turn searches, remembers, and sets a reminder after asking."""
    conversation = begin(lab)
    turn(lab.journal, conversation, "Good morning!", *answered("Good morning, Anna. What shall we *plan*?"))
    hit = FoundNote(id="n1", content="Anna drinks oat milk in her coffee", agent="default", score=0.91)
    near = FoundNote(id="n2", content="No cow's milk for Anna", agent="haushalt", score=0.74)
    calls = ("memory_search", "memory_remember", "set_reminder")
    requested = tuple(RequestedCall(id=name, name=name, arguments="{}") for name in calls)
    turn(
        lab.journal,
        conversation,
        "I take oat milk. Remind me tomorrow at nine to buy some.",
        ModelCalled(model="demo", round=1),
        ModelAnswered(text="I will see what I know.", calls=requested, finish="tool_calls"),
        *_call("memory_search", {"query": "milk for coffee"}),
        NotesSearched(query="milk for coffee", hits=(hit, near), production=()),
        _result("memory_search", '{"notes": [{"content": "Anna drinks oat milk in her coffee"}]}'),
        *_call("memory_remember", {"content": "Anna takes oat milk"}, {"memory": "content"}),
        NoteStored(note="n3", content="Anna takes oat milk", agent="default", near=(hit,), hints=("profile",)),
        _result("memory_remember", '{"ok": true, "status": "stored"}'),
        *_call("set_reminder", {"prompt": "Buy oat milk", "when": "tomorrow at nine"}, ask=True),
        ReminderSet(
            reminder="r1",
            agent="default",
            prompt="Buy oat milk",
            when="tomorrow at nine",
            fire_at=NINE,
            zone="Europe/Berlin",
            interpretation="Wednesday, 4 March 2026, 09:00",
            assumptions=("nine is in the morning",),
        ),
        _result("set_reminder", '{"ok": true, "interpretation": "Wednesday, 4 March 2026, 09:00"}'),
        *answered("Noted, and I remind you tomorrow at nine."),
    )
    return conversation


def _call(
    tool: str, arguments: dict[str, str], aliases: dict[str, str] | None = None, *, ask: bool = False
) -> list[AnyEvent]:
    events: list[AnyEvent] = [
        ToolRequested(call_id=tool, tool=tool, arguments=dict(arguments), given_name=tool, aliases=aliases or {}),
        PolicyDecided(call_id=tool, tool=tool, decision="ask" if ask else "allow", origin="user" if ask else "tool"),
    ]
    if ask:
        events += [
            ApprovalAsked(call_id=tool, agent="default", tool=tool, arguments=dict(arguments)),
            ApprovalAnswered(call_id=tool, answer="allow"),
        ]
    return events


def _result(tool: str, content: str) -> ToolFinished:
    return ToolFinished(call_id=tool, tool=tool, outcome="ok", content=content, seconds=0.031)


def streaming(lab: Lab) -> str:
    """A conversation whose answer is still arriving."""
    conversation = begin(lab)
    turn(
        lab.journal,
        conversation,
        "Tell me about Berlin",
        ModelCalled(model="demo", round=1),
        TextDelta(text="Berlin is the capital of **Germany**. It has\n\n- lakes\n- museums\n"),
    )
    return conversation


def reminder(lab: Lab, prompt: str, phrase: str = "in 20 minutes", left: timedelta = timedelta(minutes=20)) -> Reminder:
    """A waiting reminder."""
    now, user = lab.clock.now(), lab.user()
    at = now + left
    wall = at.astimezone(ZoneInfo(user.timezone)).replace(tzinfo=None)
    return lab.reminders.add(Plan(user.id, "default", prompt, phrase, at, user.timezone, wall, "", ""), now)


def reminders(lab: Lab) -> list[Reminder]:
    """Two waiting reminders."""
    return [
        reminder(lab, "Take the laundry out", "in 20 Minuten"),
        reminder(lab, "Call Grandma", "on Friday at 11:30", timedelta(days=3, hours=1)),
    ]


def lessons(lab: Lab) -> list[Lesson]:
    """Two suggestions about the default agent, one of them active by the user's hand."""
    now, user = lab.clock.now(), lab.user()
    ledger = lab.lessons.ledger
    for number, text in enumerate(("Ask before planning more than one day.", "Answer in at most three sentences.")):
        lesson = ledger.add(user.id, "default", "communication_style", text, now)
        ledger.add_evidence(
            lesson,
            [
                Evidence(
                    f"c{number}", 2, number + 1, "supports", "explicit_correction", "clear", "Please keep it short."
                )
            ],
        )
    lab.lessons.activate(user.id, "default", "L1")
    return list(lab.lessons.all(user.id, "default"))


def long_call() -> dict[str, str]:
    """Arguments that do not fit on a small screen."""
    return {
        "to": "grandma@example.org",
        "subject": "Sunday",
        "body": "\n".join(f"Line {number} of a long letter about Sunday." for number in range(1, 40)),
    }
