"""One typed object per tab, under one key, rebuilt from cookie, URL and ledger. Only a cache."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from lib.identity.conversations import Conversation, LabKey
from lib.identity.learners import prefer
from lib.lab.actions import Action, Done
from lib.lab.hub import hub
from lib.lab.lab import Lab
from lib.text import Lang, Refused, Said, Text
from lib.ui.learning import Learning

Result = TypeVar("Result")
KEY = "session"
WINDOW = 100
STORAGE_ERRORS = (sqlite3.Error, SQLAlchemyError, OSError)


@dataclass
class Session(Learning):
    """What this tab shows. `notice` is a sentence for the learner until the next action.

    `choices` counts the selections that were made here and not in the page. `tip` is the tip of
    the branch that was shown last; `compared` the checkpoint that others are compared with, None:
    each with its parent; `forked` the one that the open form of a fork is about. `as_graph` shows
    the history as a drawing. `unanswered` is the command that this client got no answer to.
    """

    key: LabKey
    lang: Lang = "en"
    conversation_id: str = ""
    durable: str = "sync"
    slow: bool = False
    newest: int = WINDOW
    notice: Said | None = None
    notices: int = 0
    checkpoint_id: str | None = None
    ns: str = ""
    tip: str | None = None
    choices: int = 0
    compared: str | None = None
    as_graph: bool = False
    forked: str | None = None
    lose: bool = False
    unanswered: str = ""
    query: dict[str, str] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)
    replaced: dict[str, tuple[float, Any]] = field(default_factory=dict)
    moved: bool = False
    left: tuple[tuple[float, dict[str, str]], ...] = ()
    threads: tuple[Conversation, ...] = ()

    @property
    def durability(self) -> str:
        """As chosen in the playground; what a lesson shows holds under `sync`."""
        return "sync" if self.lesson else self.durable

    def move(self, key: LabKey, conversation_id: str) -> None:
        """Go on in another of the learner's labs."""
        self.key, self.conversation_id = key, conversation_id
        self.newest, self.ns, self.checkpoint_id, self.tip = WINDOW, "", None, None
        self.compared, self.forked, self.unanswered, self.lose = None, None, "", False
        # A late run may still bring the query that was left; the next one is read in any case.
        self.left = (*self.left[-3:], (time.monotonic(), self.query))
        self.threads, self.query, self.moved = (), {}, True
        self.shown, self.replaced, self.as_graph = {}, {}, False
        self.choices += 1

    @property
    def conversation(self) -> Conversation:
        """The shown thread's conversation; there is always one."""
        return next(c for c in self.threads if c.id == self.conversation_id)

    @property
    def lab(self) -> Lab:
        return hub().open(self.key)

    @property
    def learner_id(self) -> str:
        return self.key.learner_id

    @property
    def text(self) -> Text:
        return Text(self.lang)

    @property
    def pause(self) -> float:
        return hub().settings.slow_seconds if self.slow else 0.0

    def say(self, said: Said | None) -> None:
        self.notice = said
        self.notices += 1

    def attempt(self, action: Action) -> Done | None:
        """Do it in the lab; None when it was refused or could not be stored, which is then said."""
        return self.attempted(lambda: self.lab.do(action))

    def attempted(self, step: Callable[[], Result]) -> Result | None:
        """Do anything that can be refused; None when it was, which is then said."""
        try:
            done = step()
        except Refused as refused:
            self.say(refused.said)
        except STORAGE_ERRORS as error:
            self.say(storage_failure(error))
        else:
            self.say(None)
            return done
        return None

    def select(self, checkpoint_id: str | None) -> None:
        """Select a checkpoint, or None to follow the head. The page has put it into its URL."""
        self.checkpoint_id = checkpoint_id or None

    def remember(self, **chosen: str | bool) -> None:
        """Keep choices for the next visit; a disk that is full costs the memory, not the choice."""
        try:
            prefer(hub().ledger, self.learner_id, **chosen)
        except STORAGE_ERRORS as error:
            self.say(storage_failure(error))


def current() -> Session:
    """This tab's session; the entry script has opened it before any page runs."""
    found = st.session_state[KEY]
    assert isinstance(found, Session)
    return found


def storage_failure(error: Exception) -> Said:
    """What a failing disk or file means for the learner."""
    text = str(error).lower()
    if "full" in text or "no space" in text:
        return Said("errors.disk_full")
    return Said("errors.storage", {"detail": str(error).splitlines()[0][:200]})
