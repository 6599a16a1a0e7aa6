"""Reflection: five stages that turn an ended conversation into evidence for lessons."""
