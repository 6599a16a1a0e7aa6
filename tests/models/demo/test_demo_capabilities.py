"""Tools of capabilities are called when a message clearly asks for them, with arguments from the user's own words."""

import pytest

from tests.models.demo.demo_asking import reply, request, tool

GUIDANCE = "Use find_connections, reserve_seats, show_booking, shopping__add_item and order_item."
TOOLS = (
    tool(
        "find_connections",
        "Find train connections between two stations on a day.",
        ["from", "to", "date"],
        **{"from": "string", "to": "string", "date": "string", "passengers": "integer"},
    ),
    tool("reserve_seats", "Reserve seats.", ["connection", "passengers"], connection="string", passengers="integer"),
    tool("show_booking", "Show a seat reservation by its number.", ["booking"], booking="string"),
    tool("shopping__add_item", "Add an item to the shopping list.", ["item"], item="string"),
    tool("order_item", "Order groceries from the shop.", ["item", "flags"], item="string", flags="object"),
)


@pytest.mark.parametrize(
    ("said", "name", "arguments"),
    [
        (
            "Finde eine Zugverbindung von Hamburg Hbf nach Kiel am 4. Dezember",
            "find_connections",
            {"from": "Hamburg Hbf", "to": "Kiel", "date": "am 4. Dezember"},
        ),
        (
            "Find a train from Hamburg to Berlin tomorrow",
            "find_connections",
            {"from": "Hamburg", "to": "Berlin", "date": "tomorrow"},
        ),
        ("Reserviere 2 Plätze in c1", "reserve_seats", {"connection": "c1", "passengers": 2}),
        ("Can you show the booking AB1234?", "show_booking", {"booking": "AB1234"}),
        ("Add milk to the shopping list", "shopping__add_item", {"item": "milk"}),
    ],
)
def test_arguments_come_from_the_users_words(said: str, name: str, arguments: dict[str, object]) -> None:
    assert reply(request(said, guidance=GUIDANCE, tools=TOOLS)).calls == ((name, arguments),)


@pytest.mark.parametrize(
    ("said", "field"),
    [("Such mir einen Zug nach Kiel", "from"), ("Reserviere bitte Plätze", "connection"), ("Order groceries", "flags")],
)
def test_what_the_user_did_not_say_is_asked_for(said: str, field: str) -> None:
    got = reply(request(said, guidance=GUIDANCE, tools=TOOLS))
    assert got.calls == ()
    assert f"„{field}“" in got.text


@pytest.mark.parametrize(
    "said",
    [
        "Wir haben gestern eine Zugverbindung gefunden",
        "Der Zug hatte Verspätung",
        "I ordered groceries",
        "The seats were nice",
        "Was ist eine Reservierung?",
        "Find happiness",
    ],
)
def test_talking_about_a_matter_is_no_request(said: str) -> None:
    assert reply(request(said, guidance=GUIDANCE, tools=TOOLS)).calls == ()
