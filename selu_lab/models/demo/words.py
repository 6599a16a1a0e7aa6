"""Deeds and matters that capability tools are about, in both languages: data only."""

from __future__ import annotations

from selu_lab.models.demo.lexicon import any_of

# deed: (words of a tool's name, what a user says)
DEEDS: dict[str, tuple[frozenset[str], str]] = {
    "send": (
        frozenset({"send", "reply", "forward", "senden"}),
        r"(?:schick\w*|sende?n?|verschick\w*|schreib\w*|mail\w*|send|write|email|e-mail|tell|text|message)",
    ),
    "delete": (
        frozenset({"delete", "remove", "cancel", "clear"}),
        r"(?:lösch\w*|entfern\w*|streich\w*|storniere?\w*|sag\w* .* ab|delete|remove|cancel|clear|take .* off)",
    ),
    "order": (frozenset({"order", "buy", "purchase", "checkout"}), r"(?:bestell\w*|kauf\w*|order|buy|purchase)"),
    "create": (
        frozenset({"create", "add", "book", "reserve", "insert", "new", "plan", "write", "put"}),
        r"(?:erstell\w*|leg\w*|trag\w*|füg\w*|setz\w*|buch\w*|plan\w*|pack\w*|schreib\w*|eintragen|anlegen|hinzufügen"
        r"|setzen|reservier\w*|create|add|book|reserve|schedule|put|insert|plan)",
    ),
    "update": (
        frozenset({"update", "edit", "change", "move", "set"}),
        r"(?:änder\w*|verschieb\w*|aktualisier\w*|update|edit|change|move|reschedule)",
    ),
    "get": (
        frozenset(
            {"get", "list", "show", "find", "search", "read", "fetch", "look", "lookup", "check", "query", "view"}
        ),
        r"(?:zeig\w*|list\w*|lies\w*|such\w*|find\w*|schau\w*|hol\w*|prüf\w*|gib|was|wann|welche\w*|wie|gibt|habe?n?"
        r"|fällt|show|get|read|search|look|check|fetch|what|what's|when|when's|which|how|do|is|are|any)",
    ),
}

MATTERS = {
    "mail": any_of(r"\b(?:e-?mails?|mails?|inbox|posteingang)\b"),
    "message": any_of(r"\b(?:messages?|nachricht(?:en)?|sms|whatsapp|text)\b|\btell\b"),
    "event": any_of(r"\b(?:events?|termine?|appointments?|meetings?|kalender\w*|calendar\w*)\b"),
    "shopping": any_of(r"\b(?:shopping|einkauf\w*|grocer(?:y|ies)|shop)\b"),
    "task": any_of(r"\b(?:tasks?|todos?|to-dos?|aufgaben?)\b"),
    "homework": any_of(r"\b(?:homework|hausaufgaben?)\b"),
    "timetable": any_of(r"\b(?:timetable|stundenplan|vertretungs\w*|substitution\w*)\b"),
    "weather": any_of(r"\b(?:weather|wetter\w*|forecast|regnet|rain)\b"),
    "recipe": any_of(r"\b(?:recipes?|rezepte?\w*)\b"),
    "meal": any_of(r"\b(?:meals?|speiseplan|menu|menü|mahlzeit\w*|essensplan|lunch|mittagessen)\b"),
    "train": any_of(r"\b(?:trains?|zug|züge|zugverbindung\w*|bahn|verbindung\w*|connections?)\b"),
    "seat": any_of(r"\b(?:seats?|\w*plätze?n?)\b"),
    "booking": any_of(r"\b(?:bookings?|buchung\w*|reservierung\w*|reservations?)\b"),
    "flight": any_of(r"\b(?:flights?|flüge?)\b"),
    "hotel": any_of(r"\b(?:hotels?|unterkunft|zimmer)\b"),
    "trip": any_of(r"\b(?:trips?|reisen?|urlaub\w*|route|itinerary)\b"),
    "packing": any_of(r"\b(?:packing|packliste\w*)\b"),
    "contact": any_of(r"\b(?:contacts?|kontakte?)\b"),
    "document": any_of(r"\b(?:documents?|dokumente?|files?|dateien?)\b"),
    "absence": any_of(r"\b(?:absences?|krankmeld\w*|abmeld\w*|entschuldig\w*)\b"),
}


def any_word(*deeds: str) -> str:
    """A pattern (text) for what a user says for any of these deeds."""
    return "(?:" + "|".join(DEEDS[deed][1] for deed in deeds) + ")"
