"""What the workbench shows in one run: read once, drawn by several panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lib.evidence import Record, Window
from lib.identity.commands import Command, last_command, open_commands
from lib.identity.conversations import Conversation
from lib.identity.runs import Run, runs_of
from lib.ui.session import Session


@dataclass(frozen=True)
class View:
    """`selected` is None while the head is followed; `shown` is what the details are of.

    `values` are the channel values at the tip of the shown branch; `version` is the lab's, read
    before anything else, so that whatever is written later causes another run.
    """

    version: int
    conversation: Conversation
    window: Window
    selected: str | None
    shown: str | None
    tip: str | None
    values: Mapping[str, Any]
    record: Record | None
    open: tuple[Command, ...]
    failed: Run | None


def read(s: Session) -> View:
    """Read what this tab shows now. Nothing here waits for a run."""
    lab = s.lab
    version = lab.version
    conversation = s.conversation
    open_now = tuple(open_commands(lab.ledger, conversation.id))
    window = lab.window(conversation, newest=s.newest)
    selected = s.checkpoint_id
    shown = selected or window.head
    tip = window.tip_below(selected)
    record = (
        lab.record(conversation, shown, head=shown == window.head) if shown is not None else None
    )
    same = record is not None and tip == shown
    values: Mapping[str, Any] = record.checkpoint["channel_values"] if record and same else {}
    if tip is not None and not same:
        values = lab.values(conversation, tip)
    return View(
        version=version,
        conversation=conversation,
        window=window,
        selected=selected,
        shown=shown,
        tip=tip,
        values=values,
        record=record,
        open=open_now,
        failed=None if open_now else _failed(s, conversation),
    )


def _failed(s: Session, conversation: Conversation) -> Run | None:
    last = last_command(s.lab.ledger, conversation.id)
    if last is None or last.state != "failed":
        return None
    return runs_of(s.lab.ledger, last)[-1]
