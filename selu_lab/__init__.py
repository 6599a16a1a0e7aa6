"""Selu Lab: a testbed for the people who write agent.md guidance for Selu agents."""

__version__ = "0.1.0"
