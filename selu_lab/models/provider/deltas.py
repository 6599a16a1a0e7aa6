"""Whole tool calls from the pieces a stream sends, whatever a provider does to ids and indexes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

from selu_lab.context.messages import Call


@dataclass(frozen=True)
class CallDelta:
    """A piece of a call. `id` and `name` are empty, `index` is None where the provider left them out."""

    arguments: str
    name: str = ""
    id: str = ""
    index: int | None = None


@dataclass
class _Draft:
    id: str
    index: int | None
    name: str
    arguments: str = ""

    @property
    def whole(self) -> bool:
        try:
            return isinstance(json.loads(self.arguments), dict)
        except ValueError:
            return False


class CallAssembler:
    """Puts pieces together by id, else by index, else onto the last call.

    Only a piece with a name can begin a call: some providers send a fresh id with every piece, others number every
    call 0.
    """

    def __init__(self) -> None:
        self._drafts: list[_Draft] = []

    def feed(self, delta: CallDelta) -> None:
        """Take the next piece."""
        draft = self._of(delta)
        if draft is None or _begins(draft, delta):
            draft = _Draft(delta.id, delta.index, delta.name)
            self._drafts.append(draft)
        draft.id = draft.id or delta.id
        draft.arguments += delta.arguments

    def calls(self) -> Iterator[Call]:
        """The calls in the order they began; a missing or repeated id is replaced by one of our own."""
        seen = {""}
        for draft in self._drafts:
            call_id = draft.id if draft.id not in seen else f"call_{uuid4().hex}"
            seen.add(call_id)
            yield Call(call_id, draft.name, draft.arguments)

    def _of(self, delta: CallDelta) -> _Draft | None:
        drafts = self._drafts[::-1]
        if delta.id:
            same = [draft for draft in drafts if draft.id == delta.id]
            if exact := [draft for draft in same if delta.index in (None, draft.index)]:
                return exact[0]
            if delta.name:
                return None
        if delta.index is not None and (numbered := [draft for draft in drafts if draft.index == delta.index]):
            return numbered[0]
        return drafts[0] if drafts and (delta.index is None or not delta.name) else None


def _begins(draft: _Draft, delta: CallDelta) -> bool:
    """Tell a new call under a used key from a piece that repeats its call's name."""
    if not delta.name:
        return False
    if draft.name != delta.name:
        return draft.whole or not draft.arguments
    return bool(delta.arguments.strip()) and draft.whole
