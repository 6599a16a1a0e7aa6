"""Lessons: what an agent has learned about working with a user, its evidence, its score and its life."""
