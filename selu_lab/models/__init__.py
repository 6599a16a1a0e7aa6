"""The model's door: one protocol, and behind it the demo model, scripts, an echo, and everything litellm can reach."""
