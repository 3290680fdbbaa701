"""Learners: one browser each, known by a cookie value that this server issued."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import insert, select, update

from lib.identity.ids import hash_token, new_id, new_token
from lib.identity.ledger import Ledger
from lib.identity.tables import learners

COOKIE = "lab_learner"


def issue_token(ledger: Ledger) -> str:
    """A new learner's cookie value. Only its hash is stored."""
    token = new_token()
    with ledger.write() as connection:
        connection.execute(
            insert(learners).values(
                id=new_id(), token_hash=hash_token(token), preferences={}, created_at=time.time()
            )
        )
    return token


def learner_of(ledger: Ledger, token: object) -> str | None:
    """The learner id behind a cookie value, or None for one that the server did not issue."""
    if not isinstance(token, str) or not token:
        return None
    with ledger.read() as connection:
        found = connection.execute(
            select(learners.c.id).where(learners.c.token_hash == hash_token(token))
        )
        return found.scalar_one_or_none()


def preferences(ledger: Ledger, learner_id: str) -> dict[str, Any]:
    """What the learner chose last: language, thread, panels."""
    with ledger.read() as connection:
        found = connection.execute(
            select(learners.c.preferences).where(learners.c.id == learner_id)
        ).scalar_one_or_none()
    return dict(found or {})


def prefer(ledger: Ledger, learner_id: str, **chosen: Any) -> None:
    """Remember choices for the learner's next visit; others stay as they are."""
    with ledger.write() as connection:
        kept = connection.execute(
            select(learners.c.preferences).where(learners.c.id == learner_id)
        ).scalar_one_or_none()
        merged = {**(kept or {}), **chosen}
        if merged != kept:
            connection.execute(
                update(learners).where(learners.c.id == learner_id).values(preferences=merged)
            )
