"""LangGraph's own savers, made observable: every write that was stored is announced.

A mixin, since `compile` refuses a saver that only looks like one, and a subclass, since a wrapper
would have to forward every half-public method. One observer is called before the write and
one after it, in whatever thread LangGraph saves from, and must return
quickly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata


@dataclass(frozen=True)
class Stored:
    """One `put` (`task_id` is None) or one `put_writes`. `run` is the run's own config metadata."""

    thread_id: str
    ns: str
    checkpoint_id: str
    source: str | None = None
    task_id: str | None = None
    run: Mapping[str, Any] = field(default_factory=dict)


class Observer(Protocol):
    def __call__(self, stored: Stored) -> None: ...


def nobody(stored: Stored) -> None:
    """The observer of a saver that nobody watches."""


class Observed:
    """Mix in before a saver class. Set both observers before the first graph is compiled."""

    observer: Observer = staticmethod(nobody)
    foresee: Observer = staticmethod(nobody)
    """Called before either, with what is about to be stored."""

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        where = config["configurable"]
        about = Stored(
            thread_id=where["thread_id"],
            ns=where.get("checkpoint_ns", ""),
            checkpoint_id=checkpoint["id"],
            source=metadata.get("source"),
            run=config.get("metadata", {}),
        )
        self.foresee(about)
        stored: RunnableConfig = super().put(config, checkpoint, metadata, new_versions)  # type: ignore[misc]
        self.observer(about)
        return stored

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        where = config["configurable"]
        about = Stored(
            thread_id=where["thread_id"],
            ns=where.get("checkpoint_ns", ""),
            checkpoint_id=where["checkpoint_id"],
            task_id=task_id,
            run=config.get("metadata", {}),
        )
        self.foresee(about)
        super().put_writes(config, writes, task_id, task_path)  # type: ignore[misc]
        self.observer(about)
