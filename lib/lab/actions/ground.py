"""What all actions stand on: what they lead to, and the checks that several of them make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from lib.graphs import SCENARIOS
from lib.identity import commands, conversations
from lib.identity.conversations import Conversation
from lib.identity.ids import is_visible
from lib.lab.reading import Reading
from lib.text import Refused

LONGEST_MESSAGE = 32_768
"""Bytes of UTF-8 in one message, answer or edited value."""
OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True)
class Done:
    """What an action led to: its conversation, whether anything is new, and its command.

    `starts`: something has to run. `met` is the state in which a known command was found. `before`
    is what undo restores where the action replaced something. `removal` takes rows away: it comes
    last, when nothing else can fail any more.
    """

    conversation: Conversation
    new: bool = True
    command: commands.Command | None = None
    before: Mapping[str, Any] | None = None
    starts: bool = False
    met: str | None = None
    request_id: str = ""
    removal: Callable[[], None] | None = None


def owned(lab: Reading, connection: Connection, conversation_id: str) -> Conversation:
    """The lab's conversation of that id: a known id opens nobody else's."""
    if not OUR_ID.fullmatch(conversation_id):
        raise Refused("errors.thread_unknown")
    found = conversations.conversation_of(connection, lab.key, conversation_id)
    if found is None:
        raise Refused("errors.thread_unknown")
    return found


def quiet(lab: Reading, connection: Connection, conversation: Conversation) -> None:
    """Refused while a run of the conversation is accepted or under way."""
    if commands.unfinished(connection, lab.key.id, conversation.id):
        raise Refused("errors.thread_busy")


def stored(lab: Reading, conversation: Conversation, checkpoint_id: str) -> None:
    """Refused when the thread's root namespace has no such checkpoint."""
    if not lab.backend.key(conversation.thread_id, "", checkpoint_id):
        raise Refused("errors.no_such_checkpoint")


def check_scenario(scenario: str) -> None:
    if scenario not in SCENARIOS:
        raise Refused("errors.scenario_unknown", found=scenario)


def checked_text(text: str) -> str:
    """A message or an answer: visible, not too long, and nothing that UTF-8 can't hold."""
    if not is_visible(text):
        raise Refused("errors.message_blank")
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST_MESSAGE:
        raise Refused("errors.message_long", limit=LONGEST_MESSAGE, found=size)
    return text.encode("utf-8", "replace").decode()
