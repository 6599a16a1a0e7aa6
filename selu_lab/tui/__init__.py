"""The terminal app: one screen to talk, and around it what an author wants to see. The only room that knows Textual."""
