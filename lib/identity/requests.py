"""Requests and messages: each trip that carried a command, and what the learner wrote once."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects import sqlite

from lib.identity.commands import Command
from lib.identity.ids import new_id
from lib.identity.ledger import Ledger
from lib.identity.tables import commands, messages, node_calls, requests, runs
from lib.text import Refused

Via = Literal["page", "http"]
NOTE = insert(requests)
KEEP = sqlite.insert(messages).on_conflict_do_nothing()


@dataclass(frozen=True)
class Request:
    """One trip. `found` is the state that it met; `replayed`: it started nothing, as others had."""

    id: str
    at: float
    via: str
    found: str
    replayed: bool


@dataclass(frozen=True)
class Strip:
    """How often things happened: on a thread, or for one command."""

    commands: int
    requests: int
    runs: int
    calls: int


def note(connection: Connection, command: Command, via: Via, *, replayed: bool) -> str:
    """Write a request down; its id is new each time."""
    row = {"id": new_id(), "command": command.position, "at": time.time(), "via": via}
    connection.execute(NOTE, {**row, "found": command.state, "replayed": replayed})
    return str(row["id"])


def requests_of(ledger: Ledger, command: Command) -> list[Request]:
    """The requests of one command, first to last."""
    c = requests.c
    query = select(c.id, c.at, c.via, c.found, c.replayed).where(c.command == command.position)
    with ledger.read() as connection:
        return [Request(*row) for row in connection.execute(query.order_by(c.at, c.id))]


def keep_message(connection: Connection, conversation_id: str, message_id: str, text: str) -> None:
    """A message is written once; the same id with another text is refused."""
    row = {"conversation_id": conversation_id, "id": message_id, "text": text, "at": time.time()}
    if connection.execute(KEEP, row).rowcount == 1:
        return
    c = messages.c
    query = select(c.text).where(c.conversation_id == conversation_id, c.id == message_id)
    if connection.execute(query).scalar_one() != text:
        raise Refused("errors.other_message")


def strip_of(ledger: Ledger, conversation_id: str, command: Command | None = None) -> Strip:
    """Counts of a conversation, or of one of its commands; what was undone is not counted."""
    mine = select(commands.c.position).where(
        commands.c.conversation_id == conversation_id, commands.c.state != "undone"
    )
    if command:
        mine = mine.where(commands.c.position == command.position)
    run_ids = select(runs.c.id).where(runs.c.command.in_(mine))
    queries = (
        select(func.count()).select_from(mine.subquery()),
        select(func.count()).where(requests.c.command.in_(mine)),
        select(func.count()).select_from(run_ids.subquery()),
        select(func.count()).where(node_calls.c.run_id.in_(run_ids)),
    )
    with ledger.read() as connection:
        return Strip(*(int(connection.execute(query).scalar_one()) for query in queries))
