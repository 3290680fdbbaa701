"""What a node does outside the graph: it is counted, and the count is its only clock."""

from __future__ import annotations

from typing import Protocol


class Effects(Protocol):
    """The one seam between a scenario and the world.

    `call(node)` is the first line of every node: it writes the call down before the node does
    anything else and returns its number, counted from 1 over the node's calls on this thread.
    """

    def call(self, node: str) -> int: ...

    def may_fail(self, node: str, beside: str) -> None:
        """Raise `TimeoutError` if the node was told to fail, which it is for one call.

        It fails after the output of the node `beside` it is stored: when a node fails sooner,
        LangGraph can lose what its sibling is just storing.
        """


class Uncounted:
    """Effects that touch nothing, for drawing a graph or explaining a checkpoint."""

    def call(self, node: str) -> int:
        return 0

    def may_fail(self, node: str, beside: str) -> None:
        """Nothing fails."""
