"""Calling a thread's graph with a config of one's own, which the other actions never do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Connection

from lib.identity import requests
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab.actions.accepting import accept
from lib.lab.actions.ground import OUR_ID, Done, checked_text, owned
from lib.lab.reading import Reading
from lib.text import Refused

SAVERS = ("lab", "new")


@dataclass(frozen=True)
class Call:
    """Invoke the graph of a thread with `config` as its whole `configurable`; an error is a result.

    What is written can only go to this very thread: a thread id, if there is one, has to be its
    own, also as LangGraph spells it (None is `"None"`). `text` None is no input. With `saver`
    "new" a second saver, in memory and empty, takes the lab's place for this one call.
    """

    conversation_id: str
    config: Mapping[str, Any]
    text: str | None
    command_id: str
    message_id: str = field(default_factory=new_id)
    saver: Literal["lab", "new"] = "lab"
    durability: str = "sync"
    pause: float = 0.0

    def perform(self, lab: Reading, connection: Connection) -> Done:
        if not OUR_ID.fullmatch(self.message_id):
            raise Refused("errors.message_id")
        found = owned(lab, connection, self.conversation_id)
        self._check(found)
        intent: dict[str, Any] = {"config": dict(self.config), "saver": self.saver}
        if self.text is not None:
            intent["message"] = {"id": self.message_id, "text": checked_text(self.text)}
        done = accept(self, connection, found, "call", intent)
        if self.text is not None:
            requests.keep_message(connection, found.id, self.message_id, intent["message"]["text"])
        return done

    def _check(self, found: Conversation) -> None:
        own = str(self.config.get("thread_id", found.thread_id)) == found.thread_id
        plain = all(isinstance(v, str | int | float | None) for v in self.config.values())
        if not own or not plain or self.saver not in SAVERS:
            raise Refused("errors.call_config")
