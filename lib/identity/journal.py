"""The journal: what was done in a lab, one line an action, in order."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select

from lib.identity.ledger import Ledger
from lib.identity.tables import journal

VERSION = 1
"""The format of the lines written today; it stands on each of them."""


def write_line(connection: Connection, lab_id: str, action: Mapping[str, Any]) -> None:
    connection.execute(
        insert(journal).values(lab_id=lab_id, v=VERSION, action=dict(action), at=time.time())
    )


def lines_of(ledger: Ledger, lab_id: str) -> list[dict[str, Any]]:
    """The actions of a lab, oldest first."""
    query = select(journal.c.action).where(journal.c.lab_id == lab_id).order_by(journal.c.id)
    with ledger.read() as connection:
        return list(connection.execute(query).scalars())
