"""Actions that run a graph. Each becomes a command, whose id names the intent: the same one again
starts nothing new. `pause` is slow motion: seconds between two checkpoints, 0 for none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from lib.evidence import read_head
from lib.identity import commands, requests
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions.accepting import accept, is_new
from lib.lab.actions.ground import OUR_ID, Done, checked_text, owned, stored
from lib.lab.preview import checked_fork
from lib.lab.reading import Reading
from lib.lab.turns import turn_of
from lib.text import Refused


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
        if self.at and is_new(self, connection, found):
            stored(lab, found, self.at)
        pinned = self.at is not None and self._is_first(lab, connection)
        done = accept(self, connection, found, "send", intent, pinned=pinned)
        message = intent["message"]
        requests.keep_message(connection, found.id, message["id"], message["text"])
        return done

    def _is_first(self, lab: Reading, connection: Connection) -> bool:
        """Behind a message of the same pin that is still under way, it goes on from that one."""
        queued = commands.unfinished(connection, lab.key.id, self.conversation_id)
        last = queued[-1] if queued else None
        return last is None or last.kind != "send" or last.payload.get("at") != self.at


@dataclass(frozen=True)
class Regenerate:
    """Answer the message of a turn once more. `of` is the command that any answer of it came with.

    It starts where the turn did, each time, so that all its answers are siblings.
    """

    conversation_id: str
    of: str
    command_id: str
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: Reading, connection: Connection) -> Done:
        found = owned(lab, connection, self.conversation_id)
        turn = turn_of(lab, connection, found, self.of)
        intent = {"message": dict(turn.message), "of": turn.command.id, "at": turn.start}
        return accept(self, connection, found, "regenerate", intent)


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
        if is_new(self, connection, found):
            stored(lab, found, self.at)
        return accept(self, connection, found, "replay", {"at": self.at})


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
        if is_new(self, connection, found):
            stored(lab, found, self.at)
            checked_fork(lab, found, self.at, self.values, self.as_node)
        intent = {"at": self.at, "values": dict(self.values), "as_node": self.as_node}
        return accept(self, connection, found, "fork", intent)


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
        if is_new(self, connection, found):
            self._check_asked(lab, found, answers)
        return accept(self, connection, found, "resume", {"at": self.at, "answers": answers})

    def _check_asked(self, lab: Reading, found: Conversation, answers: Mapping[str, str]) -> None:
        head = read_head(lab.drawing(found), found.thread_id)
        if head.checkpoint_id != self.at or not answers.keys() <= {q.id for q in head.questions}:
            raise Refused("errors.question_gone")


Asking = Send | Regenerate | Replay | Fork | Resume
