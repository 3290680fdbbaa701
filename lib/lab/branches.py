"""The branches of a lab's threads: which there are, and which messages stand in which."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from cachetools import LRUCache

from lib.backends import Backend
from lib.evidence import Mark, Siblings, Tree, config_of, marks_of, siblings

AT_ONCE = 500
"""Checkpoints of a thread that are read while a page waits; a longer thread is read behind it."""
KEPT = 1000


class Branches:
    """A thread's tree is read once, then only what was added. `forget` when rows were removed.

    `later` runs a function behind the page and then tells the lab's tabs.
    """

    def __init__(self, backend: Backend, later: Callable[[Callable[[], None]], None]) -> None:
        self._backend, self._later = backend, later
        self._lock = threading.Lock()
        self._trees: dict[str, Tree] = {}
        self._marks: LRUCache[tuple[str, str], tuple[Mark, ...]] = LRUCache(KEPT)
        self._reading: set[str] = set()
        self._forgotten = 0

    def forget(self) -> None:
        with self._lock:
            self._forgotten += 1
            self._trees.clear()
            self._marks.clear()
            self._reading.clear()

    def tree(self, thread_id: str, total: int) -> Tree | None:
        """The thread's tree as it is now; None while a long one is read for the first time."""
        with self._lock:
            tree = self._trees.get(thread_id)
        if tree is not None:
            tree.extend(self._backend.edges(thread_id, above=tree.last))
        elif total <= AT_ONCE:
            return self._read(thread_id)
        else:
            self._read_later(thread_id)
        return tree

    def _read_later(self, thread_id: str) -> None:
        with self._lock:
            if thread_id in self._reading:
                return
            self._reading.add(thread_id)
        self._later(lambda: self._warm(thread_id))

    def _warm(self, thread_id: str) -> None:
        tree = self._read(thread_id)
        for tip in tree.tips():
            self._marks_at(thread_id, tip)

    def _read(self, thread_id: str) -> Tree:
        """What was removed while this read is not kept."""
        forgotten = self._forgotten
        tree = Tree(self._backend.edges(thread_id))
        with self._lock:
            if forgotten == self._forgotten:
                self._trees[thread_id] = tree
                self._reading.discard(thread_id)
        return tree

    def siblings(self, thread_id: str, total: int, tip: str) -> Mapping[int, Siblings]:
        """The siblings of each message at a tip, by the message's place; none while unknown."""
        tree = self.tree(thread_id, total)
        if tree is None or tip not in tree or len(tree.tips()) < 2:
            return {}
        tips = sorted({*tree.tips(), tip}, key=lambda one: (tree.branch(one), one))
        branches = [(one, self._marks_at(thread_id, one)) for one in tips]
        return siblings(self._marks_at(thread_id, tip), branches)

    def _marks_at(self, thread_id: str, checkpoint_id: str) -> tuple[Mark, ...]:
        with self._lock:
            known = self._marks.get((thread_id, checkpoint_id))
        if known is not None:
            return known
        found: Any = self._backend.reader.get_tuple(config_of(thread_id, "", checkpoint_id))
        marks = marks_of(found.checkpoint["channel_values"]) if found else ()
        with self._lock:
            self._marks[thread_id, checkpoint_id] = marks
        return marks
