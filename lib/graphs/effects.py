"""What a node does outside the graph: it is counted, and the count is its only clock."""

from __future__ import annotations

from typing import Protocol


class Effects(Protocol):
    """The one seam between a scenario and the world.

    `call(node)` is the first line of every node: it writes the call down before the node does
    anything else and returns its number, counted from 1 over the node's calls on this thread.
    """

    def call(self, node: str) -> int: ...


class Uncounted:
    """Effects that touch nothing, for drawing a graph or explaining a checkpoint."""

    def call(self, node: str) -> int:
        return 0
