"""The context of a turn: a list of named sections with origin, text and tokens, which become messages at the model's door."""
