"""The names guidance may speak of: Selu's built-in tools and their parameters (S1/S2, `tools` of the orchestrator)."""

from __future__ import annotations

from collections.abc import Mapping

STORE = ("store_get", "store_set", "store_delete", "store_list")
MEMORY = ("memory_search", "memory_remember", "memory_forget", "memory_list")
REMOVED = ("emit_event",)
BUILT_IN = (
    *STORE,
    *MEMORY,
    "set_reminder",
    "set_schedule",
    "submit_feedback",
    "suppress_reply",
    "image_generate",
    "image_edit",
    "delegate_to_agent",
)

# Parameter names: the document's, which the Lab offers, and those of Selu's own tools, which it accepts as aliases.
DOCUMENT: Mapping[str, tuple[str, ...]] = {
    "memory_search": ("query",),
    "memory_remember": ("content",),
    "set_reminder": ("prompt", "when"),
}
PRODUCTION: Mapping[str, tuple[str, ...]] = {
    "memory_search": ("query", "limit"),
    "memory_remember": ("memory", "tags"),
    "set_reminder": ("prompt", "fire_at", "name", "timezone"),
}
# Words with an underscore that are parameters or keys of built-in tools, so no tool names.
PARAMETERS = frozenset(
    "fire_at memory_id agent_id artifact_id artifact_ids cron_expression cron_description _approval_message"
    " _approval_message_i18n".split()
)
