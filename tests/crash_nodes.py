"""What runs in a process that is killed, and in the one after it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from langgraph.graph import MessagesState
from langgraph.types import interrupt

from tests.scenarios import Build, chain, done, registered

TOLD, ASKS = "told", "asks"


def nobody(point: str) -> None:
    """Passing a point in a process that lives."""


def told(passes: Callable[[str], None] = nobody) -> Build:
    """Two nodes; each tells that it is inside."""

    def first(state: MessagesState) -> dict[str, Any]:
        passes("node first")
        return {}

    def second(state: MessagesState) -> dict[str, Any]:
        passes("node second")
        return done(state)

    return chain(("first", first), ("second", second))


def ask(state: MessagesState) -> dict[str, Any]:
    """A node that waits for a word from outside."""
    interrupt("sure?")
    return done(state)


@contextlib.contextmanager
def scenarios(passes: Callable[[str], None] = nobody) -> Iterator[None]:
    """Both scenarios, for a process that dies and for the one after it."""
    with registered(TOLD, told(passes)), registered(ASKS, chain(("ask", ask))):
        yield
