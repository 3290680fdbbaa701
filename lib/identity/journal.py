"""The journal: what was done in a lab, one line an action, in order."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from lib.identity.ledger import Ledger
from lib.identity.tables import journal

VERSION = 2
"""The format of the lines written today; it stands on each of them."""
FIRST_UNDOABLE = 2
"""Lines before this format don't say what they led to."""


@dataclass(frozen=True)
class Line:
    """One action. `command` is the position of the command it led to; `before` what it replaced."""

    id: int
    v: int
    action: Mapping[str, Any]
    at: float
    command: int | None
    before: Mapping[str, Any] | None
    undone: bool


def write_line(
    connection: Connection,
    lab_id: str,
    action: Mapping[str, Any],
    command: int | None = None,
    before: Mapping[str, Any] | None = None,
) -> None:
    connection.execute(
        insert(journal).values(
            lab_id=lab_id,
            v=VERSION,
            action=dict(action),
            at=time.time(),
            command=command,
            before=dict(before) if before is not None else None,
            undone=False,
        )
    )


def lines_of(ledger: Ledger, lab_id: str) -> list[Line]:
    """The lines of a lab that hold, oldest first."""
    with ledger.read() as connection:
        return [_line(row) for row in connection.execute(_holding(lab_id).order_by(journal.c.id))]


def last_line(connection: Connection, lab_id: str) -> Line | None:
    """The last line of a lab that holds."""
    query = _holding(lab_id).order_by(journal.c.id.desc()).limit(1)
    found = connection.execute(query).first()
    return _line(found) if found else None


def mark_undone(connection: Connection, line: Line) -> bool:
    """The line holds no longer; False when it did not before."""
    marked = connection.execute(
        update(journal).where(journal.c.id == line.id, ~journal.c.undone).values(undone=True)
    )
    return marked.rowcount == 1


def forget_lines(connection: Connection, ids: Iterable[int]) -> None:
    """Remove lines for good, undone or not: they hold what their learner wrote."""
    for line_id in ids:
        connection.execute(delete(journal).where(journal.c.id == line_id))


def all_lines(connection: Connection, lab_id: str) -> list[Line]:
    """Every line of a lab, also those that were undone."""
    return [_line(row) for row in connection.execute(_lines(lab_id).order_by(journal.c.id))]


def _lines(lab_id: str) -> Any:
    c = journal.c
    return select(c.id, c.v, c.action, c.at, c.command, c.before, c.undone).where(
        c.lab_id == lab_id
    )


def _holding(lab_id: str) -> Any:
    return _lines(lab_id).where(~journal.c.undone)


def _line(row: Any) -> Line:
    return Line(*row)
