"""Actions: the closed set of things a learner can do. Each runs for real and is written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection

from lib.graphs import SCENARIOS
from lib.identity import commands, conversations
from lib.identity.conversations import Conversation, LabKey
from lib.identity.ids import is_visible, new_id
from lib.text import Refused

LONGEST_MESSAGE = 32_768
"""Bytes of UTF-8 in one message."""
LONGEST_PAUSE = 30
DURABILITIES = ("sync", "async", "exit")
OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Done:
    """What an action led to: its conversation, whether anything is new, and what has to run."""

    conversation: Conversation
    new: bool = True
    command: commands.Command | None = None


@dataclass(frozen=True)
class OpenThread:
    """Open a new thread of a scenario under an id that the lab does not use yet."""

    thread_id: str
    scenario: str
    label: str = ""

    def perform(self, lab: LabKey, connection: Connection) -> Done:
        check_scenario(self.scenario)
        made = conversations.open_conversation(
            connection, lab, self.thread_id, self.scenario, self.label
        )
        return Done(made)


@dataclass(frozen=True)
class LabelThread:
    """Give a thread a name for people; an empty one shows the thread id again."""

    conversation_id: str
    label: str

    def perform(self, lab: LabKey, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        conversations.set_label(connection, found, self.label)
        return Done(found)


@dataclass(frozen=True)
class ChooseScenario:
    """Choose the scenario of a thread on which nothing was sent yet."""

    conversation_id: str
    scenario: str

    def perform(self, lab: LabKey, connection: Connection) -> Done:
        check_scenario(self.scenario)
        found = owned(lab, connection, self.conversation_id)
        if not conversations.set_scenario(connection, found, self.scenario):
            raise Refused("errors.scenario_fixed")
        return Done(found)


@dataclass(frozen=True)
class Send:
    """Send a message. `command_id` names the intent: the same one again starts nothing new.

    `pause` is slow motion: seconds between two checkpoints, 0 for none.
    """

    conversation_id: str
    text: str
    command_id: str
    message_id: str = field(default_factory=new_id)
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: LabKey, connection: Connection) -> Done:
        if not OUR_ID.fullmatch(self.command_id):
            raise Refused("errors.command_id")
        if not OUR_ID.fullmatch(self.message_id):
            raise Refused("errors.message_id")
        if not 0 <= self.pause <= LONGEST_PAUSE:
            raise Refused("errors.pause", limit=LONGEST_PAUSE)
        if self.durability not in DURABILITIES:
            raise Refused("errors.durability", found=self.durability)
        found = owned(lab, connection, self.conversation_id)
        message = {"id": self.message_id, "text": checked_message(self.text)}
        command, new = commands.accept(
            connection,
            found,
            self.command_id,
            "send",
            {"message": message},
            {"durability": self.durability, "pause": self.pause},
        )
        return Done(found, new, command)


Action = OpenThread | LabelThread | ChooseScenario | Send
ACTIONS: dict[str, Callable[..., Action]] = {
    action.__name__: action for action in (OpenThread, LabelThread, ChooseScenario, Send)
}


def as_line(action: Action) -> dict[str, Any]:
    """The action as a journal line: plain data that `from_line` reads back."""
    return {"do": type(action).__name__, **asdict(action)}


def from_line(line: dict[str, Any]) -> Action:
    values = dict(line)
    return ACTIONS[values.pop("do")](**values)


def owned(lab: LabKey, connection: Connection, conversation_id: str) -> Conversation:
    if not OUR_ID.fullmatch(conversation_id):
        raise Refused("errors.thread_unknown")
    found = conversations.conversation_of(connection, lab, conversation_id)
    if found is None:
        raise Refused("errors.thread_unknown")
    return found


def check_scenario(scenario: str) -> None:
    if scenario not in SCENARIOS:
        raise Refused("errors.scenario_unknown", found=scenario)


def checked_message(text: str) -> str:
    if not is_visible(text):
        raise Refused("errors.message_blank")
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST_MESSAGE:
        raise Refused("errors.message_long", limit=LONGEST_MESSAGE, found=size)
    return text.encode("utf-8", "replace").decode()
