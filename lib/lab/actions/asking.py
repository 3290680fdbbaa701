"""Actions that run a graph. Each becomes a command, whose id names the intent: the same one again
starts nothing new. `pause` is slow motion: seconds between two checkpoints, 0 for none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from lib.evidence import read_head
from lib.identity import commands
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.identity.states import Kind
from lib.lab.actions.ground import OUR_ID, Done, checked_text, owned, stored
from lib.lab.preview import checked_fork
from lib.lab.reading import Reading
from lib.text import Refused

LONGEST_PAUSE = 30
DURABILITIES = ("sync", "async", "exit")


@dataclass(frozen=True)
class Send:
    """Send a message. It continues the head, or the older branch whose tip is `at`."""

    conversation_id: str
    text: str
    command_id: str
    message_id: str = field(default_factory=new_id)
    durability: str = "sync"
    pause: float = 0.0
    at: str | None = None

    def perform(self, lab: Reading, connection: Connection) -> Done:
        if not OUR_ID.fullmatch(self.message_id):
            raise Refused("errors.message_id")
        found = owned(lab, connection, self.conversation_id)
        intent: dict[str, Any] = {
            "message": {"id": self.message_id, "text": checked_text(self.text)}
        }
        if self.at:
            intent["at"] = self.at
        if self.at and _is_new(self, connection, found):
            stored(lab, found, self.at)
        pinned = self.at is not None and self._is_first(lab, connection)
        return _accept(self, connection, found, "send", intent, pinned=pinned)

    def _is_first(self, lab: Reading, connection: Connection) -> bool:
        """Sent while another message of the same pin is under way, it goes on behind that one."""
        queued = commands.unfinished(connection, lab.key.id, self.conversation_id)
        return all(command.payload.get("at") != self.at for command in queued)


@dataclass(frozen=True)
class Replay:
    """Run again from a stored checkpoint."""

    conversation_id: str
    at: str
    command_id: str
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        if _is_new(self, connection, found):
            stored(lab, found, self.at)
        return _accept(self, connection, found, "replay", {"at": self.at})


@dataclass(frozen=True)
class Fork:
    """Change a stored checkpoint's values and run from there; the checkpoint itself stays.

    `values` is plain JSON per channel; `as_node` is who is said to have written it, None: LangGraph
    infers it.
    """

    conversation_id: str
    at: str
    values: Mapping[str, Any]
    as_node: str | None
    command_id: str
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        if _is_new(self, connection, found):
            stored(lab, found, self.at)
            checked_fork(lab, found, self.at, self.values, self.as_node)
        intent = {"at": self.at, "values": dict(self.values), "as_node": self.as_node}
        return _accept(self, connection, found, "fork", intent)


@dataclass(frozen=True)
class Resume:
    """Answer open questions by their ids; `at` is the head that asks them."""

    conversation_id: str
    at: str
    answers: Mapping[str, str]
    command_id: str
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        answers = {asked: checked_text(text) for asked, text in self.answers.items() if text}
        if not answers:
            raise Refused("errors.answer_blank")
        if _is_new(self, connection, found):
            self._check_asked(lab, found, answers)
        return _accept(self, connection, found, "resume", {"at": self.at, "answers": answers})

    def _check_asked(self, lab: Reading, found: Conversation, answers: Mapping[str, str]) -> None:
        head = read_head(lab.drawing(found), found.thread_id)
        if head.checkpoint_id != self.at or not answers.keys() <= {q.id for q in head.questions}:
            raise Refused("errors.question_gone")


Asking = Send | Replay | Fork | Resume


def _is_new(action: Asking, connection: Connection, found: Conversation) -> bool:
    """An intent that was accepted before is not checked again: what it named may have changed."""
    return not commands.is_known(connection, found.learner_id, action.command_id)


def _accept(
    action: Asking,
    connection: Connection,
    found: Conversation,
    kind: Kind,
    intent: Mapping[str, Any],
    **more: bool,
) -> Done:
    if not OUR_ID.fullmatch(action.command_id):
        raise Refused("errors.command_id")
    if not 0 <= action.pause <= LONGEST_PAUSE:
        raise Refused("errors.pause", limit=LONGEST_PAUSE)
    if action.durability not in DURABILITIES:
        raise Refused("errors.durability", found=action.durability)
    options = {"durability": action.durability, "pause": action.pause, **more}
    command, new = commands.accept(connection, found, action.command_id, kind, intent, options)
    return Done(found, new, command)
