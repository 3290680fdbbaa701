"""What a command found where it wrote: the stored writes of checkpoints that were there before it.

A command's own checkpoints carry its id, so taking it back needs no list of them. What it adds to
a checkpoint of somebody else (an answer to a question, say) is noted here first.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from lib.identity.ledger import Ledger
from lib.identity.tables import writes_before


@dataclass(frozen=True)
class Before:
    """The raw rows of one checkpoint's writes as a command found them."""

    ns: str
    checkpoint_id: str
    rows: tuple[tuple[Any, ...], ...]


def note(ledger: Ledger, position: int, found: Before) -> None:
    """Keep what was there; the first note of a command on a checkpoint is the one that counts."""
    row = insert(writes_before).values(
        command=position,
        ns=found.ns,
        checkpoint_id=found.checkpoint_id,
        rows=[_packed(cells) for cells in found.rows],
    )
    with ledger.write() as connection:
        connection.execute(row.on_conflict_do_nothing())


def noted(connection: Connection, position: int) -> list[Before]:
    """What a command found, to be put back."""
    c = writes_before.c
    query = select(c.ns, c.checkpoint_id, c.rows).where(c.command == position).order_by(c.id)
    return [
        Before(ns, checkpoint_id, _unpacked(rows))
        for ns, checkpoint_id, rows in connection.execute(query)
    ]


def forget(connection: Connection, position: int) -> None:
    connection.execute(delete(writes_before).where(writes_before.c.command == position))


def _packed(cells: Sequence[Any]) -> list[Any]:
    """A row as JSON: bytes stand in a list of their own."""
    return [[base64.b64encode(c).decode()] if isinstance(c, bytes) else c for c in cells]


def _unpacked(rows: Iterable[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(
        tuple(base64.b64decode(c[0]) if isinstance(c, list) else c for c in cells) for cells in rows
    )
