"""Commands: what a learner asked for, written down before anything runs.

| from | to | when |
|---|---|---|
| – | accepted | `accept` |
| accepted | running | `begin`: a run starts |
| running | answered, failed, waiting, superseded | `finish`: that run ended |
| running | accepted | `recover`: the process died under it |

Every transition is one conditional statement that can lose a race and says so.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Select, insert, select, update

from lib.identity.conversations import Conversation, LabKey
from lib.identity.ids import fingerprint
from lib.identity.ledger import Ledger
from lib.identity.tables import commands, conversations, labs
from lib.text import Refused

Kind = Literal["send"]
State = Literal["accepted", "running", "answered", "failed", "waiting", "superseded"]
UNFINISHED = ("accepted", "running")


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


def move(connection: Connection, position: int, before: tuple[State, ...], after: State) -> bool:
    """One transition, if the command is still in one of the states `before`."""
    moved = connection.execute(
        update(commands)
        .where(commands.c.position == position, commands.c.state.in_(before))
        .values(state=after)
    )
    return moved.rowcount == 1


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


def last_command(ledger: Ledger, conversation_id: str) -> Command | None:
    """The command accepted last on a conversation, whatever became of it."""
    query = _select().where(commands.c.conversation_id == conversation_id)
    with ledger.read() as connection:
        found = connection.execute(query.order_by(commands.c.position.desc()).limit(1)).first()
    return Command(*found) if found else None


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


def has_sent(ledger: Ledger, learner_id: str) -> bool:
    """Whether this learner ever sent anything: a first visit is told what to do."""
    query = select(commands.c.position).where(commands.c.learner_id == learner_id).limit(1)
    with ledger.read() as connection:
        return connection.execute(query).first() is not None
