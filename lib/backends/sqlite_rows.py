"""Rows of SQLite's two tables: what LangGraph's saver has no call for, and what takes rows away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.checkpoint.sqlite import SqliteSaver

from lib.backends.base import RawWrite

PLACE = "thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
# Metadata is a blob of JSON text; SQLite takes a blob for its own binary JSON.
NOTED = "json_extract(CAST(metadata AS TEXT), '$.{}')"
TABLES = ("checkpoints", "writes")
RAW = ", ".join(RawWrite._fields)


class SqliteRows:
    """Half of the SQLite backend. Reads go through the reader; changes take the saver's turn."""

    saver: Any
    _reader: SqliteSaver

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        with self._reader.cursor(transaction=False) as cursor:
            return cursor.execute(sql, values).fetchall()

    def edges(
        self, thread_id: str, ns: str = "", *, above: str = ""
    ) -> list[tuple[str, str | None]]:
        return self._rows(
            "SELECT checkpoint_id, parent_checkpoint_id FROM checkpoints"
            " WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id > ?"
            " ORDER BY checkpoint_id",
            *(thread_id, ns, above),
        )

    def namespaces(self, thread_id: str) -> list[tuple[str, int]]:
        return self._rows(
            "SELECT checkpoint_ns, count(*) FROM checkpoints WHERE thread_id = ?"
            " GROUP BY checkpoint_ns ORDER BY min(checkpoint_id)",
            thread_id,
        )

    def size(self, thread_id: str) -> int:
        sizes = "SELECT sum(length(checkpoint) + length(metadata)) FROM checkpoints"
        return int(self._rows(f"{sizes} WHERE thread_id = ?", thread_id)[0][0] or 0)

    def rows(self, thread_id: str) -> tuple[int, int]:
        counted = [
            self._rows(f"SELECT count(*) FROM {table} WHERE thread_id = ?", thread_id)[0][0]
            for table in TABLES
        ]
        return counted[0], counted[1]

    def writes(self, thread_id: str, ns: str, checkpoint_id: str) -> tuple[RawWrite, ...]:
        sql = f"SELECT {RAW} FROM writes WHERE {PLACE} ORDER BY task_id, idx"
        with self.saver.cursor(transaction=False) as cursor:
            return tuple(RawWrite(*r) for r in cursor.execute(sql, (thread_id, ns, checkpoint_id)))

    def put_back(
        self, thread_id: str, ns: str, checkpoint_id: str, rows: Sequence[RawWrite]
    ) -> None:
        place = (thread_id, ns, checkpoint_id)
        with self.saver.cursor() as cursor:
            cursor.execute(f"DELETE FROM writes WHERE {PLACE}", place)
            cursor.executemany(
                f"INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, {RAW})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(*place, *row) for row in rows],
            )

    def remove(self, thread_id: str, command_id: str) -> int:
        made = f"thread_id = ? AND {NOTED.format('command_id')} = ?"
        with self.saver.cursor() as cursor:
            cursor.execute(f"DELETE FROM checkpoints WHERE {made}", (thread_id, command_id))
            removed = int(cursor.rowcount)
            # Theirs, and those of a killed run, which can be stored before their checkpoint.
            cursor.execute(
                "DELETE FROM writes WHERE thread_id = ? AND NOT EXISTS (SELECT 1 FROM checkpoints c"
                " WHERE c.thread_id = writes.thread_id AND c.checkpoint_ns = writes.checkpoint_ns"
                " AND c.checkpoint_id = writes.checkpoint_id)",
                (thread_id,),
            )
            return removed

    def copy_thread(self, source: str, target: str) -> None:
        with self.saver.cursor() as cursor:
            for table in TABLES:
                names = [row[1] for row in cursor.execute(f"PRAGMA table_info({table})")]
                others = ", ".join(name for name in names if name != "thread_id")
                cursor.execute(
                    f"INSERT INTO {table} (thread_id, {others})"
                    f" SELECT ?, {others} FROM {table} WHERE thread_id = ?",
                    (target, source),
                )
