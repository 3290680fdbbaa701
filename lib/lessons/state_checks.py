"""Checks of what is stored: threads, checkpoints, channels, branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AnyMessage

from lib.evidence import Record
from lib.graphs.speech import seat_preference
from lib.identity.conversations import Conversation
from lib.lab.lab import Lab
from lib.lessons import checks
from lib.lessons.checks import check, counted


def head_values(lab: Lab, name: str) -> dict[str, Any]:
    found = checks.thread(lab, name)
    head = lab.window(found).head if found else None
    return dict(lab.values(found, head)) if found and head else {}


def _messages(lab: Lab, name: str) -> Sequence[AnyMessage]:
    found: Sequence[AnyMessage] = head_values(lab, name).get("messages", ())
    return found


@check
def checkpoints(
    lab: Lab, thread: str, equals: int | None = None, at_least: int | None = None
) -> bool:
    """How many checkpoints the thread's root namespace has."""
    found = checks.thread(lab, thread)
    return counted(lab.backend.count(found.thread_id) if found else 0, equals, at_least)


@check
def messages(
    lab: Lab,
    thread: str,
    kind: str | None = None,
    equals: int | None = None,
    at_least: int | None = None,
) -> bool:
    """How many messages the head holds, all or of one kind (`human`, `ai`)."""
    found = [m for m in _messages(lab, thread) if kind in (None, m.type)]
    return counted(len(found), equals, at_least)


@check
def knows_seat(lab: Lab, thread: str) -> bool:
    """Whether a message at the head states a seat preference, as the `seat` graph reads it."""
    return seat_preference(_messages(lab, thread)) is not None


@check
def channel(lab: Lab, thread: str, name: str, holds: Any) -> bool:
    """Whether a channel of the head holds exactly this value."""
    return bool(head_values(lab, thread).get(name) == holds)


@check
def finished(lab: Lab, thread: str) -> bool:
    """Whether nothing is due at the head."""
    found = checks.thread(lab, thread)
    rows = lab.window(found).rows if found else ()
    return bool(rows) and not rows[-1].decoded.next


@check
def seats(lab: Lab, thread: str, at_least: int) -> bool:
    """How many different seat preferences the tips of the thread's branches hold."""
    found = checks.thread(lab, thread)
    return len(_seats(lab, found)) >= at_least if found else False


def _seats(lab: Lab, found: Conversation) -> set[str]:
    rows = lab.window(found).rows
    parents = {row.parent_id for row in rows}
    tips = [row.checkpoint_id for row in rows if row.checkpoint_id not in parents]
    stated = (seat_preference(lab.values(found, tip).get("messages", ())) for tip in tips)
    return {seat for seat in stated if seat}


@check
def starts(lab: Lab, thread: str, node: str, channel: str) -> bool:
    """Whether this channel is what first makes the node run."""
    record = _first_due(lab, thread, node)
    triggers = record.explanation.triggers if record else ()
    return any(t.node == node and t.channel == channel and t.runs for t in triggers)


def _first_due(lab: Lab, name: str, node: str) -> Record | None:
    found = checks.thread(lab, name)
    rows = lab.window(found).rows if found else ()
    due = next((row.checkpoint_id for row in rows if node in row.decoded.next), None)
    return lab.record(found, due, head=False) if found and due else None


@check
def threads_ending(lab: Lab, end: str, at_least: int) -> bool:
    """How many threads with checkpoints have ids that end like this."""
    ids = [c.thread_id for c in lab.conversations() if c.thread_id.endswith(end)]
    return sum(lab.backend.count(thread_id) > 0 for thread_id in ids) >= at_least
