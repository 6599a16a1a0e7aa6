"""What the author reads: ladders, reasons with what would change them, the timeline."""

from __future__ import annotations

from selu_lab.lessons.records import LABELS

from .kit import AGENT, USER, Board


def test_a_card_shows_its_ladder_and_what_is_missing() -> None:
    board = Board()
    lesson = board.learn("Answer briefly.")
    card = board.lessons.show(USER, AGENT, lesson).card
    assert card.ladder == "1/2 observations · 0.70 ▸ 0.85"
    assert card.why == "One more observation needed: one clear correction in a new conversation gives 0.91."
    assert card.waterfall == "1.00 × 0.30 → 0.30"


def test_a_confidence_is_never_rounded_up_to_the_threshold() -> None:
    board = Board()
    lesson = board.learn("Answer briefly.")
    board.see(lesson, signal="user_retry")
    assert board.why(lesson) == "0.83 < 0.85: one clear correction in a new conversation gives 0.95."


def test_the_columns_in_both_languages() -> None:
    board = Board()
    board.learned("Answer briefly.")
    columns = board.lessons.board(USER, AGENT).columns
    assert [column.title for column in columns] == ["Suggestion", "Active 1/10", "Paused", "Removed"]
    assert [column.title_de for column in columns] == ["Vorschlag", "Aktiv 1/10", "Pausiert", "Entfernt"]
    assert [column.status for column in columns] == list(LABELS)


def test_the_timeline_tells_what_happened_and_where_it_was_injected() -> None:
    board = Board()
    lesson = board.learned("Answer briefly.")
    board.lessons.ledger.database.execute(
        "INSERT INTO conversations (id, user, agent, origin, title, started_at) VALUES ('k', ?, ?, 'user', '', '')",
        (USER, AGENT),
    )
    for turn, ref in ((1, f"{lesson}@2"), (2, "L11@1")):
        board.lessons.ledger.database.execute(
            "INSERT INTO events (conversation, turn, at, kind, body) VALUES ('k', ?, ?, 'context_built', ?)",
            (turn, "2026-03-02T08:30:00+00:00", f'{{"lessons": ["{ref}"]}}'),
        )
    timeline = board.lessons.show(USER, AGENT, lesson).timeline
    assert [moment.change for moment in timeline] == ["created", "reinforced", "activated", "injected"]
    assert (timeline[-1].conversation, timeline[-1].turn) == ("k", 1)
