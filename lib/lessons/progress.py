"""Progress as a file to keep: written out, and read back entry by entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from pydantic import ValidationError

from lib.identity import learning
from lib.identity.ledger import Ledger
from lib.lab.lab import Lab
from lib.lessons import catalog
from lib.lessons.catalog import lab_name
from lib.lessons.format import Lesson
from lib.lessons.walk import FORMAT, Progress, all_progress, read
from lib.text import Refused

LARGEST = 64 * 1024
"""Bytes of a progress file: far more than all lessons need."""


def as_file(ledger: Ledger, learner_id: str) -> str:
    """`{version, lessons: {slug: entry}, langgraph}` as JSON."""
    entries = {slug: one.model_dump() for slug, one in all_progress(ledger, learner_id).items()}
    kept = {"version": FORMAT, "lessons": entries, "langgraph": version("langgraph")}
    return json.dumps(kept, indent=2) + "\n"


def load(ledger: Ledger, learner_id: str, data: bytes) -> tuple[int, int]:
    """Take entries over from a file: how many were, and how many were left out as unreadable or
    unknown. `Refused` when it is no such file; an entry never takes back what was solved here.
    """
    entries = _entries(data)
    mine, taken = all_progress(ledger, learner_id), 0
    for slug, entry in entries.items():
        found = _valid(slug, entry)
        if found:
            merged = _better(mine.get(slug, Progress()), found)
            learning.keep(ledger, learner_id, slug, progress=merged.model_dump())
            taken += 1
    return taken, len(entries) - taken


def _entries(data: bytes) -> dict[str, Any]:
    try:
        kept = json.loads(data) if len(data) <= LARGEST else None
    except (ValueError, RecursionError):
        kept = None
    fits = isinstance(kept, dict) and kept.get("version") == FORMAT
    entries = kept.get("lessons") if fits and isinstance(kept, dict) else None
    if not isinstance(entries, dict):
        raise Refused("lesson.progress_unreadable")
    return entries


def _valid(slug: str, entry: Any) -> Progress | None:
    one = catalog.lesson(slug)
    try:
        found = Progress.model_validate(entry)
    except ValidationError:
        return None
    choices = len(one.asks.options) if one else 0
    return found if one and (found.first_choice or 0) < choices else None


def _better(mine: Progress, theirs: Progress) -> Progress:
    """Both together: what was solved stays solved, the choice made first here stays the first."""
    first = mine if mine.first_choice is not None else theirs
    merged = {
        "solved": mine.solved or theirs.solved,
        "shown": mine.shown or theirs.shown,
        "attempts": max(mine.attempts, theirs.attempts),
    }
    return first.model_copy(update=merged)


def forget_all(ledger: Ledger, learner_id: str, lab: Callable[[str], Lab]) -> None:
    """As if no lesson was ever begun: neither progress nor anything in its lab, which `lab` opens
    by name. `Refused` at the first in which something runs.
    """
    for slug in learning.lessons_of(ledger, learner_id):
        lab(lab_name(slug)).reset()
        learning.forget_lesson(ledger, learner_id, slug)


def recalled(ledger: Ledger, learner_id: str, opened: Lesson) -> tuple[Lesson, int] | None:
    """The lesson to ask about again and the option that came true there: two or more back, sure
    and wrong first, then wrong, then the one that lies furthest back.
    """
    due: list[tuple[int, int, Lesson, int]] = []
    for one in catalog.long_before(opened):
        progress, walk = read(ledger, learner_id, one.id)
        if walk.outcome is not None and walk.outcome >= 0 and progress.first_choice is not None:
            due.append((_rank(progress), one.order, one, walk.outcome))
    return min(due, key=lambda found: found[:2])[2:] if due else None


def _rank(kept: Progress) -> int:
    if kept.right is False:
        return 0 if kept.sure else 1
    return 2
