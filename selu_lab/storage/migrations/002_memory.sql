-- What a user decides and agents keep: profile, policies, state, reminders. (Notes live in Chroma.)
CREATE TABLE profile (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    category TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE INDEX profile_by_user ON profile (user, updated_at);
CREATE TABLE policies (
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    tool TEXT NOT NULL,
    policy TEXT NOT NULL CHECK (policy IN ('allow', 'ask', 'block')),
    PRIMARY KEY (user, agent, tool)
);
CREATE TABLE state (
    agent TEXT NOT NULL,
    user TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (agent, user, key)
);
CREATE TABLE reminders (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    prompt TEXT NOT NULL,
    phrase TEXT NOT NULL,
    fire_at TEXT NOT NULL,
    zone TEXT NOT NULL,
    wall_clock TEXT NOT NULL,
    interpretation TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'fired', 'cancelled')),
    conversation TEXT NOT NULL,
    created_at TEXT NOT NULL,
    fired_at TEXT,
    fired_conversation TEXT
);
CREATE INDEX reminders_due ON reminders (status, fire_at);
