"""Whatever is said to the demo model: a whole answer, the same each time, and only calls that are offered and named."""

import json

from hypothesis import given
from hypothesis import strategies as st

from selu_lab.models.base import CallPart, FinishPart, TextPart
from tests.models.demo.demo_asking import GUIDANCE, TOOLS, after, parts, request
from tests.models.demo.demo_english import ENGLISH
from tests.models.demo.demo_german import GERMAN

WORDS = st.sampled_from(
    (
        "merk dir dass ich mein passwort ist morgen um 9 erinnere mich an remind me to remember my password is set "
        "counter auf 3 [reminder] schick mail an zeig termine wie heißt unser what is our ? . , ! und and nie never "
        "/remind sk-abc123"
    ).split()
)
SAID = (
    st.text(max_size=200)
    | st.lists(WORDS, max_size=25).map(" ".join)
    | st.sampled_from([case[0] for case in GERMAN + ENGLISH])
)
NAMES = ("memory_search", "memory_remember", "set_reminder", "store_set", "store_get", "mail__send_mail")


@given(said=SAID, named=st.sets(st.sampled_from(NAMES)), offered=st.sets(st.sampled_from(NAMES)), lesson=SAID)
def test_any_text_gets_one_whole_answer_with_permitted_calls_only(
    said: str, named: set[str], offered: set[str], lesson: str
) -> None:
    asked = request(
        said,
        guidance=f"Du hast {', '.join(sorted(named))}.",
        tools=[tool for tool in TOOLS if tool.name in offered],
        lessons=[" ".join(lesson.split())] if lesson.strip() else [],
    )
    came = parts(asked)
    assert [isinstance(part, FinishPart) for part in came] == [False] * (len(came) - 1) + [True]
    calls = [part.call for part in came if isinstance(part, CallPart)]
    assert {call.name for call in calls} <= named & offered
    assert all(isinstance(json.loads(call.arguments), dict) for call in calls)
    assert calls or any(isinstance(part, TextPart) and part.text.strip() for part in came)
    assert came == parts(asked)


@given(
    result=st.text(max_size=100)
    | st.dictionaries(
        st.sampled_from(("ok", "error", "notes", "near", "message")),
        st.none() | st.booleans() | st.text(max_size=9) | st.lists(st.none() | st.text(max_size=9), max_size=3),
    ),
    name=st.sampled_from(NAMES),
)
def test_any_result_gets_an_answer_and_no_further_call(result: object, name: str) -> None:
    came = parts(request(*after("Hallo", (name, {}, result)), guidance=GUIDANCE))
    assert not any(isinstance(part, CallPart) for part in came)
    assert any(isinstance(part, TextPart) and part.text.strip() for part in came)
