"""What a page reads of a lab's side of the ledger, nothing twice unchanged."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from lib.identity import commands, conversations, requests, runs
from lib.identity.commands import Command
from lib.identity.conversations import Conversation, LabKey
from lib.identity.ledger import Ledger
from lib.identity.requests import Strip
from lib.identity.runs import Run
from lib.lab.fresh import Fresh, Value
from lib.lab.services import Services


class Asked:
    """The half of a lab that the ledger knows."""

    def __init__(self, key: LabKey, services: Services) -> None:
        self.key, self._services = key, services
        self._fresh = Fresh(lambda: self.version)

    @property
    def ledger(self) -> Ledger:
        return self._services.ledger

    @property
    def version(self) -> int:
        """Counts up whenever anything of this lab was written; its bus topic is its id."""
        return self._services.bus.version(self.key.id)

    def fresh(self, key: Hashable, read: Callable[[], Value], at: int | None = None) -> Value:
        """What `read` gave since the lab was last written to; see `Fresh.get`."""
        return self._fresh.get(key, read, at)

    def conversations(self) -> tuple[Conversation, ...]:
        """The lab's conversations, oldest first."""
        return self.fresh(
            "conversations",
            lambda: tuple(conversations.conversations_of(self.ledger, self.key)),
        )

    def conversation(self, conversation_id: str) -> Conversation | None:
        found = (c for c in self.conversations() if c.id == conversation_id)
        return next(found, None)

    def open_commands(self, conversation_id: str) -> tuple[Command, ...]:
        """The conversation's accepted and running commands, in order of acceptance."""
        return self.fresh(
            ("open", conversation_id),
            lambda: tuple(commands.open_commands(self.ledger, conversation_id)),
        )

    def last_run(self, conversation_id: str) -> tuple[Command, Run | None] | None:
        """The command accepted last and its newest attempt; None while nothing was sent."""
        return self.fresh(("last", conversation_id), lambda: self._last_run(conversation_id))

    def command(self, conversation_id: str, command_id: str) -> Command | None:
        """A command of a conversation by its id."""
        return self.fresh(
            ("command", conversation_id, command_id),
            lambda: self._command(conversation_id, command_id),
        )

    def _command(self, conversation_id: str, command_id: str) -> Command | None:
        with self.ledger.read() as connection:
            found = commands.by_id(connection, self.key.learner_id, command_id)
        return found if found and found.conversation_id == conversation_id else None

    def answer(self, command: Command) -> Mapping[str, Any] | None:
        """The stored answer of a command."""
        with self.ledger.read() as connection:
            return runs.answer_of(connection, command)

    def strip(self, conversation_id: str, command: Command | None = None) -> Strip:
        """How often things happened on a thread, or for one of its commands."""
        return self.fresh(
            ("strip", conversation_id, command and command.id),
            lambda: requests.strip_of(self.ledger, conversation_id, command),
        )

    def _last_run(self, conversation_id: str) -> tuple[Command, Run | None] | None:
        command = commands.last_command(self.ledger, conversation_id)
        if command is None:
            return None
        attempts = runs.runs_of(self.ledger, command)
        return command, attempts[-1] if attempts else None
