"""Retry: the same command once more. What happens depends on its state alone."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, exists, select

from lib.identity.commands import Command
from lib.identity.states import State, move
from lib.identity.tables import commands, runs


def again(connection: Connection, command: Command) -> Command:
    """The command as it stands now that it came again: only a failed one changes.

    It is accepted once more; one whose thread has moved on since is superseded.
    """
    if command.state != "failed":
        return command
    after: State = "superseded" if _moved_on(connection, command) else "accepted"
    moved = move(connection, command.position, ("failed",), after)
    return replace(command, state=after) if moved else command


def _moved_on(connection: Connection, command: Command) -> bool:
    """Whether a later command of the conversation has begun, and holds."""
    later = (
        select(commands.c.position)
        .join(runs, runs.c.command == commands.c.position)
        .where(
            commands.c.conversation_id == command.conversation_id,
            commands.c.position > command.position,
            commands.c.state != "undone",
        )
    )
    return bool(connection.execute(select(exists(later))).scalar_one())
