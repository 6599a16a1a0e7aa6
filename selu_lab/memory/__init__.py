"""What outlives a conversation: shared notes (`notes.open_notes`) and the profile; nothing heavy is imported here."""
