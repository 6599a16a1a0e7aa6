"""The two palettes: paper by day, slate by night; few colours, each with one meaning."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="selu-dark",
    dark=True,
    primary="#8fb8de",
    secondary="#b9a7dd",
    accent="#e3b77c",
    success="#93c48b",
    warning="#e3b77c",
    error="#e58c8c",
    foreground="#d9dde5",
    background="#15181d",
    surface="#1b1f26",
    panel="#242932",
    variables={
        "footer-background": "#15181d",
        "block-cursor-text-style": "none",
        "border": "#333a45",
        "muted": "#868f9e",
    },
)
LIGHT = Theme(
    name="selu-light",
    dark=False,
    primary="#2f6699",
    secondary="#6f54a3",
    accent="#9a5b14",
    success="#2f7541",
    warning="#8a5a00",
    error="#ad3631",
    foreground="#2a2e35",
    background="#faf8f4",
    surface="#f2efe8",
    panel="#e7e2d8",
    variables={
        "footer-background": "#faf8f4",
        "block-cursor-text-style": "none",
        "border": "#d3ccbe",
        "muted": "#7a766c",
    },
)
