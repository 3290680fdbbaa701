"""Actions on a thread as a whole. Those that can be taken back say how in `take_back`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from lib.graphs import SCENARIOS
from lib.identity import calls, commands, conversations, journal
from lib.identity.ids import new_id
from lib.identity.removal import forget
from lib.lab.actions.ground import Done, check_scenario, owned, quiet
from lib.lab.kept import unneeded
from lib.lab.reading import Reading
from lib.text import Refused


class _Opens:
    """An action that opened a conversation is taken back by removing it and its thread's rows."""

    conversation_id: str

    def take_back(self, lab: Reading, connection: Connection, _before: Mapping[str, Any]) -> None:
        made = owned(lab, connection, self.conversation_id)
        forget(connection, made)
        lab.backend.delete_thread(made.thread_id)


@dataclass(frozen=True)
class OpenThread(_Opens):
    """Open a new thread of a scenario under an id that the lab does not use yet."""

    thread_id: str
    scenario: str
    label: str = ""
    conversation_id: str = field(default_factory=new_id)

    def perform(self, lab: Reading, connection: Connection) -> Done:
        check_scenario(self.scenario)
        made = conversations.open_conversation(
            connection, lab.key, self.thread_id, self.scenario, self.label, self.conversation_id
        )
        # Rows of a thread that no conversation holds are what a crash left: nobody's.
        lab.backend.delete_thread(made.thread_id)
        return Done(made)


@dataclass(frozen=True)
class CopyThread(_Opens):
    """Copy a thread with its whole history and branches to a new one."""

    source_id: str
    thread_id: str
    conversation_id: str = field(default_factory=new_id)

    def perform(self, lab: Reading, connection: Connection) -> Done:
        source = owned(lab, connection, self.source_id)
        quiet(lab, connection, source)
        opened = OpenThread(self.thread_id, source.scenario, "", self.conversation_id)
        done = opened.perform(lab, connection)
        lab.backend.copy_thread(source.thread_id, done.conversation.thread_id)
        return done


@dataclass(frozen=True)
class DeleteThread:
    """Delete a thread and all that was asked on it. `confirmed` is its thread id, typed again."""

    conversation_id: str
    confirmed: str

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        if self.confirmed.strip() != found.thread_id:
            raise Refused("errors.delete_unconfirmed", thread=found.thread_id)
        unfinished = commands.unfinished(connection, lab.key.id, found.id)
        if any(command.state == "running" for command in unfinished):
            raise Refused("errors.thread_busy")
        forget(connection, found)
        alive = {c.id for c in conversations.conversations_in(connection, lab.key)}
        lines = journal.all_lines(connection, lab.key.id)
        journal.forget_lines(connection, unneeded(lines, alive))
        return Done(found, removal=lambda: lab.backend.delete_thread(found.thread_id))


@dataclass(frozen=True)
class LabelThread:
    """Give a thread a name for people; an empty one shows the thread id again."""

    conversation_id: str
    label: str

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        conversations.set_label(connection, found, self.label)
        return Done(found, before={"label": found.label})

    def take_back(self, lab: Reading, connection: Connection, before: Mapping[str, Any]) -> None:
        found = owned(lab, connection, self.conversation_id)
        conversations.set_label(connection, found, before["label"])


@dataclass(frozen=True)
class ChooseScenario:
    """Choose the scenario of a thread on which nothing was sent yet."""

    conversation_id: str
    scenario: str

    def perform(self, lab: Reading, connection: Connection) -> Done:
        check_scenario(self.scenario)
        found = owned(lab, connection, self.conversation_id)
        # A copied thread has checkpoints before anything is sent on it.
        if lab.backend.count(found.thread_id) or not conversations.set_scenario(
            connection, found, self.scenario
        ):
            raise Refused("errors.scenario_fixed")
        return Done(found, before={"scenario": found.scenario})

    def take_back(self, lab: Reading, connection: Connection, before: Mapping[str, Any]) -> None:
        found = owned(lab, connection, self.conversation_id)
        conversations.set_scenario(connection, found, before["scenario"])


@dataclass(frozen=True)
class FailNext:
    """Make the scenario's node that may fail do so, once, at its next call on this thread."""

    conversation_id: str

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        if SCENARIOS[found.scenario].may_fail is None:
            raise Refused("errors.nothing_fails")
        return Done(found, new=calls.arm(connection, found.id))
