"""What outlives a conversation: shared notes (`notes.open_notes`) and the profile; nothing heavy is imported here."""

import os

# Read by numpy's OpenBLAS when it is first imported. A query is too small for threads: with two of them it takes 134 ms
# of CPU instead of 2 on a busy machine, for they wait for each other spinning.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
