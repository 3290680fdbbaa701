"""The places that every backend must behave alike in. A new backend joins by one entry here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lib.backends import Backend


@dataclass(frozen=True)
class Place:
    """`{tmp}` in the template stands for a fresh directory; a shared server has none.

    `survives_reopen`: opening the URL again finds what was stored. `reader_is_apart`: the reader
    has a connection of its own, which may not write. `deleting`: a transaction of the saver's
    that has deleted a thread and is rolled back at the end, where a saver has transactions.
    """

    id: str
    template: str
    survives_reopen: bool
    reader_is_apart: bool
    deleting: Callable[[Backend, str], AbstractContextManager[None]] | None = None

    def url(self, tmp: Path) -> str:
        return self.template.format(tmp=tmp)


@contextmanager
def deleting_in_sqlite(backend: Backend, thread_id: str) -> Iterator[None]:
    saver: Any = backend.saver
    with saver.cursor() as cursor:
        cursor.execute("DELETE FROM checkpoints WHERE thread_id = ?", (thread_id,))
        yield
        cursor.connection.rollback()


PLACES = (
    Place("memory", "memory://", survives_reopen=False, reader_is_apart=False),
    Place("sqlite", "sqlite:///{tmp}/lab.db", True, True, deleting_in_sqlite),
)
