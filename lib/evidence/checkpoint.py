"""The full record of one checkpoint, complete in itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, Checkpoint, CheckpointTuple
from langgraph.checkpoint.serde.types import TASKS
from langgraph.errors import InvalidUpdateError

from lib.evidence.diff import Change, diff
from lib.evidence.explain import Explanation, Graph, explain_next


@dataclass(frozen=True)
class PendingWrite:
    """One stored write of a task. `node` is None where the task is none of the record's own.

    Such a write came with a `Command`, was started by its `goto`, or belongs to a task in a task.
    """

    task_id: str
    node: str | None
    channel: str
    value: Any


@dataclass(frozen=True)
class Record:
    """One checkpoint as it was stored, and what follows from it.

    `next` is the record view: every task of the step. `live_next` is given for the head only: what
    a run would start now, tasks whose output is already stored left out; None when LangGraph
    can't tell (`live_error` says why). `sizes` counts serialised bytes per channel.
    """

    checkpoint_id: str
    parent_id: str | None
    ns: str
    metadata: Mapping[str, Any]
    checkpoint: Checkpoint
    explanation: Explanation
    next: tuple[str, ...]
    writes: tuple[PendingWrite, ...]
    changes: tuple[Change, ...]
    writers: tuple[str, ...]
    sizes: Mapping[str, int]
    live_next: tuple[str, ...] | None
    live_error: str | None


def config_of(thread_id: str, ns: str = "", checkpoint_id: str | None = None) -> RunnableConfig:
    """A config that names a thread or one checkpoint; the namespace always stands beside the id."""
    where = {"thread_id": thread_id, "checkpoint_ns": ns}
    return {"configurable": where | ({"checkpoint_id": checkpoint_id} if checkpoint_id else {})}


def read_record(
    saver: BaseCheckpointSaver[Any], graph: Graph, config: RunnableConfig, *, head: bool
) -> Record | None:
    """The record that `config` names, or None when it is not stored. `graph` is the root graph."""
    found = saver.get_tuple(config)
    if found is None:
        return None
    where = found.config["configurable"]
    ns = where["checkpoint_ns"]
    snapshot, inner = graph.get_state(found.config), graph_of(graph, ns)
    parent = saver.get_tuple(found.parent_config) if found.parent_config else None
    live_next, live_error = _live(graph, where["thread_id"], ns) if head else (None, None)
    values = found.checkpoint["channel_values"]
    return Record(
        checkpoint_id=found.checkpoint["id"],
        parent_id=parent_id_of(found),
        ns=ns,
        metadata=found.metadata,
        checkpoint=found.checkpoint,
        explanation=explain_next(inner, found.checkpoint),
        next=snapshot.next,
        writes=_writes(found, {task.id: task.name for task in snapshot.tasks}),
        changes=diff(parent.checkpoint["channel_values"] if parent else {}, values),
        writers=writers_of(inner, parent, found),
        sizes={name: len(saver.serde.dumps_typed(value)[1]) for name, value in values.items()},
        live_next=live_next,
        live_error=live_error,
    )


def parent_id_of(found: CheckpointTuple) -> str | None:
    """The parent's checkpoint id, or None for a root."""
    where = (found.parent_config or {}).get("configurable", {})
    return where.get("checkpoint_id")


def graph_of(graph: Graph, ns: str) -> Graph:
    """The (sub)graph whose checkpoints lie in namespace `ns`, whatever task ids stand in it.

    Raises `KeyError` for a namespace that the graph does not have.
    """
    if not ns:
        return graph
    path = "|".join(part.split(":", 1)[0] for part in ns.split("|") if not part.isdigit())
    return dict(graph.get_subgraphs(recurse=True))[path]  # type: ignore[return-value]


def _writes(found: CheckpointTuple, names: Mapping[str, str]) -> tuple[PendingWrite, ...]:
    stored = found.pending_writes or []
    return tuple(PendingWrite(task, names.get(task), ch, value) for task, ch, value in stored)


def writers_of(
    graph: Graph, parent: CheckpointTuple | None, found: CheckpointTuple
) -> tuple[str, ...]:
    """The nodes whose writes made this super-step's checkpoint, in the order of `next`.

    Applying a task's writes moves what its node has seen; a node started by `Send` need not have
    seen anything, so the parent's packets count as well. Inputs, updates and forks have no writers:
    what moves there belongs to tasks that were given up. `graph` is the namespace's own.
    """
    if found.metadata.get("source") != "loop":
        return ()
    before, seen = parent.checkpoint if parent else None, found.checkpoint["versions_seen"]
    old = before["versions_seen"] if before else {}
    packets = before["channel_values"].get(TASKS, ()) if before else ()
    moved = [n for n in graph.nodes if seen.get(n) and seen[n] != old.get(n)]
    return tuple(dict.fromkeys((*(packet.node for packet in packets), *moved)))


def _live(graph: Graph, thread_id: str, ns: str) -> tuple[tuple[str, ...] | None, str | None]:
    """A thread whose stored write the reducer rejects makes the live view raise: that is said."""
    try:
        return graph.get_state(config_of(thread_id, ns)).next, None
    except (InvalidUpdateError, ValueError, TypeError) as error:
        return None, f"{type(error).__name__}: {error}"
