"""Why these nodes run next, from one stored checkpoint and the compiled graph.

A node is due when one of its trigger channels has a version newer than the node has seen *and*
the channel holds a value now; packets of `Send` are due before any of that. The result equals
LangGraph's own `next` (a property test holds it there), in the same order.

This is the only module that reads half-private attributes: `graph.nodes[n].triggers` and
`graph.channels[c]` with its public `from_checkpoint` and `is_available`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langgraph.channels.base import BaseChannel
from langgraph.checkpoint.base import Checkpoint
from langgraph.checkpoint.serde.types import TASKS
from langgraph.pregel import Pregel

from lib.evidence.plain import version_number

Graph = Pregel[Any, Any, Any, Any]


def state_channels(graph: Graph) -> list[str]:
    """The channels of a graph's own state; the others are LangGraph's."""
    return [name for name in graph.channels if ":" not in name and not name.startswith("__")]


@dataclass(frozen=True)
class Trigger:
    """One node and one channel that can start it. None: never written, or never seen."""

    node: str
    channel: str
    version: int | None
    seen: int | None
    newer: bool
    available: bool

    @property
    def runs(self) -> bool:
        return self.newer and self.available


@dataclass(frozen=True)
class Explanation:
    """All triggers in graph order, and the nodes due next in LangGraph's order."""

    triggers: tuple[Trigger, ...]
    next: tuple[str, ...]


def explain_next(graph: Graph, checkpoint: Checkpoint) -> Explanation:
    """Explain one checkpoint of `graph`'s own namespace (a subgraph's with the subgraph)."""
    packets = checkpoint["channel_values"].get(TASKS, ())
    sent = [Trigger(packet.node, TASKS, None, None, True, True) for packet in packets]
    pulled = [
        _trigger(graph, checkpoint, node, channel)
        for node in graph.nodes
        for channel in graph.nodes[node].triggers
    ]
    due = dict.fromkeys(t.node for t in pulled if t.runs)
    return Explanation((*sent, *pulled), (*(t.node for t in sent), *due))


def _trigger(graph: Graph, checkpoint: Checkpoint, node: str, channel: str) -> Trigger:
    seen_by_node = checkpoint["versions_seen"].get(node)
    version = checkpoint["channel_versions"].get(channel)
    seen = (seen_by_node or {}).get(channel)
    newer = seen_by_node is None or _later(version, seen)
    return Trigger(
        node,
        channel,
        version_number(version),
        version_number(seen),
        newer,
        _available(graph, checkpoint, channel),
    )


def _later(version: Any, seen: Any) -> bool:
    """Versions of one saver compare with each other: padded texts or plain numbers."""
    return version is not None and (seen is None or version > seen)


def _available(graph: Graph, checkpoint: Checkpoint, name: str) -> bool:
    channel, values = graph.channels.get(name), checkpoint["channel_values"]
    if not isinstance(channel, BaseChannel) or name not in values:
        return False
    return channel.from_checkpoint(values[name]).is_available()
