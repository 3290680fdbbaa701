"""Actions that run a graph. Each becomes a command, whose id names the intent: the same one again
starts nothing new. `pause` is slow motion: seconds between two checkpoints, 0 for none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection

from lib.identity import commands, requests
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions.accepting import accept, is_new
from lib.lab.actions.branching import Fork, Replay, Resume
from lib.lab.actions.calling import Call
from lib.lab.actions.ground import OUR_ID, Done, checked_text, owned, stored
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
        known = commands.find(connection, found, self.command_id)
        if known and known.kind == "regenerate" and self._is_same(connection, found, known):
            intent = {name: known.payload[name] for name in ("message", "of", "at")}
        else:
            turn = turn_of(lab, connection, found, self.of)
            intent = {"message": dict(turn.message), "of": turn.command.id, "at": turn.start}
        return accept(self, connection, found, "regenerate", intent)

    def _is_same(
        self, connection: Connection, found: Conversation, known: commands.Command
    ) -> bool:
        """Whether a known command answers the same turn: its start may be gone by now."""
        of = commands.find(connection, found, self.of)
        return of is not None and of.payload.get("of", of.id) == known.payload["of"]


Asking = Send | Regenerate | Replay | Fork | Resume | Call
