"""The outbox: what was accepted and not dispatched, since the process died in between."""

from __future__ import annotations

from sqlalchemy import select

from lib.identity.conversations import LabKey
from lib.identity.ledger import Ledger
from lib.identity.tables import commands, conversations, labs


def waiting_labs(ledger: Ledger) -> list[tuple[LabKey, str]]:
    """One (lab, conversation id) per accepted command of the installation, in order."""
    c = labs.c
    query = (
        select(c.id, c.learner_id, c.name, conversations.c.id)
        .join(conversations, conversations.c.lab_id == c.id)
        .join(commands, commands.c.conversation_id == conversations.c.id)
        .where(commands.c.state == "accepted")
        .order_by(commands.c.position)
    )
    with ledger.read() as connection:
        return [(LabKey(*row[:3]), row[3]) for row in connection.execute(query)]
