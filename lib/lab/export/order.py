"""The order in which an export does the actions of a lab."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from lib.identity.journal import Line


def in_order(lines: Sequence[Line], told: Iterable[tuple[str, str]]) -> list[Line]:
    """The lines in order. A failure that was told while its run was under way comes before it."""
    place: dict[str, float] = {
        line.action["command_id"]: number
        for number, line in enumerate(lines)
        if "command_id" in line.action
    }
    takers: dict[str, deque[str]] = defaultdict(deque)
    for conversation_id, command_id in told:
        takers[conversation_id].append(command_id)
    keys: list[float] = []
    for number, line in enumerate(lines):
        taken = line.action["do"] == "FailNext" and takers[line.action["conversation_id"]]
        keys.append(min(number, place[taken.popleft()] - 0.5) if taken else number)
    return [lines[number] for number in sorted(range(len(lines)), key=keys.__getitem__)]
