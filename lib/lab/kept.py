"""Which journal lines a lab still needs once a thread is deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lib.identity.journal import Line


def unneeded(lines: Sequence[Line], alive: Iterable[str]) -> list[int]:
    """Ids of the lines that no thread of the lab goes back to.

    A copy needs the lines of the thread it was made from. That a thread was deleted stays told.
    """
    needed, found = set(alive), []
    for line in reversed(lines):
        conversation_id = line.action.get("conversation_id")
        if conversation_id in needed and "source_id" in line.action:
            needed.add(line.action["source_id"])
        if conversation_id not in needed and line.action["do"] != "DeleteThread":
            found.append(line.id)
    return found
