"""Memory: LangGraph's own in-memory saver and store. Everything is gone after a restart."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from lib.backends.base import Backend, Key, RawWrite, ThreadKey
from lib.backends.observed import Observed


class ObservedMemorySaver(Observed, InMemorySaver):
    """LangGraph's in-memory saver, observable."""


class MemoryBackend(Backend):
    """`reader` is the saver itself: its reads take no lock that a run could hold."""

    kind = "memory"

    def __init__(self) -> None:
        self._memory = self.saver = self.reader = ObservedMemorySaver()
        self.store = InMemoryStore()

    def setup(self) -> None:
        """Nothing to create."""

    # `storage` is a public attribute whose layout is not promised: namespaces of a thread hold
    # (checkpoint, metadata, parent id) as typed bytes, and values lie in `blobs` by version.
    def _ids(self, thread_id: str, ns: str) -> list[str]:
        spaces = self._memory.storage.get(thread_id) or {}
        return sorted(spaces.get(ns) or {})

    def keys(
        self, thread_id: str, ns: str = "", *, newest: int = 100, before: str | None = None
    ) -> list[Key]:
        ids = [i for i in self._ids(thread_id, ns) if before is None or i < before]
        found = [self.key(thread_id, ns, i) for i in ids[max(0, len(ids) - newest) :]]
        return [key for key in found if key]

    def key(self, thread_id: str, ns: str, checkpoint_id: str) -> Key | None:
        spaces = self._memory.storage.get(thread_id) or {}
        row = (spaces.get(ns) or {}).get(checkpoint_id)
        if row is None:
            return None
        checkpoint, metadata, parent_id = row
        size = len(checkpoint[1]) + len(metadata[1])
        return Key(checkpoint_id, parent_id, ns, self._memory.serde.loads_typed(metadata), size)

    def count(self, thread_id: str, ns: str = "") -> int:
        return len(self._ids(thread_id, ns))

    def threads(self, *, limit: int = 100, after: str = "") -> list[ThreadKey]:
        # Reading an unknown thread leaves an empty entry behind, so entries are not yet threads.
        held = {t for t, spaces in list(self._memory.storage.items()) if any(spaces.values())}
        page = sorted(t for t in held if t > after)[:limit]
        return [self._thread(thread_id) for thread_id in page]

    def _thread(self, thread_id: str) -> ThreadKey:
        spaces = self._memory.storage[thread_id]
        sizes = [len(c[1]) + len(m[1]) for rows in spaces.values() for c, m, _ in rows.values()]
        head = max(spaces.get("") or {}, default="")
        return ThreadKey(thread_id, len(sizes), sum(sizes), head)

    def edges(
        self, thread_id: str, ns: str = "", *, above: str = ""
    ) -> list[tuple[str, str | None]]:
        rows = (self._memory.storage.get(thread_id) or {}).get(ns) or {}
        return [(i, rows[i][2]) for i in self._ids(thread_id, ns) if i > above]

    def namespaces(self, thread_id: str) -> list[tuple[str, int]]:
        spaces = self._memory.storage.get(thread_id) or {}
        held = sorted((min(rows), ns) for ns, rows in spaces.items() if rows)
        return [(ns, len(spaces[ns])) for _, ns in held]

    def size(self, thread_id: str) -> int:
        return self._thread(thread_id).bytes

    def rows(self, thread_id: str) -> tuple[int, int]:
        checkpoints = sum(count for _, count in self.namespaces(thread_id))
        return checkpoints, sum(
            len(rows) for place, rows in self._memory.writes.items() if place[0] == thread_id
        )

    def writes(self, thread_id: str, ns: str, checkpoint_id: str) -> tuple[RawWrite, ...]:
        stored = self._memory.writes.get((thread_id, ns, checkpoint_id)) or {}
        return tuple(
            RawWrite(task_id, path, idx, channel, *value)
            for (_, idx), (task_id, channel, value, path) in sorted(stored.items())
        )

    def put_back(
        self, thread_id: str, ns: str, checkpoint_id: str, rows: Sequence[RawWrite]
    ) -> None:
        place = (thread_id, ns, checkpoint_id)
        self._memory.writes.pop(place, None)
        for row in rows:
            self._memory.writes[place][row.task_id, row.idx] = (
                row.task_id,
                row.channel,
                (row.type, row.value),
                row.task_path,
            )

    def remove(self, thread_id: str, command_id: str) -> int:
        removed = 0
        for ns, _ in self.namespaces(thread_id):
            for checkpoint_id in self._ids(thread_id, ns):
                key = self.key(thread_id, ns, checkpoint_id)
                if key and key.metadata.get("command_id") == command_id:
                    del self._memory.storage[thread_id][ns][checkpoint_id]
                    removed += 1
        for place in [p for p in self._memory.writes if p[0] == thread_id]:
            if place[2] not in self._memory.storage[thread_id][place[1]]:
                del self._memory.writes[place]
        self._drop_values(thread_id)
        return removed

    def _drop_values(self, thread_id: str) -> None:
        """Values lie apart, by channel and version: drop those that no checkpoint names."""
        loads, kept = self._memory.serde.loads_typed, set()
        for ns, rows in self._memory.storage[thread_id].items():
            for checkpoint, _, _ in rows.values():
                versions = loads(checkpoint)["channel_versions"]
                kept |= {(thread_id, ns, channel, version) for channel, version in versions.items()}
        for place in [p for p in self._memory.blobs if p[0] == thread_id and p not in kept]:
            del self._memory.blobs[place]

    def copy_thread(self, source: str, target: str) -> None:
        for ns, rows in list(self._memory.storage.get(source, {}).items()):
            self._memory.storage[target][ns] = dict(rows)
        for kept in (self._memory.writes, self._memory.blobs):
            for place in [place for place in kept if place[0] == source]:
                value: Any = kept[place]  # type: ignore[index]
                kept[target, *place[1:]] = copy.copy(value)

    def close(self) -> None:
        """Nothing to let go of."""
