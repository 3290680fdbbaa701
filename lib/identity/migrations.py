"""Numbered steps from an empty file to today's ledger. A step that was released never changes."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from lib.text import Refused

FIRST = (
    """CREATE TABLE learners (
        id TEXT NOT NULL PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE,
        preferences JSON NOT NULL, created_at FLOAT NOT NULL)""",
    """CREATE TABLE labs (
        id TEXT NOT NULL PRIMARY KEY, learner_id TEXT NOT NULL REFERENCES learners (id),
        name TEXT NOT NULL, created_at FLOAT NOT NULL, UNIQUE (learner_id, name))""",
    """CREATE TABLE journal (
        id INTEGER NOT NULL PRIMARY KEY, lab_id TEXT NOT NULL REFERENCES labs (id),
        v INTEGER NOT NULL, action JSON NOT NULL, at FLOAT NOT NULL)""",
    "CREATE INDEX ix_journal_lab_id ON journal (lab_id)",
    """CREATE TABLE conversations (
        id TEXT NOT NULL PRIMARY KEY, learner_id TEXT NOT NULL REFERENCES learners (id),
        lab_id TEXT NOT NULL REFERENCES labs (id), thread_id TEXT NOT NULL, label TEXT NOT NULL,
        scenario TEXT NOT NULL, created_at FLOAT NOT NULL, UNIQUE (lab_id, thread_id))""",
    """CREATE TABLE commands (
        position INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL,
        learner_id TEXT NOT NULL REFERENCES learners (id),
        conversation_id TEXT NOT NULL REFERENCES conversations (id), kind TEXT NOT NULL,
        fingerprint TEXT NOT NULL, payload JSON NOT NULL, state TEXT NOT NULL, answer JSON,
        accepted_at FLOAT NOT NULL, UNIQUE (learner_id, id))""",
    "CREATE INDEX ix_commands_conversation ON commands (conversation_id, state)",
    """CREATE TABLE runs (
        id TEXT NOT NULL PRIMARY KEY, command INTEGER NOT NULL REFERENCES commands (position),
        attempt INTEGER NOT NULL, state TEXT NOT NULL, start_checkpoint TEXT, end_checkpoint TEXT,
        error TEXT, started_at FLOAT NOT NULL, ended_at FLOAT, UNIQUE (command, attempt))""",
    "CREATE INDEX ix_runs_command ON runs (command)",
    """CREATE TABLE node_calls (
        id INTEGER NOT NULL PRIMARY KEY, run_id TEXT NOT NULL REFERENCES runs (id),
        conversation_id TEXT NOT NULL REFERENCES conversations (id), node TEXT NOT NULL,
        task_id TEXT NOT NULL, at FLOAT NOT NULL)""",
    "CREATE INDEX ix_node_calls_run_id ON node_calls (run_id)",
    "CREATE INDEX ix_node_calls_node ON node_calls (conversation_id, node)",
)

TAKING_BACK = (
    """UPDATE journal SET action = json_set(action, '$.conversation_id', (
        SELECT c.id FROM conversations c WHERE c.lab_id = journal.lab_id
        AND c.thread_id = trim(json_extract(journal.action, '$.thread_id'))))
        WHERE json_extract(action, '$.do') = 'OpenThread'""",
    "ALTER TABLE journal ADD COLUMN command INTEGER",
    "ALTER TABLE journal ADD COLUMN before JSON",
    "ALTER TABLE journal ADD COLUMN undone BOOLEAN NOT NULL DEFAULT 0",
    "ALTER TABLE conversations ADD COLUMN fail_next BOOLEAN NOT NULL DEFAULT 0",
    "ALTER TABLE commands ADD COLUMN settled_by INTEGER",
    "ALTER TABLE node_calls ADD COLUMN told_to_fail BOOLEAN NOT NULL DEFAULT 0",
    """CREATE TABLE writes_before (
        id INTEGER NOT NULL PRIMARY KEY,
        command INTEGER NOT NULL REFERENCES commands (position), ns TEXT NOT NULL,
        checkpoint_id TEXT NOT NULL, rows JSON NOT NULL, UNIQUE (command, ns, checkpoint_id))""",
)
"""Lines written before this step name no command: their actions can't be undone."""

ASKING_AGAIN = (
    """CREATE TABLE messages (
        conversation_id TEXT NOT NULL REFERENCES conversations (id), id TEXT NOT NULL,
        text TEXT NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (conversation_id, id))""",
    """CREATE TABLE requests (
        id TEXT NOT NULL PRIMARY KEY,
        command INTEGER NOT NULL REFERENCES commands (position), at FLOAT NOT NULL,
        via TEXT NOT NULL, found TEXT NOT NULL, replayed BOOLEAN NOT NULL)""",
    "CREATE INDEX ix_requests_command ON requests (command)",
)

LEARNING = (
    """CREATE TABLE lessons (
        learner_id TEXT NOT NULL REFERENCES learners (id), slug TEXT NOT NULL,
        progress JSON NOT NULL, walk JSON NOT NULL, PRIMARY KEY (learner_id, slug))""",
)

STEPS: tuple[tuple[str, ...], ...] = (FIRST, TAKING_BACK, ASKING_AGAIN, LEARNING)
"""Step n brings a file from version n to n + 1."""


def refuse_newer(path: Path) -> None:
    """Refuse a file from the future before anything of it is touched, its journal mode included."""
    if not path.exists():
        return
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(STEPS):
        raise Refused("errors.ledger_newer", found=version, known=len(STEPS))


def migrate(connection: Connection) -> None:
    """Bring the file up to date inside the caller's transaction."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    for step in STEPS[version:]:
        for statement in step:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"PRAGMA user_version = {len(STEPS)}")
