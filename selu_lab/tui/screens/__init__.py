"""What fills the terminal, or lies over it: one screen a file, its styles beside it."""
