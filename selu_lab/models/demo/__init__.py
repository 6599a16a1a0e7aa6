"""The embedded default model: rules in German and English that follow an agent's own guidance, not a language model."""
