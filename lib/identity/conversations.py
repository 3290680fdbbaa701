"""Labs and conversations: whose they are, and which thread a conversation is bound to."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Select, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from lib.identity.ids import checked_thread_id, is_control, new_id
from lib.identity.ledger import Ledger
from lib.identity.tables import commands, conversations, labs
from lib.text import Refused

LONGEST_LABEL = 60


@dataclass(frozen=True)
class LabKey:
    """Whose lab it is and what for: `playground`, `lesson:<slug>`, or a page's name."""

    id: str
    learner_id: str
    name: str


@dataclass(frozen=True)
class Conversation:
    """One chat of a learner. `thread_id` is LangGraph's key, typed or suggested; `id` is ours."""

    id: str
    learner_id: str
    lab_id: str
    thread_id: str
    label: str
    scenario: str

    @property
    def name(self) -> str:
        return self.label or self.thread_id


def find_lab(connection: Connection, learner_id: str, name: str) -> LabKey | None:
    """A learner's lab of that name, if it was made."""
    query = select(labs.c.id).where(labs.c.learner_id == learner_id, labs.c.name == name)
    found = connection.execute(query).scalar_one_or_none()
    return LabKey(found, learner_id, name) if found else None


def lab_of(ledger: Ledger, learner_id: str, name: str) -> LabKey:
    """A learner's lab, made at the first call."""
    with ledger.read() as connection:
        if found := find_lab(connection, learner_id, name):
            return found
    with ledger.write() as connection:
        if found := find_lab(connection, learner_id, name):
            return found
        made = LabKey(new_id(), learner_id, name)
        connection.execute(insert(labs).values(**asdict(made), created_at=time.time()))
        return made


def open_conversation(
    connection: Connection,
    lab: LabKey,
    thread_id: str,
    scenario: str,
    label: str = "",
    conversation_id: str = "",
) -> Conversation:
    """Bind a new conversation to a thread of the lab; a thread has one conversation."""
    made = Conversation(
        id=conversation_id or new_id(),
        learner_id=lab.learner_id,
        lab_id=lab.id,
        thread_id=checked_thread_id(thread_id),
        label=checked_label(label),
        scenario=scenario,
    )
    try:
        connection.execute(insert(conversations).values(**asdict(made), created_at=time.time()))
    except IntegrityError as error:
        raise Refused("errors.thread_exists", thread=made.thread_id) from error
    return made


def checked_label(label: str) -> str:
    text = " ".join(label.split())
    if len(text) > LONGEST_LABEL:
        raise Refused("errors.label_long", limit=LONGEST_LABEL)
    if any(is_control(character) for character in text):
        raise Refused("errors.label_control")
    return text


def _select(learner_id: str) -> Select[tuple[str, str, str, str, str, str]]:
    c = conversations.c
    return select(c.id, c.learner_id, c.lab_id, c.thread_id, c.label, c.scenario).where(
        c.learner_id == learner_id
    )


def _of(row: Any) -> Conversation:
    return Conversation(*row)


def conversations_of(ledger: Ledger, lab: LabKey) -> list[Conversation]:
    """The conversations of a learner's lab, oldest first."""
    with ledger.read() as connection:
        return conversations_in(connection, lab)


def conversations_in(connection: Connection, lab: LabKey) -> list[Conversation]:
    query = _select(lab.learner_id).where(conversations.c.lab_id == lab.id)
    found = connection.execute(query.order_by(conversations.c.created_at)).all()
    return [_of(row) for row in found]


def conversation_of(
    connection: Connection, lab: LabKey, conversation_id: str
) -> Conversation | None:
    """One conversation, if this lab's learner owns it: a known id opens nobody else's."""
    query = _select(lab.learner_id).where(
        conversations.c.lab_id == lab.id, conversations.c.id == conversation_id
    )
    found = connection.execute(query).one_or_none()
    return _of(found) if found else None


def set_label(connection: Connection, conversation: Conversation, label: str) -> None:
    connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation.id)
        .values(label=checked_label(label))
    )


def set_scenario(connection: Connection, conversation: Conversation, scenario: str) -> bool:
    """Give a thread on which nothing was sent yet another scenario; False when it is too late."""
    used = exists().where(
        commands.c.conversation_id == conversation.id, commands.c.state != "undone"
    )
    changed = connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation.id, ~used)
        .values(scenario=scenario)
    )
    return changed.rowcount == 1
