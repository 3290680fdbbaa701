"""A learner's walk through one lesson, as it is kept: what was chosen, and what really happened."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lib.identity import learning
from lib.identity.ledger import Ledger
from lib.lessons.catalog import every

Stage = Literal["predict", "run", "observe", "explain", "challenge"]
STAGES: tuple[Stage, ...] = ("predict", "run", "observe", "explain", "challenge")
FORMAT = 1


class Progress(BaseModel):
    """What a lesson came to. `right` is whether the first choice was; None: it was never asked."""

    model_config = ConfigDict(extra="forbid", strict=True)
    solved: bool = False
    shown: bool = False
    first_choice: int | None = Field(default=None, ge=0, le=2)
    sure: bool = False
    attempts: int = Field(default=0, ge=0, le=100_000)
    right: bool | None = None


class Made(BaseModel):
    """What a step led to, for the steps that name its checkpoints."""

    conversation: str
    command: str | None = None
    checkpoint: str | None = None


class Walk(BaseModel):
    """`outcome` is the option that came true, written down once; -1: none did, or more than one.

    `langgraph` is the version that said so.
    """

    stage: Stage = "predict"
    choice: int | None = None
    sure: bool = False
    outcome: int | None = None
    observed: bool = False
    hints: int = 0
    langgraph: str = ""
    made: list[Made] = []
    seeded: bool = False
    playing: bool = False

    @property
    def ran(self) -> bool:
        return self.outcome is not None


def read(ledger: Ledger, learner_id: str, slug: str) -> tuple[Progress, Walk]:
    """What is kept of one lesson; a row that can't be read counts as none."""
    progress, walk = learning.lessons_of(ledger, learner_id).get(slug, ({}, {}))
    try:
        return Progress.model_validate(progress), Walk.model_validate(walk)
    except ValidationError:
        return Progress(), Walk()


def all_progress(ledger: Ledger, learner_id: str) -> dict[str, Progress]:
    """The learner's progress by slug, of lessons that still exist."""
    kept = {slug: one for slug, (one, _) in learning.lessons_of(ledger, learner_id).items()}
    return {slug: found for slug, one in kept.items() if slug in every() and (found := _read(one))}


def _read(kept: Any) -> Progress | None:
    try:
        return Progress.model_validate(kept)
    except ValidationError:
        return None
