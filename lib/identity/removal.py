"""Removing for good: nothing of what a learner wrote stays in the ledger."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from lib.identity.conversations import Conversation
from lib.identity.tables import (
    commands,
    conversations,
    messages,
    node_calls,
    requests,
    runs,
    writes_before,
)


def forget(connection: Connection, conversation: Conversation) -> None:
    """Remove a conversation with all that was asked and done on it."""
    mine = select(commands.c.position).where(commands.c.conversation_id == conversation.id)
    positions = mine.scalar_subquery()
    connection.execute(delete(writes_before).where(writes_before.c.command.in_(positions)))
    connection.execute(delete(node_calls).where(node_calls.c.conversation_id == conversation.id))
    connection.execute(delete(requests).where(requests.c.command.in_(positions)))
    connection.execute(delete(messages).where(messages.c.conversation_id == conversation.id))
    connection.execute(delete(runs).where(runs.c.command.in_(positions)))
    connection.execute(delete(commands).where(commands.c.conversation_id == conversation.id))
    connection.execute(delete(conversations).where(conversations.c.id == conversation.id))
