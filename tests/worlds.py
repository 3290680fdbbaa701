"""A world: a hub on an empty data folder, one learner and his lab."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import BaseMessage
from sqlalchemy import select

from lib.evidence import config_of
from lib.identity.commands import Command, accept, open_commands
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.identity.learners import issue_token, learner_of
from lib.identity.ledger import Ledger
from lib.identity.tables import metadata
from lib.lab.actions import Action, Done, OpenThread, Send
from lib.lab.hub import Hub
from lib.lab.lab import Lab
from lib.settings import Settings

Dump = dict[str, list[tuple[Any, ...]]]
STATED, ASKED, NOTED = "座位偏好：靠窗", "我的座位偏好是什么？", "已记录：靠窗"


def settings_for(data_dir: Path, workers: int = 4) -> Settings:
    return Settings(data_dir=data_dir, workers=workers, slow_seconds=0.05)


def new_learner(ledger: Ledger) -> str:
    """A new learner's id."""
    found = learner_of(ledger, issue_token(ledger))
    assert found
    return found


def dump(ledger: Ledger) -> Dump:
    """Every row of every table of the ledger."""
    with ledger.read() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }


@dataclass
class World:
    """`lab` is opened anew at each use, as a page does."""

    hub: Hub
    learner_id: str = field(default="")

    def __post_init__(self) -> None:
        self.learner_id = self.learner_id or new_learner(self.hub.ledger)

    @property
    def lab(self) -> Lab:
        return self.hub.lab(self.learner_id)

    @property
    def ledger(self) -> Ledger:
        return self.hub.ledger

    def open(self, thread_id: str = "demo-chat-a", scenario: str = "seat") -> Conversation:
        return self.lab.do(OpenThread(thread_id, scenario)).conversation

    def send(self, to: Conversation, text: str = STATED, **how: Any) -> Done:
        """Ask for a run; `idle` waits for it."""
        return self.lab.do(Send(to.id, text, how.pop("command_id", new_id()), **how))

    def accept(self, to: Conversation, command_id: str = "", text: str = "hi") -> Command:
        """A command in the ledger that nothing was queued for."""
        with self.ledger.write() as connection:
            intent = {"message": {"id": f"id of {text}", "text": text}}
            options = {"durability": "sync", "pause": 0}
            return accept(connection, to, command_id or new_id(), "send", intent, options)[0]

    def say(self, to: Conversation, text: str = STATED, **how: Any) -> Command:
        """One turn, to its end."""
        sent = self.send(to, text, **how).command
        assert sent
        self.idle()
        return sent

    def idle(self, seconds: float = 30) -> None:
        assert self.hub.runner.wait_idle(seconds), "runs are still under way"

    def do(self, action: Action) -> Done:
        """Any action, with what it runs, to its end."""
        done = self.lab.do(action)
        self.idle()
        return done

    def rows(self, of: Conversation | None = None) -> Dump:
        """Every row of the lab's two tables, or of one thread's, to the byte."""
        found: Dump = {}
        path = self.hub.settings.labs_dir / f"{self.lab.key.id}.db"
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for table, order in (("checkpoints", "1, 2, 3"), ("writes", "1, 2, 3, 4, 6")):
                rows = connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
                found[table] = [r for r in rows if of is None or r[0] == of.thread_id]
        return found

    def texts(self, of: Conversation) -> list[tuple[str, str]]:
        """Type and text of each message at the head of the conversation's thread."""
        head = self.lab.drawing(of).get_state(config_of(of.thread_id))
        messages: list[BaseMessage] = head.values.get("messages", [])
        return [(message.type, message.text) for message in messages]

    def checkpoints(self, of: Conversation) -> int:
        return self.lab.backend.count(of.thread_id)

    def unfinished(self, of: Conversation) -> list[str]:
        return [command.state for command in open_commands(self.ledger, of.id)]


@contextlib.contextmanager
def open_world(data_dir: Path, learner_id: str = "", workers: int = 4) -> Iterator[World]:
    hub = Hub(settings_for(data_dir, workers))
    try:
        yield World(hub, learner_id)
    finally:
        hub.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A hub on an empty data folder, closed afterwards."""
    with open_world(tmp_path / "data") as opened:
        yield opened
