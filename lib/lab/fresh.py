"""Values that hold as long as nothing new was written: read once, then handed out again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Value = TypeVar("Value")
MOST = 256
"""Values kept at a time: a learner walks through rows one after another."""


class Fresh:
    """Forgets everything when the version moves on.

    A value may be newer than the version it is kept under, never older: the version counts up
    after each write, so the next look reads again.
    """

    def __init__(self, version: Callable[[], int]) -> None:
        self._version = version
        self._lock = threading.Lock()
        self._at = -1
        self._kept: dict[Hashable, Any] = {}

    def get(self, key: Hashable, read: Callable[[], Value], at: int | None = None) -> Value:
        """`read()`, or what it gave before. A value made from others that were read earlier says
        `at` which version; when something was written since, it is not kept.
        """
        version = self._version()
        if at is not None and at != version:
            return read()
        with self._lock:
            if version != self._at or len(self._kept) >= MOST:
                self._at, self._kept = version, {}
            kept = self._kept
        if key not in kept:
            kept[key] = read()
        value: Value = kept[key]
        return value
