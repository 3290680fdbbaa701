"""Node calls: written before a node's body, so that what ran is known whatever became of it."""

from __future__ import annotations

import time

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from lib.identity.conversations import Conversation
from lib.identity.ledger import Ledger
from lib.identity.tables import conversations, node_calls, runs

# Made once: every node call waits for these two, and making them takes longer than running them.
NOTE = insert(node_calls)
NUMBER = select(func.count()).where(
    node_calls.c.conversation_id == bindparam("conversation_id"),
    node_calls.c.node == bindparam("node"),
)


def count_call(ledger: Ledger, run_id: str, conversation_id: str, node: str, task_id: str) -> int:
    """Write a node call down and return its number among the node's calls on this thread."""
    place = {"conversation_id": conversation_id, "node": node}
    call = {**place, "run_id": run_id, "task_id": task_id, "at": time.time(), "told_to_fail": False}
    with ledger.write() as connection:
        connection.execute(NOTE, call)
        return int(connection.execute(NUMBER, place).scalar_one())


def call_counts(ledger: Ledger, conversation_id: str) -> dict[str, int]:
    """How often each node ran on a conversation's thread."""
    query = (
        select(node_calls.c.node, func.count())
        .where(node_calls.c.conversation_id == conversation_id)
        .group_by(node_calls.c.node)
    )
    with ledger.read() as connection:
        return {node: count for node, count in connection.execute(query)}


def arm(connection: Connection, conversation_id: str, armed: bool = True) -> bool:
    """Tell the thread's next call that may fail to do so; False when it was told already."""
    told = connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id, conversations.c.fail_next != armed)
        .values(fail_next=armed)
    )
    return told.rowcount == 1


def is_armed(ledger: Ledger, conversation: Conversation) -> bool:
    query = select(conversations.c.fail_next).where(conversations.c.id == conversation.id)
    with ledger.read() as connection:
        return bool(connection.execute(query).scalar_one_or_none())


def take_failure(ledger: Ledger, run_id: str, conversation_id: str, task_id: str) -> bool:
    """Whether this call has to fail; it is told once."""
    with ledger.write() as connection:
        if not arm(connection, conversation_id, armed=False):
            return False
        connection.execute(
            update(node_calls)
            .where(node_calls.c.run_id == run_id, node_calls.c.task_id == task_id)
            .values(told_to_fail=True)
        )
        return True


def failures(connection: Connection, conversation_id: str) -> int:
    """How many calls of a conversation failed because they were told to."""
    query = select(func.count()).where(
        node_calls.c.conversation_id == conversation_id, node_calls.c.told_to_fail
    )
    return int(connection.execute(query).scalar_one())


def forget_calls(connection: Connection, position: int) -> None:
    """A command that is taken back made no calls."""
    of_command = select(runs.c.id).where(runs.c.command == position).scalar_subquery()
    connection.execute(delete(node_calls).where(node_calls.c.run_id.in_(of_command)))
