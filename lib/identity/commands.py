"""Commands: what a learner asked for, written down before anything runs. States: `states.py`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from lib.identity.conversations import Conversation
from lib.identity.ids import fingerprint
from lib.identity.ledger import Ledger
from lib.identity.states import UNFINISHED, Kind
from lib.identity.tables import commands, conversations
from lib.text import Refused


@dataclass(frozen=True)
class Command:
    """One accepted intent. `position` orders commands by acceptance; `payload` is plain JSON."""

    position: int
    id: str
    learner_id: str
    conversation_id: str
    kind: str
    payload: Mapping[str, Any]
    state: str


def accept(
    connection: Connection,
    conversation: Conversation,
    command_id: str,
    kind: Kind,
    intent: Mapping[str, Any],
    options: Mapping[str, Any],
) -> tuple[Command, bool]:
    """Write the command down, or find it again. The flag tells whether it is new.

    The same id with another intent is refused; `options` (how to run it) may differ.
    """
    mark = fingerprint({"kind": kind, "conversation": conversation.id, **intent})
    known = connection.execute(
        _select(commands.c.fingerprint).where(
            commands.c.learner_id == conversation.learner_id, commands.c.id == command_id
        )
    ).one_or_none()
    if known and known.fingerprint != mark:
        raise Refused("errors.other_payload")
    if known:
        return Command(*known[:-1]), False
    row: dict[str, Any] = {
        "id": command_id,
        "learner_id": conversation.learner_id,
        "conversation_id": conversation.id,
        "kind": kind,
        "payload": {**intent, "options": dict(options)},
        "state": "accepted",
    }
    position = connection.execute(
        insert(commands)
        .values(**row, fingerprint=mark, accepted_at=time.time())
        .returning(commands.c.position)
    ).scalar_one()
    return Command(position=position, **row), True


def _select(*more: Any) -> Select[Any]:
    c = commands.c
    return select(
        c.position, c.id, c.learner_id, c.conversation_id, c.kind, c.payload, c.state, *more
    )


def by_id(connection: Connection, learner_id: str, command_id: str) -> Command | None:
    """A learner's command by its id."""
    query = _select().where(commands.c.learner_id == learner_id, commands.c.id == command_id)
    found = connection.execute(query).one_or_none()
    return Command(*found) if found else None


def find(connection: Connection, conversation: Conversation, command_id: str) -> Command | None:
    """A command of a conversation by its id."""
    query = _select().where(
        commands.c.conversation_id == conversation.id, commands.c.id == command_id
    )
    found = connection.execute(query).one_or_none()
    return Command(*found) if found else None


def command_at(connection: Connection, position: int) -> Command:
    """The command accepted at a position; raises when there is none."""
    return Command(*connection.execute(_select().where(commands.c.position == position)).one())


def next_accepted(connection: Connection, conversation_id: str) -> Command | None:
    """The conversation's accepted command that came first."""
    query = _select().where(
        commands.c.conversation_id == conversation_id, commands.c.state == "accepted"
    )
    found = connection.execute(query.order_by(commands.c.position).limit(1)).first()
    return Command(*found) if found else None


def open_commands(ledger: Ledger, conversation_id: str) -> list[Command]:
    """A conversation's accepted and running commands, in order of acceptance."""
    query = _select().where(
        commands.c.conversation_id == conversation_id, commands.c.state.in_(UNFINISHED)
    )
    with ledger.read() as connection:
        found = connection.execute(query.order_by(commands.c.position)).all()
    return [Command(*row) for row in found]


def unfinished(
    connection: Connection, lab_id: str, conversation_id: str | None = None
) -> list[Command]:
    """The accepted and running commands of a lab, or of one of its conversations."""
    query = (
        _select()
        .join(conversations, conversations.c.id == commands.c.conversation_id)
        .where(conversations.c.lab_id == lab_id, commands.c.state.in_(UNFINISHED))
        .order_by(commands.c.position)
    )
    if conversation_id:
        query = query.where(conversations.c.id == conversation_id)
    return [Command(*row) for row in connection.execute(query)]


def last_command(ledger: Ledger, conversation_id: str) -> Command | None:
    """The command accepted last on a conversation and not taken back."""
    query = _select().where(
        commands.c.conversation_id == conversation_id, commands.c.state != "undone"
    )
    with ledger.read() as connection:
        found = connection.execute(query.order_by(commands.c.position.desc()).limit(1)).first()
    return Command(*found) if found else None


def has_sent(ledger: Ledger, learner_id: str) -> bool:
    """Whether this learner ever sent anything: a first visit is told what to do."""
    query = select(commands.c.position).where(commands.c.learner_id == learner_id).limit(1)
    with ledger.read() as connection:
        return connection.execute(query).first() is not None
