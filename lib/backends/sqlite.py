"""SQLite: one file, three connections. Saver and store must not share one (each keeps its own
transaction), and the query-only reader never waits for either.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.sqlite import SqliteStore

from lib.backends.base import Backend, Key, ThreadKey
from lib.backends.observed import Observed
from lib.backends.sqlite_rows import SqliteRows

SIZE = "length(checkpoint) + length(metadata)"
KEY = f"checkpoint_id, parent_checkpoint_id, checkpoint_ns, metadata, {SIZE}"


class ObservedSqliteSaver(Observed, SqliteSaver):
    """LangGraph's SQLite saver, observable."""


class SqliteBackend(SqliteRows, Backend):
    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._connections: list[sqlite3.Connection] = []
        try:
            self.saver = ObservedSqliteSaver(self._connect())
            self.store = SqliteStore(self._connect(isolation_level=None))
            self.setup()
            connection = self._connect()
            connection.execute("PRAGMA query_only=ON")
        except sqlite3.Error:
            self.close()
            raise
        self._reader = self.reader = SqliteSaver(connection)
        # The tables exist and this connection may not write: setup() would try to.
        self.reader.is_setup = True

    def _connect(self, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3.connect(
            self.path, timeout=30, check_same_thread=False, cached_statements=256, **options
        )
        self._connections.append(connection)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

    def setup(self) -> None:
        self.saver.setup()
        with self.saver.cursor() as cursor:
            columns = [row[1] for row in cursor.execute("PRAGMA table_info(writes)")]
            if "task_path" not in columns:  # savers before 3.1 have none; newer ones add it so
                cursor.execute("ALTER TABLE writes ADD COLUMN task_path TEXT NOT NULL DEFAULT ''")
        self.store.setup()  # type: ignore[attr-defined]

    def keys(
        self, thread_id: str, ns: str = "", *, newest: int = 100, before: str | None = None
    ) -> list[Key]:
        rows = self._rows(
            f"SELECT {KEY} FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?"
            " AND (? IS NULL OR checkpoint_id < ?) ORDER BY checkpoint_id DESC LIMIT ?",
            *(thread_id, ns, before, before, newest),
        )
        return [_key(*row) for row in reversed(rows)]

    def key(self, thread_id: str, ns: str, checkpoint_id: str) -> Key | None:
        rows = self._rows(
            f"SELECT {KEY} FROM checkpoints"
            " WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?",
            *(thread_id, ns, checkpoint_id),
        )
        return _key(*rows[0]) if rows else None

    def count(self, thread_id: str, ns: str = "") -> int:
        found = self._rows(
            "SELECT count(*) FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?",
            *(thread_id, ns),
        )
        return int(found[0][0])

    def threads(self, *, limit: int = 100, after: str = "") -> list[ThreadKey]:
        rows = self._rows(
            f"SELECT thread_id, count(*), sum({SIZE}),"
            " max(CASE WHEN checkpoint_ns = '' THEN checkpoint_id ELSE '' END)"
            " FROM checkpoints WHERE thread_id > ? GROUP BY thread_id ORDER BY thread_id LIMIT ?",
            *(after, limit),
        )
        return [ThreadKey(*row) for row in rows]

    def close(self) -> None:
        # Under the locks of those who use them: SQLite crashes on a connection closed in mid-call.
        users = [getattr(self, name, None) for name in ("saver", "store", "reader")]
        with contextlib.ExitStack() as idle:
            for user in users:
                if user is not None:
                    idle.enter_context(user.lock)
            for connection in self._connections:
                connection.close()


def _key(checkpoint_id: str, parent_id: str | None, ns: str, metadata: bytes, size: int) -> Key:
    return Key(checkpoint_id, parent_id, ns, json.loads(metadata or b"{}"), size)
