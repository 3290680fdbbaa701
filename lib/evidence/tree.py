"""The whole tree of one namespace: ids and parents only, nothing decoded.

A checkpoint whose parent is not stored is a root like any other. Rows come in creation order and
are never taken out: when some are removed, the tree is read anew.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable


class Tree:
    """Grows row by row. Walking up takes steps per branching point, not per checkpoint."""

    def __init__(self, edges: Iterable[tuple[str, str | None]] = ()) -> None:
        self._lock = threading.Lock()
        self._parent: dict[str, str | None] = {}
        self._children: dict[str | None, list[str]] = {None: []}
        self._start: dict[str, str] = {}
        """The first checkpoint of the unbranched stretch that each one lies in."""
        self._line: dict[str, int] = {}
        """The number of the line each one lies in: a first child goes on in its parent's line."""
        self._lines = 0
        self._tips: dict[str, None] = {}
        self.last = ""
        self.extend(edges)

    def __len__(self) -> int:
        return len(self._parent)

    def __contains__(self, checkpoint_id: object) -> bool:
        return checkpoint_id in self._parent

    def extend(self, edges: Iterable[tuple[str, str | None]]) -> None:
        """Add `(checkpoint_id, parent_id)` in creation order; known ones change nothing."""
        with self._lock:
            for checkpoint_id, parent_id in edges:
                if checkpoint_id not in self._parent:
                    self._add(checkpoint_id, parent_id if parent_id in self._parent else None)

    def _add(self, checkpoint_id: str, parent: str | None) -> None:
        siblings = self._children[parent]
        if parent is None or siblings:
            self._lines += 1
            self._start[checkpoint_id], self._line[checkpoint_id] = checkpoint_id, self._lines
        else:
            self._start[checkpoint_id] = self._start[parent]
            self._line[checkpoint_id] = self._line[parent]
        if parent is not None and len(siblings) == 1:
            self._split(siblings[0])
        siblings.append(checkpoint_id)
        self._parent[checkpoint_id], self._children[checkpoint_id] = parent, []
        self._tips.pop(parent or "", None)
        self._tips[checkpoint_id] = None
        self.last = max(self.last, checkpoint_id)

    def _split(self, child: str) -> None:
        """A stretch got a branch above `child`: from there on it is one of its own."""
        old, node = self._start[child], child
        while self._start[node] == old:
            self._start[node] = child
            if not self._children[node]:
                return
            node = self._children[node][0]

    def tips(self) -> list[str]:
        """The checkpoints without a child, oldest first: one for each branch."""
        with self._lock:
            return sorted(self._tips)

    def line(self, checkpoint_id: str) -> int:
        """The number of the line a checkpoint lies in, from 1 as they came. It stays."""
        return self._line[checkpoint_id]

    def branch(self, checkpoint_id: str) -> tuple[str, ...]:
        """The branches taken from the root down to a checkpoint. Sorted, older branches come first;
        what is added later never changes the order.
        """
        with self._lock:
            taken: list[str] = []
            node: str | None = checkpoint_id
            while node is not None:
                taken.append(self._start[node])
                node = self._parent[self._start[node]]
            return tuple(reversed(taken))

    def tip_below(self, checkpoint_id: str) -> str:
        """The newest tip at or below a checkpoint."""
        with self._lock:
            newest, open_ = checkpoint_id, [checkpoint_id]
            while open_:
                node = open_.pop()
                newest = max(newest, node)
                open_.extend(self._children[node])
            return newest
