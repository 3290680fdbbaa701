"""Git-like lanes: one row a checkpoint, one column a branch, no two lines on one another.

Rows are placed one by one, in creation order, and a placed row never moves.
"""

from __future__ import annotations

from collections.abc import Iterable


class Lanes:
    """Places the rows of one history window. A lane is a column number from 0."""

    def __init__(self) -> None:
        self._row: dict[str, int] = {}
        self._lane: dict[str, int] = {}
        self._reach: list[int] = []
        """Per lane, the last row that anything in it reaches: lines only grow downwards."""

    def place(self, checkpoint_id: str, parent_id: str | None) -> int:
        """The lane of the next row. A parent that was not placed counts as none."""
        row = len(self._row)
        parent = self._row.get(parent_id, row) if parent_id else row
        lane = self._lane.get(parent_id) if parent_id else None
        if lane is None or self._reach[lane] > parent:
            lane = self._free_below(parent)
        self._reach[lane] = row
        self._row[checkpoint_id], self._lane[checkpoint_id] = row, lane
        return lane

    def _free_below(self, row: int) -> int:
        for lane, reach in enumerate(self._reach):
            if reach <= row:
                return lane
        self._reach.append(-1)
        return len(self._reach) - 1


def lanes(rows: Iterable[tuple[str, str | None]]) -> dict[str, int]:
    """Lanes for `(checkpoint_id, parent_id)` in creation order."""
    placing = Lanes()
    return {checkpoint_id: placing.place(checkpoint_id, parent) for checkpoint_id, parent in rows}
