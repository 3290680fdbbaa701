"""What the workbench shows in one run: read once, drawn by several panels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lib.evidence import Question, Record, Window
from lib.identity.commands import Command
from lib.identity.conversations import Conversation
from lib.identity.runs import Run
from lib.ui.session import Session


@dataclass(frozen=True)
class View:
    """`selected` is None while the head is followed; `shown` is what the details are of.

    `window` is the history on screen, in namespace `ns`; `root` that of the root namespace, to
    which chat and actions belong. `values` are the channel values at `tip`, the tip of the shown
    branch; `questions` are those that its head asks. `version` is the lab's, read before anything
    else, so that whatever is written later causes another run.
    """

    version: int
    conversation: Conversation
    ns: str
    window: Window
    root: Window
    selected: str | None
    shown: str | None
    tip: str | None
    values: Mapping[str, Any]
    record: Record | None
    questions: tuple[Question, ...]
    open: tuple[Command, ...]
    last: tuple[Command, Run | None] | None

    @property
    def on_head(self) -> bool:
        """Whether the shown branch is the one that a plain `thread_id` continues."""
        return self.tip == self.root.head


def read(s: Session) -> View:
    """Read what this tab shows now. Nothing here waits for a run."""
    lab, conversation = s.lab, s.conversation
    version = lab.version
    if s.ns and s.ns not in dict(lab.namespaces(conversation)):
        s.ns = ""
    root = lab.window(conversation, newest=s.newest)
    window = lab.window(conversation, s.ns, newest=s.newest) if s.ns else root
    shown = s.checkpoint_id or window.head
    is_head = shown == window.head
    record = lab.record(conversation, shown, s.ns, head=is_head) if shown else None
    tip = s.tip = _tip(s, root, record)
    open_commands = lab.open_commands(conversation.id)
    waits = root.rows and root.rows[-1].decoded.next and not open_commands
    return View(
        version=version,
        conversation=conversation,
        ns=s.ns,
        window=window,
        root=root,
        selected=s.checkpoint_id,
        shown=shown,
        tip=tip,
        values=lab.values(conversation, tip) if tip else {},
        record=record,
        questions=lab.head(conversation).questions if waits else (),
        open=open_commands,
        last=lab.last_run(conversation.id),
    )


def shown_tip(s: Session) -> str | None:
    """The tip of the branch that is selected now."""
    root = s.lab.window(s.conversation, newest=s.newest)
    chosen = s.checkpoint_id if s.ns else None
    record = s.lab.record(s.conversation, chosen, s.ns, head=False) if chosen else None
    return _tip(s, root, record)


def _tip(s: Session, root: Window, record: Record | None) -> str | None:
    """The newest tip below the selection, also below one that is older than the window.

    A checkpoint of an inner graph belongs to the one of the root that its run started from.
    """
    inner = s.ns and record
    chosen = record.metadata.get("parents", {}).get("") if inner and record else s.checkpoint_id
    if chosen and all(row.checkpoint_id != chosen for row in root.rows):
        tree = s.lab.branches.tree(root.thread_id, root.total)
        if tree and chosen in tree:
            return tree.tip_below(chosen)
    return root.tip_below(chosen)
