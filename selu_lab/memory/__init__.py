"""What outlives a conversation: shared notes (`open_notes`) and the user profile; nothing heavy is imported here."""
