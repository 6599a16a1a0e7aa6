"""The context of a turn: named sections with origin, text and tokens; they become messages at the model's door."""
