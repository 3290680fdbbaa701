"""Runs: one execution attempt of a command each (ours: neither a tracing id nor a server's run)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from lib.identity.commands import Command, next_accepted
from lib.identity.ids import new_id
from lib.identity.ledger import Ledger
from lib.identity.states import move, settle
from lib.identity.tables import commands, runs

Outcome = Literal["answered", "failed", "waiting", "superseded"]


@dataclass(frozen=True)
class Ended:
    """How an attempt ended: the command's new state, and the stored answer or the error.

    The answer of a resume is that of the waiting commands as well: it names the conversation whose
    commands it `settles`.
    """

    outcome: Outcome
    answer: Mapping[str, Any] | None = None
    error: str | None = None
    settles: str | None = None


@dataclass(frozen=True)
class Run:
    """`attempt` counts from 1; checkpoints are ids in the thread's root namespace."""

    id: str
    command: int
    attempt: int
    state: str
    start_checkpoint: str | None = None
    end_checkpoint: str | None = None
    error: str | None = None


def begin(ledger: Ledger, conversation_id: str) -> tuple[Command, Run] | None:
    """Start an attempt of the conversation's next accepted command; None when there is none.

    Whatever is no answer to an open question leaves it behind.
    """
    with ledger.write() as connection:
        command = next_accepted(connection, conversation_id)
        if command is None or not move(connection, command.position, ("accepted",), "running"):
            return None
        if command.kind != "resume":
            settle(connection, conversation_id, command.position, "superseded")
        earlier = connection.execute(
            select(func.count()).where(runs.c.command == command.position)
        ).scalar_one()
        run = Run(new_id(), command.position, earlier + 1, "running")
        connection.execute(
            insert(runs).values(
                id=run.id,
                command=run.command,
                attempt=run.attempt,
                state=run.state,
                started_at=time.time(),
            )
        )
        return command, run


def finish(
    ledger: Ledger,
    run: Run,
    ended: Ended,
    start: str | None,
    end: str | None,
) -> bool:
    """Close the attempt and its command together; False when something else closed it before."""
    with ledger.write() as connection:
        if not move(connection, run.command, ("running",), ended.outcome):
            return False
        connection.execute(
            update(commands).where(commands.c.position == run.command).values(answer=ended.answer)
        )
        if ended.settles and ended.outcome == "answered":
            settle(connection, ended.settles, run.command, "answered", ended.answer)
        connection.execute(
            update(runs)
            .where(runs.c.id == run.id)
            .values(
                state=ended.outcome,
                start_checkpoint=start,
                end_checkpoint=end,
                error=ended.error,
                ended_at=time.time(),
            )
        )
        return True


def recover(ledger: Ledger) -> int:
    """After a crash: attempts that were running are lost, their commands wait to be run again."""
    with ledger.write() as connection:
        lost = connection.execute(
            update(runs).where(runs.c.state == "running").values(state="lost", ended_at=time.time())
        )
        connection.execute(
            update(commands).where(commands.c.state == "running").values(state="accepted")
        )
        return lost.rowcount


def answer_of(connection: Connection, command: Command) -> Mapping[str, Any] | None:
    """The stored answer of a command."""
    query = select(commands.c.answer).where(commands.c.position == command.position)
    found: Mapping[str, Any] | None = connection.execute(query).scalar_one_or_none()
    return found


def runs_of(ledger: Ledger, command: Command) -> list[Run]:
    """The attempts of one command, first to last."""
    c = runs.c
    query = select(
        c.id, c.command, c.attempt, c.state, c.start_checkpoint, c.end_checkpoint, c.error
    ).where(c.command == command.position)
    with ledger.read() as connection:
        return [Run(*row) for row in connection.execute(query.order_by(c.attempt))]


def start_of(connection: Connection, command: Command) -> str | None:
    """Where the command's turn starts, as the run noted it that began the turn."""
    query = select(runs.c.start_checkpoint).where(
        runs.c.command == command.position, runs.c.start_checkpoint.is_not(None)
    )
    return connection.execute(query.order_by(runs.c.attempt).limit(1)).scalar_one_or_none()
