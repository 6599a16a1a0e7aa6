"""A conversation: its clock, journal, history, transcript, and the turn that goes back and forth with a model."""
