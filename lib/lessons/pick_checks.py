"""Checks of the checkpoint that the learner selected."""

from __future__ import annotations

from lib.evidence import Record
from lib.lab.lab import Lab
from lib.lessons.checks import Picked, check, counted


def _record(lab: Lab, picked: Picked) -> Record | None:
    return lab.record(picked.conversation, picked.checkpoint_id, picked.ns, head=False)


@check
def on_thread(lab: Lab, picked: Picked, thread: str) -> bool:
    return picked.conversation.thread_id == thread


@check
def is_head(lab: Lab, picked: Picked) -> bool:
    """Whether it is the newest of its thread and namespace."""
    return lab.window(picked.conversation, picked.ns).head == picked.checkpoint_id


@check
def due(lab: Lab, picked: Picked, node: str) -> bool:
    """Whether the node is to run next there."""
    record = _record(lab, picked)
    return record is not None and node in record.next


@check
def nothing_due(lab: Lab, picked: Picked) -> bool:
    record = _record(lab, picked)
    return record is not None and not record.next


@check
def written_by(lab: Lab, picked: Picked, node: str) -> bool:
    record = _record(lab, picked)
    return record is not None and node in record.writers


@check
def holds_messages(
    lab: Lab, picked: Picked, equals: int | None = None, at_least: int | None = None
) -> bool:
    values = lab.values(picked.conversation, picked.checkpoint_id)
    return counted(len(values.get("messages", ())), equals, at_least)


@check
def has_children(lab: Lab, picked: Picked, at_least: int) -> bool:
    rows = lab.window(picked.conversation, picked.ns).rows
    return sum(row.parent_id == picked.checkpoint_id for row in rows) >= at_least


@check
def has_writes(lab: Lab, picked: Picked, channel: str, at_least: int) -> bool:
    """How many stored writes to a channel wait there."""
    record = _record(lab, picked)
    found = [w for w in record.writes if w.channel == channel] if record else []
    return len(found) >= at_least


@check
def in_kept_namespace(lab: Lab, picked: Picked) -> bool:
    """Whether its namespace is an inner graph's own, without the id of one task in it."""
    return bool(picked.ns) and ":" not in picked.ns
