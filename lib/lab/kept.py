"""Which journal lines a lab still needs once a thread is deleted."""

from __future__ import annotations

from collections.abc import Sequence, Set

from lib.identity.journal import Line


def unneeded(lines: Sequence[Line], alive: Set[str]) -> list[int]:
    """Ids of the lines that no thread of the lab goes back to.

    A copy needs the lines of the thread it was made from. That a thread was deleted stays told.
    """
    needed, found = set(alive), []
    for line in reversed(lines):
        conversation_id = line.action.get("conversation_id")
        if conversation_id is None or line.action["do"] == "DeleteThread":
            continue  # a line that names nobody, and one that tells of an end, stay
        if conversation_id in needed and "source_id" in line.action and not line.undone:
            needed.add(line.action["source_id"])
        if conversation_id not in (alive if line.undone else needed):
            found.append(line.id)
    return found
