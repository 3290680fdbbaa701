"""How the commands of a lab went, for those who tell it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Select, select

from lib.identity.commands import Command
from lib.identity.ledger import Ledger
from lib.identity.tables import commands, conversations, node_calls, runs


@dataclass
class Went:
    """How a command went: the checkpoint that it names, whether that was pinned, and its runs."""

    at: str | None
    pinned: bool
    runs: list[str] = field(default_factory=list)


def how_they_went(ledger: Ledger, lab_id: str) -> dict[str, Went]:
    """Every command of a lab by its id."""
    query = (
        select(commands.c.id, commands.c.payload, runs.c.state)
        .join(conversations, conversations.c.id == commands.c.conversation_id)
        .outerjoin(runs, runs.c.command == commands.c.position)
        .where(conversations.c.lab_id == lab_id)
        .order_by(runs.c.attempt)
    )
    found: dict[str, Went] = {}
    for command_id, payload, state in _rows(ledger, query):
        pinned = bool(payload["options"].get("pinned"))
        went = found.setdefault(command_id, Went(payload.get("at"), pinned))
        went.runs += [state] if state else []
    return found


def commands_of(ledger: Ledger, conversation_id: str) -> list[Command]:
    """A conversation's commands in order of acceptance, those that were undone left out."""
    c = commands.c
    query = select(
        c.position, c.id, c.learner_id, c.conversation_id, c.kind, c.payload, c.state
    ).where(c.conversation_id == conversation_id, c.state != "undone")
    return [Command(*row) for row in _rows(ledger, query.order_by(c.position))]


def told_to_fail(ledger: Ledger, lab_id: str) -> list[tuple[str, str]]:
    """(conversation id, command id) of each run that took a failure, in order."""
    query = (
        select(commands.c.conversation_id, commands.c.id)
        .join(runs, runs.c.command == commands.c.position)
        .join(node_calls, node_calls.c.run_id == runs.c.id)
        .join(conversations, conversations.c.id == commands.c.conversation_id)
        .where(conversations.c.lab_id == lab_id, node_calls.c.told_to_fail)
        .order_by(node_calls.c.id)
    )
    return [(conversation_id, command_id) for conversation_id, command_id in _rows(ledger, query)]


def _rows(ledger: Ledger, query: Select[Any]) -> Sequence[Any]:
    with ledger.read() as connection:
        return connection.execute(query).all()
