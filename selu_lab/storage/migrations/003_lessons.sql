-- Lessons with their evidence and their timeline; reflections with their stages.
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    category TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('suggested', 'active', 'paused', 'removed')),
    activation TEXT CHECK (activation IN ('auto', 'user')),
    revision INTEGER NOT NULL,
    holds TEXT NOT NULL,
    near TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE INDEX lessons_by_agent ON lessons (user, agent);
CREATE TABLE lesson_conflicts (
    lesson INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    PRIMARY KEY (lesson, other)
);
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    lesson INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    conversation TEXT NOT NULL,
    turn INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    polarity TEXT NOT NULL,
    signal TEXT NOT NULL,
    rating TEXT NOT NULL,
    quote TEXT NOT NULL,
    grouped_by TEXT NOT NULL,
    in_context INTEGER NOT NULL,
    suppressed INTEGER NOT NULL,
    run TEXT NOT NULL
);
CREATE INDEX evidence_by_lesson ON evidence (lesson, seq);
CREATE INDEX evidence_by_conversation ON evidence (conversation);
CREATE TABLE lesson_changes (
    id INTEGER PRIMARY KEY,
    lesson INTEGER NOT NULL REFERENCES lessons (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    change TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    supports INTEGER NOT NULL,
    confidence REAL NOT NULL,
    conversation TEXT NOT NULL,
    run TEXT NOT NULL
);
CREATE INDEX lesson_changes_by_lesson ON lesson_changes (lesson, id);
CREATE TABLE reflection_runs (
    id TEXT PRIMARY KEY,
    user TEXT NOT NULL,
    agent TEXT NOT NULL,
    conversation TEXT NOT NULL,
    digest TEXT NOT NULL,
    upto INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'done', 'empty', 'failed')),
    sentence TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT
);
CREATE INDEX reflection_runs_by_conversation ON reflection_runs (conversation, agent);
CREATE TABLE reflection_stages (
    run TEXT NOT NULL REFERENCES reflection_runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    stage TEXT NOT NULL,
    summary TEXT NOT NULL,
    input TEXT NOT NULL,
    output TEXT NOT NULL,
    prompts TEXT NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    cost REAL,
    seconds REAL NOT NULL,
    PRIMARY KEY (run, stage)
);
