"""What the app asks of a place where checkpoints stay, whatever the place is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore


@dataclass(frozen=True)
class Key:
    """One stored checkpoint without its values; `bytes` counts what is stored under it alone."""

    checkpoint_id: str
    parent_id: str | None
    ns: str
    metadata: Mapping[str, Any]
    bytes: int


@dataclass(frozen=True)
class ThreadKey:
    """One thread of a backend; `head` is the largest checkpoint id of its root namespace."""

    thread_id: str
    checkpoints: int
    bytes: int
    head: str


class RawWrite(NamedTuple):
    """One row of `writes`, the three columns that name its checkpoint left out."""

    task_id: str
    task_path: str
    idx: int
    channel: str
    type: str
    value: bytes


class Backend(ABC):
    """LangGraph's own saver and store, and the few questions that they have no call for.

    `saver` is observable (see `observed.py`) and used by runs; `reader` is a second saver over the
    same data for pages, so that no page waits for a running saver's lock.
    """

    kind: str
    saver: BaseCheckpointSaver[str]
    reader: BaseCheckpointSaver[str]
    store: BaseStore

    @abstractmethod
    def setup(self) -> None:
        """Create what is missing. Safe to call again."""

    @abstractmethod
    def keys(
        self, thread_id: str, ns: str = "", *, newest: int = 100, before: str | None = None
    ) -> list[Key]:
        """The `newest` checkpoints of one namespace, oldest first; only ids below `before`."""

    @abstractmethod
    def key(self, thread_id: str, ns: str, checkpoint_id: str) -> Key | None:
        """One checkpoint's key, or None when it is not stored (any more)."""

    @abstractmethod
    def count(self, thread_id: str, ns: str = "") -> int:
        """How many checkpoints one namespace of a thread holds."""

    @abstractmethod
    def threads(self, *, limit: int = 100, after: str = "") -> list[ThreadKey]:
        """A page of threads in order of thread id, those above `after` first."""

    def thread(self, thread_id: str) -> ThreadKey | None:
        """One thread, or None when nothing is stored of it."""
        checkpoints = [count for _, count in self.namespaces(thread_id)]
        newest = self.keys(thread_id, newest=1)
        if not newest:
            return None
        return ThreadKey(thread_id, sum(checkpoints), self.size(thread_id), newest[0].checkpoint_id)

    @abstractmethod
    def size(self, thread_id: str) -> int:
        """Bytes of a thread's checkpoints, over all namespaces."""

    @abstractmethod
    def edges(
        self, thread_id: str, ns: str = "", *, above: str = ""
    ) -> list[tuple[str, str | None]]:
        """Every `(checkpoint_id, parent_id)` of one namespace above an id, oldest first."""

    @abstractmethod
    def namespaces(self, thread_id: str) -> list[tuple[str, int]]:
        """The namespaces of a thread with the number of their checkpoints, oldest first."""

    @abstractmethod
    def rows(self, thread_id: str) -> tuple[int, int]:
        """How many checkpoints and how many writes a thread holds, over all namespaces."""

    @abstractmethod
    def writes(self, thread_id: str, ns: str, checkpoint_id: str) -> tuple[RawWrite, ...]:
        """The writes stored at one checkpoint as they lie there, in a fixed order."""

    @abstractmethod
    def put_back(
        self, thread_id: str, ns: str, checkpoint_id: str, rows: Sequence[RawWrite]
    ) -> None:
        """Make the writes of one checkpoint exactly these."""

    @abstractmethod
    def remove(self, thread_id: str, command_id: str) -> int:
        """Remove the checkpoints of a thread that a command made, and writes without one."""

    @abstractmethod
    def copy_thread(self, source: str, target: str) -> None:
        """Copy every row of a thread, to the byte, under a thread id that has none."""

    def delete_thread(self, thread_id: str) -> None:
        """Remove every row of a thread."""
        self.saver.delete_thread(thread_id)

    @abstractmethod
    def close(self) -> None:
        """Let go of every file and connection."""

    def __enter__(self) -> Backend:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
