"""What an export knows of a lab: what was done, on which threads, and who made which checkpoint."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import NamedTuple

from lib.evidence import config_of
from lib.identity import journal
from lib.identity.conversations import Conversation
from lib.identity.outcomes import how_they_went, told_to_fail
from lib.lab.actions import ChooseScenario, CopyThread, OpenThread, Send, from_line
from lib.lab.export.order import in_order
from lib.lab.reading import Reading


class Place(NamedTuple):
    """Which command made a checkpoint, and its place among those that it made, from 0."""

    command_id: str
    nth: int


class Facts:
    """Read once, when made. Of a deleted thread it knows what its copies still need."""

    def __init__(self, lab: Reading) -> None:
        self._lab = lab
        lines = journal.lines_of(lab.ledger, lab.key.id)
        self.lines = in_order(lines, told_to_fail(lab.ledger, lab.key.id))
        self.actions = [from_line(line.action) for line in self.lines]
        self.alive = lab.conversations()
        self.threads = self._threads()
        self.went = how_they_went(lab.ledger, lab.key.id)
        self.sent = {action.message_id for action in self.actions if isinstance(action, Send)}
        self._made = {c.thread_id: self._made_on(c.thread_id) for c in self.alive}

    def _threads(self) -> dict[str, Conversation]:
        """Each conversation as it is in the end: its scenario is fixed from its first run on."""
        key, found = self._lab.key, dict[str, Conversation]()
        for action in self.actions:
            match action:
                case OpenThread(thread_id, scenario, _, id_):
                    thread_id = thread_id.strip()
                    found[id_] = Conversation(id_, key.learner_id, key.id, thread_id, "", scenario)
                case CopyThread(source_id, thread_id, id_):
                    found[id_] = replace(found[source_id], id=id_, thread_id=thread_id.strip())
                case ChooseScenario(id_, scenario):
                    found[id_] = replace(found[id_], scenario=scenario)
        return found | {c.id: c for c in self.alive}

    def _made_on(self, thread_id: str) -> dict[str, Place]:
        """A thread's checkpoints. A copied one names the command that made its original."""
        backend, counts = self._lab.backend, defaultdict[str, int](int)
        made: dict[str, Place] = {}
        for key in backend.keys(thread_id, newest=backend.count(thread_id)):
            command_id = str(key.metadata.get("command_id"))
            made[key.checkpoint_id] = Place(command_id, counts[command_id])
            counts[command_id] += 1
        return made

    def _holder(self, thread_id: str, checkpoint_id: str) -> str | None:
        """The thread itself or one that has a copy of the checkpoint; None when all are deleted."""
        holders = [holder for holder, made in self._made.items() if checkpoint_id in made]
        return thread_id if thread_id in holders else next(iter(holders), None)

    def place(self, thread_id: str, checkpoint_id: str) -> Place | None:
        holder = self._holder(thread_id, checkpoint_id)
        return self._made[holder][checkpoint_id] if holder else None

    def message_ids(self, thread_id: str, checkpoint_id: str) -> list[str]:
        """The ids of the messages at a checkpoint, in order."""
        holder = self._holder(thread_id, checkpoint_id) or thread_id
        found = self._lab.backend.reader.get_tuple(config_of(holder, "", checkpoint_id))
        values = found.checkpoint["channel_values"] if found else {}
        return [message.id for message in values.get("messages", ())]

    def questions(self, thread: Conversation, checkpoint_id: str) -> dict[str, tuple[str, int]]:
        """What is asked at a checkpoint, answered or not: node and place by the question's id."""
        holder = self._holder(thread.thread_id, checkpoint_id) or thread.thread_id
        state = self._lab.drawing(thread).get_state(config_of(holder, "", checkpoint_id))
        asked: dict[str, list[str]] = defaultdict(list)
        for task in state.tasks:
            asked[task.name] += [interrupt.id for interrupt in task.interrupts]
        return {id_: (node, ids.index(id_)) for node, ids in asked.items() for id_ in ids}
