"""From keys to rows: each checkpoint is decoded once."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cachetools import LRUCache
from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple

from lib.evidence.checkpoint import config_of, graph_of, writers_of
from lib.evidence.diff import is_messages
from lib.evidence.explain import Graph, explain_next
from lib.evidence.history import Decoded, Row, Window
from lib.evidence.lanes import lanes


class StoredKey(Protocol):
    """What a backend tells about a checkpoint without decoding it."""

    @property
    def checkpoint_id(self) -> str: ...
    @property
    def parent_id(self) -> str | None: ...
    @property
    def metadata(self) -> Mapping[str, Any]: ...
    @property
    def bytes(self) -> int: ...


class Decoder:
    """Decodes checkpoints for rows. They never change, so what a row needs is kept, up to `limit`.

    A fork's parent, and the parent of a window's first new row, are read once more. One decoder
    serves a whole process: `lab` tells the labs' threads apart.
    """

    def __init__(self, limit: int = 20_000) -> None:
        self._kept: LRUCache[tuple[str, str, str, str], Decoded] = LRUCache(limit)
        self._lock = threading.Lock()

    def window(
        self,
        lab: str,
        saver: BaseCheckpointSaver[Any],
        graph: Graph,
        thread_id: str,
        ns: str,
        keys: Sequence[StoredKey],
        total: int,
    ) -> Window:
        """A window of `keys` (oldest first). `graph` is the root graph of the thread's scenario."""
        reading = _Reading(saver, graph_of(graph, ns), thread_id, ns)
        lane = lanes((key.checkpoint_id, key.parent_id) for key in keys)
        rows = tuple(
            Row(
                checkpoint_id=key.checkpoint_id,
                parent_id=key.parent_id,
                step=key.metadata.get("step"),
                source=key.metadata.get("source"),
                command_id=key.metadata.get("command_id"),
                bytes=key.bytes,
                lane=lane[key.checkpoint_id],
                cut=key.parent_id is not None and key.parent_id not in lane,
                decoded=self._decoded(lab, reading, key),
            )
            for key in keys
        )
        return Window(thread_id, ns, rows, total)

    def _decoded(self, lab: str, reading: _Reading, key: StoredKey) -> Decoded:
        name = (lab, reading.thread_id, reading.ns, key.checkpoint_id)
        with self._lock:
            kept = self._kept.get(name)
        if kept is None:
            kept = reading.decode(key)
            with self._lock:
                self._kept[name] = kept
        return kept


class _Reading:
    """One pass over a namespace; the checkpoint read last is the next one's parent, as a rule."""

    def __init__(
        self, saver: BaseCheckpointSaver[Any], graph: Graph, thread_id: str, ns: str
    ) -> None:
        self.saver, self.graph, self.thread_id, self.ns = saver, graph, thread_id, ns
        self._last: CheckpointTuple | None = None

    def decode(self, key: StoredKey) -> Decoded:
        parent = self._read(key.parent_id) if key.parent_id else None
        found = self._read(key.checkpoint_id)
        if found is None:
            return Decoded("", (), (), 0, ())
        self._last = found
        ids = _message_ids(found)
        held = set(_message_ids(parent)) if parent else set()
        return Decoded(
            at=found.checkpoint["ts"],
            next=explain_next(self.graph, found.checkpoint).next,
            writers=writers_of(self.graph, parent, found),
            messages=len(ids),
            new_message_ids=tuple(i for i in ids if i not in held),
        )

    def _read(self, checkpoint_id: str) -> CheckpointTuple | None:
        if self._last and self._last.checkpoint["id"] == checkpoint_id:
            return self._last
        return self.saver.get_tuple(config_of(self.thread_id, self.ns, checkpoint_id))


def _message_ids(found: CheckpointTuple) -> list[str]:
    messages = found.checkpoint["channel_values"].get("messages", ())
    return [m.id or "" for m in messages] if is_messages(messages) else []
