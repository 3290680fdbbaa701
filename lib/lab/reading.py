"""What a page reads of a lab. Nothing here waits for a run, and nothing is read twice unchanged."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from lib.backends import Backend, Key
from lib.evidence import Head, Record, Window, config_of, read_head, read_record
from lib.evidence.explain import Graph
from lib.graphs import SCENARIOS, Effects, Uncounted
from lib.identity.conversations import Conversation, LabKey
from lib.lab.asked import Asked
from lib.lab.branches import Branches
from lib.lab.services import Services


class Reading(Asked):
    """The readable half of a lab."""

    def __init__(self, key: LabKey, backend: Backend, services: Services) -> None:
        super().__init__(key, services)
        self.backend = backend
        self.branches = Branches(backend, self._later)
        self._graphs: dict[tuple[str, bool], Graph] = {}
        self._compiling = threading.Lock()

    def _later(self, work: Callable[[], None]) -> None:
        """Work that no page waits for; the lab's tabs are told when it is done."""

        def job() -> Generator[float, None, None]:
            work()
            self._services.bus.publish(self.key.id)
            yield from ()

        self._services.runner.submit(f"reading {self.key.id}", job())

    def drawing(self, conversation: Conversation) -> Graph:
        """The conversation's graph for looking: it reads through the reader and counts nothing."""
        return self._compiled(conversation.scenario, Uncounted(), running=False)

    def _compiled(self, scenario: str, effects: Effects, *, running: bool) -> Graph:
        with self._compiling:
            if (scenario, running) not in self._graphs:
                saver = self.backend.saver if running else self.backend.reader
                built = SCENARIOS[scenario].build(effects)
                compiled = built.compile(checkpointer=saver, store=self.backend.store)
                self._graphs[scenario, running] = compiled
            return self._graphs[scenario, running]

    def window(self, conversation: Conversation, ns: str = "", newest: int = 100) -> Window:
        """The newest rows of one namespace of a conversation's thread."""
        thread_id = conversation.thread_id
        return self.fresh(
            ("window", thread_id, ns, newest),
            lambda: self._decoded(
                conversation, ns, self.backend.keys(thread_id, ns, newest=newest)
            ),
        )

    def page(self, conversation: Conversation, ns: str, newest: int, before: str | None) -> Window:
        """Rows below a checkpoint id, in a window of their own."""
        keys = self.backend.keys(conversation.thread_id, ns, newest=newest, before=before)
        return self._decoded(conversation, ns, keys)

    def _decoded(self, conversation: Conversation, ns: str, keys: Sequence[Key]) -> Window:
        thread_id = conversation.thread_id
        return self._services.decoder.window(
            self.key.id,
            self.backend.reader,
            self.drawing(conversation),
            thread_id,
            ns,
            keys,
            self.backend.count(thread_id, ns),
        )

    def values(self, conversation: Conversation, checkpoint_id: str) -> Mapping[str, Any]:
        """The channel values of one checkpoint of the root namespace; empty when it is gone."""
        config = config_of(conversation.thread_id, "", checkpoint_id)
        found = self.fresh(
            ("values", conversation.thread_id, checkpoint_id),
            lambda: self.backend.reader.get_tuple(config),
        )
        return found.checkpoint["channel_values"] if found else {}

    def namespaces(self, conversation: Conversation) -> list[tuple[str, int]]:
        """The namespaces of a thread with their checkpoints; the root's alone has no name."""
        if not list(self.drawing(conversation).get_subgraphs()):
            return []
        thread_id = conversation.thread_id
        return self.fresh(("ns", thread_id), lambda: self.backend.namespaces(thread_id))

    def has_stored(self, conversation: Conversation, command_id: str) -> bool:
        """Whether any checkpoint of a thread came with a command."""
        config = config_of(conversation.thread_id)
        found = self.backend.reader.list(config, filter={"command_id": command_id}, limit=1)
        return bool(list(found))

    def head(self, conversation: Conversation) -> Head:
        """The thread's live view: its newest checkpoint and the questions still open there."""
        graph = self.drawing(conversation)
        return self.fresh(
            ("head", conversation.thread_id), lambda: read_head(graph, conversation.thread_id)
        )

    def record(
        self, conversation: Conversation, checkpoint_id: str, ns: str = "", *, head: bool
    ) -> Record | None:
        """One checkpoint in full, or None when it is not in the thread (any more)."""
        config = config_of(conversation.thread_id, ns, checkpoint_id)
        graph = self.drawing(conversation)
        return self.fresh(
            ("record", conversation.thread_id, ns, checkpoint_id, head),
            lambda: read_record(self.backend.reader, graph, config, head=head),
        )
