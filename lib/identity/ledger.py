"""The ledger file: one per installation, SQLAlchemy Core on SQLite."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event

from lib.identity.migrations import migrate, refuse_newer


class Ledger:
    """`read()` sees what is committed; `write()` is one transaction, one at a time.

    The process holds the data folder alone, so a lock of ours orders writers: SQLite's own waiting
    sleeps in steps and would add them to a click.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        refuse_newer(path.resolve())
        self._engine = create_engine(
            f"sqlite:///{path}", pool_size=8, max_overflow=-1, connect_args={"timeout": 30}
        )
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "begin", _begin)
        self._writer = self._engine.execution_options(writes=True)
        self._turn = threading.Lock()
        with self.write() as connection:
            migrate(connection)

    def read(self) -> contextlib.AbstractContextManager[Connection]:
        return self._engine.connect()

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        with self._turn, self._writer.begin() as connection:
            yield connection

    def close(self) -> None:
        self._engine.dispose()


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where _begin says, not by guess
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get("writes"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
