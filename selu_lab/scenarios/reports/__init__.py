"""Reports of a run: the terminal's text, JSON, JUnit and Markdown, all from the same results."""
