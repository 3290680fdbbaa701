"""Memory: LangGraph's own in-memory saver and store. Everything is gone after a restart."""

from __future__ import annotations

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from lib.backends.base import Backend, Key, ThreadKey
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

    def close(self) -> None:
        """Nothing to let go of."""
