"""What a fork would do, tried on a copy: the real `update_state`, in a scratch saver."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver

from lib.evidence import config_of, state_channels
from lib.evidence.explain import Graph
from lib.graphs import SCENARIOS, Uncounted
from lib.identity.conversations import Conversation
from lib.identity.ids import is_visible
from lib.lab.reading import Reading
from lib.text import Refused

LONGEST_VALUES = 36_864
"""Bytes of JSON in one fork: the longest message, and what stands around it."""


@dataclass(frozen=True)
class Preview:
    """The nodes that a changed checkpoint makes due, or what LangGraph says against the change."""

    next: tuple[str, ...] = ()
    error: str | None = None


def preview(
    lab: Reading,
    conversation: Conversation,
    at: str,
    values: Mapping[str, Any],
    as_node: str | None,
) -> Preview:
    """Apply the change to a copy of one checkpoint. Nothing runs and nothing is stored."""
    found = lab.backend.reader.get_tuple(config_of(conversation.thread_id, "", at))
    if found is None:
        return Preview(error="no such checkpoint")
    saver = InMemorySaver()
    built = SCENARIOS[conversation.scenario].build(Uncounted())
    graph: Graph = built.compile(checkpointer=saver)
    try:
        changed = graph.update_state(_copied(saver, found), dict(values), as_node=as_node)
        return Preview(graph.get_state(changed).next)
    except Exception as error:  # a reducer gets what a learner typed: anything may come
        return Preview(error=f"{type(error).__name__}: {error}".splitlines()[0])


def _copied(saver: InMemorySaver, found: CheckpointTuple) -> Any:
    """One checkpoint with its writes in another saver; its parent stays behind."""
    where = config_of("preview")
    versions = found.checkpoint["channel_versions"]
    copied = saver.put(where, found.checkpoint, found.metadata, versions)
    by_task: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for task_id, channel, value in found.pending_writes or ():
        by_task[task_id].append((channel, value))
    for task_id, writes in by_task.items():
        saver.put_writes(copied, writes, task_id)
    return copied


def checked_fork(
    lab: Reading,
    conversation: Conversation,
    at: str,
    values: Mapping[str, Any],
    as_node: str | None,
) -> None:
    """Refuses a change that LangGraph would, and an unknown channel, which it would let pass."""
    graph = lab.drawing(conversation)
    unknown = values.keys() - set(state_channels(graph))
    if unknown or not values:
        raise Refused("errors.no_such_channel", found=", ".join(sorted(unknown)) or "–")
    if as_node is not None and as_node not in graph.nodes:
        raise Refused("errors.no_such_node", found=as_node)
    size = len(json.dumps(dict(values), ensure_ascii=False).encode("utf-8", "replace"))
    if size > LONGEST_VALUES:
        raise Refused("errors.values_long", limit=LONGEST_VALUES, found=size)
    if any(_is_blank(message) for message in _messages(values)):
        raise Refused("errors.message_blank")
    if error := preview(lab, conversation, at, values, as_node).error:
        raise Refused("errors.update_refused", error=error)


def _messages(values: Mapping[str, Any]) -> list[Any]:
    given = values.get("messages")
    return given if isinstance(given, list) else []


def _is_blank(message: Any) -> bool:
    """A message of the learner with nothing in it is refused here as it is when it is sent."""
    if not isinstance(message, Mapping) or message.get("type") != "human":
        return False
    content = message.get("content")
    return isinstance(content, str) and not is_visible(content)
