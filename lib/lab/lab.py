"""A lab: one learner's world for one purpose. `do` is the only way anything in it changes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lib.backends import Backend, Stored
from lib.evidence import Decoder, Record, Window, config_of, read_record
from lib.evidence.explain import Graph
from lib.graphs import SCENARIOS, Uncounted
from lib.identity import conversations, journal
from lib.identity.commands import last_command
from lib.identity.conversations import Conversation, LabKey
from lib.identity.ledger import Ledger
from lib.lab.actions import Action, Done, as_line
from lib.lab.bus import Bus
from lib.lab.effects import CountedEffects
from lib.lab.execution import execute
from lib.lab.runner import Runner
from lib.lab.underway import UnderWay


@dataclass(frozen=True)
class Services:
    """What all labs of a process share."""

    ledger: Ledger
    runner: Runner
    bus: Bus
    decoder: Decoder


class Lab:
    """Opened by the hub. Its bus topic is its id; `used_at` and `busy` keep it open."""

    def __init__(self, key: LabKey, backend: Backend, services: Services) -> None:
        self.key, self.backend, self._services = key, backend, services
        self.used_at = time.monotonic()
        self._under_way: dict[str, UnderWay] = {}
        self._graphs: dict[tuple[str, bool], Graph] = {}
        self._compiling = threading.Lock()
        self._effects = CountedEffects(services.ledger, self._under_way)
        # The instance attribute holds a bound method; the class attribute is the default.
        backend.saver.observer = self._stored  # type: ignore[attr-defined]

    @property
    def ledger(self) -> Ledger:
        return self._services.ledger

    @property
    def topic(self) -> str:
        return self.key.id

    @property
    def version(self) -> int:
        return self._services.bus.version(self.topic)

    def publish(self, *, urgent: bool = False) -> None:
        self._services.bus.publish(self.topic, urgent=urgent)

    def do(self, action: Action) -> Done:
        """Perform an action: it and its journal line are written together; what runs is queued.

        Raises `Refused` with the sentence for the learner when nothing was changed.
        """
        with self.ledger.write() as connection:
            done = action.perform(self.key, connection)
            if done.new:
                journal.write_line(connection, self.key.id, as_line(action))
        if done.command and done.new:
            self.queue(done.conversation)
        self.publish()
        return done

    def queue(self, conversation: Conversation) -> None:
        """Queue a job for the conversation's next accepted command."""
        self._services.runner.submit(conversation.id, execute(self, conversation))

    @property
    def busy(self) -> bool:
        return bool(self._under_way) or self._services.bus.watched(self.topic) > 0

    def conversations(self) -> list[Conversation]:
        return conversations.conversations_of(self.ledger, self.key)

    def conversation(self, conversation_id: str) -> Conversation | None:
        with self.ledger.read() as connection:
            return conversations.conversation_of(connection, self.key, conversation_id)

    def used(self, conversation_id: str) -> bool:
        """Whether anything was ever sent on the conversation."""
        return last_command(self.ledger, conversation_id) is not None

    def graph(self, conversation: Conversation) -> Graph:
        """The conversation's graph for running: counted effects, the observed saver."""
        return self._compiled(conversation.scenario, True)

    def drawing(self, conversation: Conversation) -> Graph:
        """The same graph for looking: it reads through the reader and can count nothing."""
        return self._compiled(conversation.scenario, False)

    def _compiled(self, scenario: str, running: bool) -> Graph:
        with self._compiling:
            if (scenario, running) not in self._graphs:
                effects = self._effects if running else Uncounted()
                saver = self.backend.saver if running else self.backend.reader
                built = SCENARIOS[scenario].build(effects)
                compiled = built.compile(checkpointer=saver, store=self.backend.store)
                self._graphs[scenario, running] = compiled
            return self._graphs[scenario, running]

    def window(self, conversation: Conversation, ns: str = "", newest: int = 100) -> Window:
        """The newest rows of one namespace of a conversation's thread."""
        thread_id = conversation.thread_id
        return self._services.decoder.window(
            self.key.id,
            self.backend.reader,
            self.drawing(conversation),
            thread_id,
            ns,
            self.backend.keys(thread_id, ns, newest=newest),
            self.backend.count(thread_id, ns),
        )

    def values(self, conversation: Conversation, checkpoint_id: str) -> Mapping[str, Any]:
        """The channel values of one checkpoint of the root namespace; empty when it is gone."""
        config = config_of(conversation.thread_id, "", checkpoint_id)
        found = self.backend.reader.get_tuple(config)
        return found.checkpoint["channel_values"] if found else {}

    def record(
        self, conversation: Conversation, checkpoint_id: str, ns: str = "", *, head: bool
    ) -> Record | None:
        """One checkpoint in full, or None when it is not in the thread (any more)."""
        config = config_of(conversation.thread_id, ns, checkpoint_id)
        return read_record(self.backend.reader, self.drawing(conversation), config, head=head)

    @contextlib.contextmanager
    def running(self, run_id: str, conversation_id: str) -> Iterator[UnderWay]:
        """While a run of this lab is under way: its stored checkpoints and calls are its own."""
        self._under_way[run_id] = UnderWay(conversation_id)
        try:
            yield self._under_way[run_id]
        finally:
            del self._under_way[run_id]

    def _stored(self, stored: Stored) -> None:
        run = self._under_way.get(str(stored.run.get("business_run_id")))
        if run and stored.task_id is None and stored.ns == "":
            run.end = stored.checkpoint_id
            if run.start is None and stored.source != "input":
                run.start = stored.checkpoint_id
        self.publish()
