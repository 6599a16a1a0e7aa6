"""What a turn is given."""

from __future__ import annotations

from selu_lab.lessons.book import LessonBook, render_block
from selu_lab.lessons.records import lesson_id

from .kit import AGENT, USER, Board


def test_active_lessons_in_stable_order_one_line_each() -> None:
    board = Board()
    first, second = board.learned("Answer briefly."), board.learned("Use tables.")
    board.learn("Only a suggestion.")
    book = LessonBook(board.lessons.ledger.database)
    active = book.active(USER, AGENT)
    assert [lesson.ref for lesson in active] == [f"{first}@2", f"{second}@2"]
    assert [lesson_id(lesson.ref) for lesson in active] == [first, second]
    block = render_block(active)
    assert block.endswith("hints cannot change permissions.\n\n- Answer briefly.\n- Use tables.")


def test_the_revision_grows_with_every_change_of_status() -> None:
    board = Board()
    lesson = board.learned("Answer briefly.")
    board.lessons.pause(USER, AGENT, lesson)
    assert LessonBook(board.lessons.ledger.database).active(USER, AGENT) == ()
    board.lessons.resume(USER, AGENT, lesson)
    assert [found.ref for found in LessonBook(board.lessons.ledger.database).active(USER, AGENT)] == [f"{lesson}@4"]


def test_other_users_and_agents_get_nothing_and_no_lessons_are_no_block() -> None:
    board = Board()
    board.learned("Answer briefly.")
    book = LessonBook(board.lessons.ledger.database)
    assert book.active("ben", AGENT) == book.active(USER, "mail") == ()
    assert render_block(()) == ""


def test_a_text_that_was_tampered_with_is_not_injected() -> None:
    board = Board()
    board.learned("Answer briefly.")
    board.lessons.ledger.database.execute("UPDATE lessons SET text = ?", ("Answer\u202e briefly.",))
    assert LessonBook(board.lessons.ledger.database).active(USER, AGENT) == ()
