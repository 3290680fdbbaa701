"""Where it stays: LangGraph's savers and stores behind one `Backend`."""

from __future__ import annotations

from pathlib import Path

from lib.backends.base import Backend, Key, RawWrite, ThreadKey
from lib.backends.memory import MemoryBackend
from lib.backends.observed import Observer, Stored
from lib.backends.sqlite import SqliteBackend

__all__ = ["Backend", "Key", "Observer", "RawWrite", "Stored", "ThreadKey", "open_backend"]

SQLITE = "sqlite:///"


def open_backend(url: str) -> Backend:
    """Open `memory://` or `sqlite:///path/to/file.db` (an absolute path has a fourth slash)."""
    if url == "memory://":
        return MemoryBackend()
    if url.startswith(SQLITE):
        return SqliteBackend(Path(url.removeprefix(SQLITE)))
    raise ValueError(f"no backend for {url!r}: use memory:// or {SQLITE}path")
