"""The history of one namespace as a window of rows, complete in itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Decoded:
    """What a row needs of the values. `new_message_ids` are those the parent did not hold."""

    at: str
    next: tuple[str, ...]
    writers: tuple[str, ...]
    messages: int
    new_message_ids: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One checkpoint in its window. `cut`: it has a parent, which is not in the window."""

    checkpoint_id: str
    parent_id: str | None
    step: int | None
    source: str | None
    command_id: str | None
    bytes: int
    lane: int
    cut: bool
    decoded: Decoded


@dataclass(frozen=True)
class Window:
    """The newest rows of one namespace, oldest first, and how many checkpoints there are in all."""

    thread_id: str
    ns: str
    rows: tuple[Row, ...]
    total: int

    @property
    def head(self) -> str | None:
        """The checkpoint that a plain `thread_id` continues from: the largest id."""
        return self.rows[-1].checkpoint_id if self.rows else None

    def tip_below(self, checkpoint_id: str | None) -> str | None:
        """The newest tip below a checkpoint; below none, or one outside the window, the head."""
        if not any(row.checkpoint_id == checkpoint_id for row in self.rows):
            return self.head
        below = {checkpoint_id}
        for row in self.rows:
            if row.parent_id in below:
                below.add(row.checkpoint_id)
        return max(i for i in below if i is not None)

    def path_to(self, checkpoint_id: str | None) -> list[Row]:
        """The rows from the window's edge (or the root) down to a checkpoint."""
        by_id = {row.checkpoint_id: row for row in self.rows}
        path: list[Row] = []
        row = by_id.get(checkpoint_id or "")
        while row:
            path.append(row)
            row = by_id.get(row.parent_id or "")
        return path[::-1]
