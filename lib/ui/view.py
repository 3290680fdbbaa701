"""What the workbench shows in one run: read once, drawn by several panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lib.evidence import Record, Window
from lib.identity.commands import Command
from lib.identity.conversations import Conversation
from lib.identity.runs import Run
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
    lab, conversation = s.lab, s.conversation
    version = lab.version
    window = lab.window(conversation, newest=s.newest)
    selected = s.checkpoint_id
    shown = selected or window.head
    tip = window.tip_below(selected)
    is_head = shown == window.head
    return View(
        version=version,
        conversation=conversation,
        window=window,
        selected=selected,
        shown=shown,
        tip=tip,
        values=lab.values(conversation, tip) if tip else {},
        record=lab.record(conversation, shown, head=is_head) if shown else None,
        open=lab.open_commands(conversation.id),
        failed=_failed(lab.last_run(conversation.id)),
    )


def _failed(last: tuple[Command, Run | None] | None) -> Run | None:
    return last[1] if last and last[0].state == "failed" else None
