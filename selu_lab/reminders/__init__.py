"""Reminders: when one fires, and waking up for it."""
