"""What is known of a run while it is under way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class UnderWay:
    """`start` is the checkpoint with the turn's message in and nothing of it run; `end` the newest.

    Both are ids in the root namespace, None until such a checkpoint is stored.
    """

    conversation_id: str
    start: str | None = None
    end: str | None = None
