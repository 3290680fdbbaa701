"""What a learner's lessons came to, and how far each walk is. What the rows mean: `lib/lessons`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from lib.identity.ledger import Ledger
from lib.identity.tables import lessons

Kept = Mapping[str, Any]


def lessons_of(ledger: Ledger, learner_id: str) -> dict[str, tuple[Kept, Kept]]:
    """Progress and walk of each lesson that the learner began, by slug."""
    c = lessons.c
    query = select(c.slug, c.progress, c.walk).where(c.learner_id == learner_id)
    with ledger.read() as connection:
        return {slug: (progress, walk) for slug, progress, walk in connection.execute(query)}


def keep(ledger: Ledger, learner_id: str, slug: str, **kept: Kept) -> None:
    """Write `progress`, `walk` or both down; what is not given stays."""
    values: dict[str, Any] = {"progress": {}, "walk": {}} | {
        name: dict(value) for name, value in kept.items()
    }
    row = insert(lessons).values(learner_id=learner_id, slug=slug, **values)
    given = {name: values[name] for name in kept}
    with ledger.write() as connection:
        connection.execute(row.on_conflict_do_update(["learner_id", "slug"], set_=given))


def forget_lesson(ledger: Ledger, learner_id: str, slug: str) -> None:
    """As if the lesson was never begun."""
    mine = (lessons.c.learner_id == learner_id) & (lessons.c.slug == slug)
    with ledger.write() as connection:
        connection.execute(delete(lessons).where(mine))
