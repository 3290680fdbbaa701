"""The states of a command, and the transitions between them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, get_args

import pytest
from sqlalchemy import select, update

from lib.identity import runs
from lib.identity.commands import Command
from lib.identity.retry import again
from lib.identity.runs import Ended, begin, finish
from lib.identity.states import FINISHED, State, move, settle, undo
from lib.identity.tables import commands
from tests.worlds import World, world

__all__ = ["world"]

STATES = get_args(State)
ALLOWED = {
    "begin": {("accepted", "running")},
    "finish": {("running", to) for to in get_args(runs.Outcome)},
    "recover": {("running", "accepted")},
    "settle": {("waiting", "answered"), ("waiting", "superseded")},
    "again": {("failed", "accepted")},
    "undo": {(now, "undone") for now in FINISHED},
}
"""The transitions of a command, by what makes them. There are no others."""


def put(world: World, command: Command, state: str) -> None:
    with world.ledger.write() as connection:
        row = commands.c.position == command.position
        connection.execute(update(commands).where(row).values(state=state))


def state_of(world: World, command: Command) -> str:
    query = select(commands.c.state).where(commands.c.position == command.position)
    with world.ledger.read() as connection:
        return str(connection.execute(query).scalar_one())


@pytest.mark.parametrize(("now", "before"), [*product(STATES, STATES)])
def test_a_move_happens_only_from_the_state_it_names(world: World, now: Any, before: Any) -> None:
    command = world.accept(world.open())
    put(world, command, now)
    for after in STATES:
        with world.ledger.write() as connection:
            assert move(connection, command.position, (before,), after) == (now == before)
        assert state_of(world, command) == (after if now == before else now)
        put(world, command, now)


def _again(world: World, command: Command) -> None:
    now: Any = state_of(world, command)
    with world.ledger.write() as connection:
        again(connection, replace(command, state=now))


def _undo(world: World, command: Command) -> None:
    with world.ledger.write() as connection:
        undo(connection, command.position)


def test_what_an_undone_command_had_settled_waits_again(world: World) -> None:
    talk = world.open()
    first, second = world.accept(talk, text="first"), world.accept(talk, text="second")
    put(world, first, "waiting")
    put(world, second, "answered")
    with world.ledger.write() as connection:
        settle(connection, talk.id, second.position, "superseded", {"text": "x"})
    assert state_of(world, first) == "superseded"
    _undo(world, second)
    assert (state_of(world, first), state_of(world, second)) == ("waiting", "undone")


@pytest.mark.parametrize("now", STATES)
def test_only_the_documented_transitions_happen(world: World, now: State) -> None:
    talk = world.open()
    command = world.accept(talk)
    begun = begin(world.ledger, talk.id)
    assert begun
    seen: dict[str, set[tuple[str, str]]] = {}
    for outcome in get_args(runs.Outcome):
        put(world, command, now)
        finish(world.ledger, begun[1], Ended(outcome), None, None)
        seen.setdefault("finish", set()).add((now, state_of(world, command)))
    for settled in ("answered", "superseded"):
        put(world, command, now)
        with world.ledger.write() as connection:
            settle(connection, talk.id, command.position + 1, settled)
        seen.setdefault("settle", set()).add((now, state_of(world, command)))
    for name, step in (
        ("undo", lambda: _undo(world, command)),
        ("again", lambda: _again(world, command)),
        ("begin", lambda: begin(world.ledger, talk.id)),
        ("recover", lambda: runs.recover(world.ledger)),
    ):
        put(world, command, now)
        step()
        seen[name] = {(now, state_of(world, command))}
    for name, moves in seen.items():
        assert moves - {(now, now)} == {m for m in ALLOWED[name] if m[0] == now}
