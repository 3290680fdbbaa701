"""How an action becomes a command, or finds the one that it became before: one path for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from sqlalchemy import Connection

from lib.identity import commands
from lib.identity.conversations import Conversation
from lib.identity.retry import again
from lib.identity.states import Kind
from lib.lab.actions.ground import OUR_ID, Done
from lib.text import Refused

LONGEST_PAUSE = 30
DURABILITIES = ("sync", "async", "exit")


class Asking(Protocol):
    """What every action that runs a graph says."""

    @property
    def command_id(self) -> str: ...
    @property
    def durability(self) -> str: ...
    @property
    def pause(self) -> float: ...


def is_new(action: Asking, connection: Connection, found: Conversation) -> bool:
    """An intent that was accepted before is not checked again: what it named may have changed."""
    return commands.by_id(connection, found.learner_id, action.command_id) is None


def accept(
    action: Asking,
    connection: Connection,
    found: Conversation,
    kind: Kind,
    intent: Mapping[str, Any],
    **more: bool,
) -> Done:
    """Write the command down; one that is known is retried, which only a failed one feels."""
    if not OUR_ID.fullmatch(action.command_id):
        raise Refused("errors.command_id")
    if not 0 <= action.pause <= LONGEST_PAUSE:
        raise Refused("errors.pause", limit=LONGEST_PAUSE)
    if action.durability not in DURABILITIES:
        raise Refused("errors.durability", found=action.durability)
    options = {"durability": action.durability, "pause": action.pause, **more}
    command, new = commands.accept(connection, found, action.command_id, kind, intent, options)
    return (
        Done(found, command=command, starts=True) if new else once_more(connection, found, command)
    )


def once_more(connection: Connection, found: Conversation, command: commands.Command) -> Done:
    """The same command again: nothing starts unless it had failed and its thread is still there."""
    now = again(connection, command)
    starts = command.state == "failed" and now.state == "accepted"
    return Done(found, new=False, command=now, starts=starts, met=command.state)
