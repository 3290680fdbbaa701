"""Turns: one message of a learner with everything that was made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from lib.evidence import config_of
from lib.identity import commands, runs
from lib.identity.commands import Command
from lib.identity.conversations import Conversation
from lib.lab.reading import Reading
from lib.text import Refused


@dataclass(frozen=True)
class Turn:
    """`command` sent the message; `start` has it in and nothing of the turn run."""

    command: Command
    message: Mapping[str, Any]
    start: str


def turn_of(
    lab: Reading, connection: Connection, conversation: Conversation, command_id: str
) -> Turn:
    """The turn that a command belongs to; refused where it has none to start again from."""
    command = _root(lab, connection, conversation, command_id)
    if command is None or command.state == "undone":
        raise Refused("errors.no_turn")
    message = command.payload["message"]
    for start in _starts(lab, connection, conversation, command):
        if _begins(lab, conversation, start, message["id"]):
            return Turn(command, message, start)
    raise Refused("errors.no_start")


def _root(
    lab: Reading, connection: Connection, conversation: Conversation, command_id: str
) -> Command | None:
    """The send that a command goes back to: what it answers again, or what it started from."""
    command = commands.find(connection, conversation, command_id)
    if command and "of" in command.payload:
        return commands.find(connection, conversation, command.payload["of"])
    at = command.payload.get("at") if command and command.kind != "send" else None
    while at:
        key = lab.backend.key(conversation.thread_id, "", at)
        noted = str(key.metadata.get("command_id")) if key else ""
        command = commands.find(connection, conversation, noted)
        if command and command.kind in ("send", "regenerate"):
            return _root(lab, connection, conversation, command.id)
        at = key.parent_id if key else None
    return command if command and command.kind == "send" else None


def _starts(
    lab: Reading, connection: Connection, conversation: Conversation, command: Command
) -> list[str]:
    """Where the turn may start: as its run noted it, else what the command stored first.

    A run that was killed noted nothing.
    """
    noted = runs.start_of(connection, command)
    if noted:
        return [noted]
    saver = lab.backend.reader
    config = config_of(conversation.thread_id)
    mine = saver.list(config, filter={"command_id": command.id, "source": "loop"})
    return [row.checkpoint["id"] for row in mine][-1:]


def _begins(lab: Reading, conversation: Conversation, checkpoint_id: str, message_id: str) -> bool:
    """Whether a checkpoint is there and the message is its last: under `exit` none may be."""
    found = lab.backend.reader.get_tuple(config_of(conversation.thread_id, "", checkpoint_id))
    messages: list[Any] = found.checkpoint["channel_values"].get("messages", []) if found else []
    return bool(messages) and messages[-1].id == message_id
