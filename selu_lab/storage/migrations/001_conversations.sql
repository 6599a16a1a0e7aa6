-- Users, conversations and their events; texts are kept once under their digest.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    timezone TEXT NOT NULL
);
CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    origin TEXT NOT NULL,
    title TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    turns INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX conversations_by_user ON conversations (user, started_at);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    turn INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX events_by_conversation ON events (conversation, seq);
CREATE TABLE texts (
    digest TEXT PRIMARY KEY,
    body TEXT NOT NULL
);
CREATE INDEX events_of_turns ON events (conversation, turn) WHERE kind IN ('turn_started', 'turn_finished');
