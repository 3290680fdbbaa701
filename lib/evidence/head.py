"""What a thread waits for: the questions that its head asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langgraph.errors import InvalidUpdateError

from lib.evidence.checkpoint import config_of
from lib.evidence.explain import Graph
from lib.evidence.plain import plain


@dataclass(frozen=True)
class Question:
    """One open interrupt; `value` is what the node asked, as plain data."""

    id: str
    node: str
    value: Any


@dataclass(frozen=True)
class Head:
    """The live view of a thread: its newest checkpoint and the questions still open there."""

    checkpoint_id: str | None
    questions: tuple[Question, ...]


def read_head(graph: Graph, thread_id: str) -> Head:
    """The thread's live view. One that LangGraph can't build asks nothing."""
    try:
        state = graph.get_state(config_of(thread_id))
    except (InvalidUpdateError, ValueError, TypeError):
        return Head(None, ())
    asked = [
        Question(interrupt.id, task.name, plain(interrupt.value))
        for task in state.tasks
        for interrupt in task.interrupts
    ]
    return Head(state.config["configurable"].get("checkpoint_id"), tuple(asked))
