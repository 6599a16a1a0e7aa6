"""The words of a text as coverage compares them: German and English alike, without stop words, cut to a stem."""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")
_STEM = 5
_STOP = frozenset(
    """
    der die das den dem des ein eine einen einem einer und oder ist sind war hat haben wird werden nicht kein
    keine ich du er sie es wir ihr mir mich dir dich uns euch sich mein meine dein deine sein seine unser
    unsere zu im in an am auf für mit von vom bei aus nach um als auch nur noch so wie was wer wo wann warum
    welche welcher welches welchen soll sollen kann können darf muss müssen mag möchte immer bitte man wenn
    dass the a an and or is are was were has have had do does did not no i you he she it we they me him her us
    them my your his its our their to in on at for with from of by as also only so how what who where when why
    which should can could may must will would please if that this be been about there
    """.split()
)


def terms(text: str) -> list[str]:
    """The stems of a text's words, in order, without German and English stop words; of stop words alone, all stems."""
    words = _WORD.findall(text.casefold())
    return [word[:_STEM] for word in words if word not in _STOP] or [word[:_STEM] for word in words]
