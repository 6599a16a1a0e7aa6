"""A conversation as Markdown, for people and for files."""

from __future__ import annotations

import json

from selu_lab.conversation.items import AgentItem, CallItem, Item, MarkItem, TurnItem, UserItem
from selu_lab.conversation.transcript import Transcript


def markdown(transcript: Transcript) -> str:
    """All items in order: who said what, each call with arguments and result, marks in between."""
    return "\n\n".join(text for item in transcript.items if (text := _item(item))) + "\n"


def _item(item: Item) -> str:
    match item:
        case UserItem():
            return f"**{'Reminder' if item.reminder else 'User'}** (to {item.agent}):\n\n{item.text}"
        case AgentItem():
            cut = "" if item.complete else "\n\n*(stopped here)*"
            return f"**{item.agent}**:\n\n{item.text}{cut}"
        case CallItem():
            return _call(item)
        case MarkItem():
            return f"> {item.sentence}"
        case TurnItem():
            return f"> {item.sentence}" if item.sentence else ""


def _call(call: CallItem) -> str:
    body = json.dumps(call.arguments, ensure_ascii=False, indent=2)
    fence = "`" * max(3, _longest_run(body + call.result) + 1)
    because = f", because: {call.because}" if call.because else ""
    title = f"**{call.tool}** · {call.outcome or 'open'}{because}"
    return f"{title}\n\n{fence}json\n{body}\n{fence}\n\n{fence}\n{call.result}\n{fence}"


def _longest_run(text: str) -> int:
    """The longest run of backticks, so that the fence around the text is longer."""
    longest = run = 0
    for character in text:
        run = run + 1 if character == "`" else 0
        longest = max(longest, run)
    return longest
