"""Actions that start from a stored checkpoint: run it again, change it, answer what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from lib.evidence import read_head
from lib.identity.conversations import Conversation
from lib.lab.actions.accepting import accept, is_new
from lib.lab.actions.ground import Done, checked_text, owned, stored
from lib.lab.preview import checked_fork
from lib.lab.reading import Reading
from lib.text import Refused


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
