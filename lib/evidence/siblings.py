"""Siblings: the messages that other branches have in the place of a shown one.

Two branches share messages from the first on, up to where they differ. The messages that stand
there, one in each branch, are siblings if the same side speaks: answers to one message, or versions
of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lib.evidence.diff import is_messages

Mark = tuple[str, int]
"""Who speaks, and a hash of id and content: enough to tell two messages apart."""


@dataclass(frozen=True)
class Siblings:
    """`tips` has a tip for each sibling, oldest branch first; the shown one is number `number`."""

    number: int
    tips: tuple[str, ...]


def marks_of(values: Mapping[str, Any]) -> tuple[Mark, ...]:
    """The marks of a checkpoint's messages; none where they are no list of messages."""
    stored = values.get("messages", ())
    if not is_messages(stored):
        return ()
    return tuple((m.type, hash((m.id, repr(m.content)))) for m in stored)


def siblings(
    shown: Sequence[Mark],
    branches: Iterable[tuple[str, Sequence[Mark]]],
) -> dict[int, Siblings]:
    """For each place of the shown messages that has siblings, what they are.

    `branches` holds every tip with its marks, older branches first, the shown one among them.
    """
    parted = [(tip, marks, _parting(shown, marks)) for tip, marks in branches]
    found: dict[int, Siblings] = {}
    for place in sorted({place for _, marks, place in parted if _rivals(shown, marks, place)}):
        newest: dict[Mark, str] = {}
        for tip, marks, parting in parted:
            if parting > place or (parting == place and _rivals(shown, marks, place)):
                newest[marks[place]] = max(newest.get(marks[place], ""), tip)
        number = list(newest).index(shown[place]) + 1
        found[place] = Siblings(number, tuple(newest.values()))
    return found


def _rivals(shown: Sequence[Mark], marks: Sequence[Mark], place: int) -> bool:
    """Whether both branches have a message there, of the same side."""
    return place < min(len(shown), len(marks)) and marks[place][0] == shown[place][0]


def _parting(a: Sequence[Mark], b: Sequence[Mark]) -> int:
    """The first place where two branches differ, or the length of the shorter one."""
    shorter = min(len(a), len(b))
    return bisect_left(range(shorter), True, key=lambda i: a[: i + 1] != b[: i + 1])
