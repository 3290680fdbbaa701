"""Branches on screen: their names, and a line where the shown one is not the head's."""

from __future__ import annotations

from collections.abc import Mapping

from lib.ui.session import Session
from lib.ui.view import View


def branch(s: Session, view: View) -> str:
    """Which branch is shown, where it is not the head's, and what typing does there."""
    if view.on_head or view.tip is None:
        return ""
    row = next((row for row in view.root.rows if row.checkpoint_id == view.tip), None)
    due = ", ".join(row.decoded.next) if row else ""
    key = "chat.branch_due" if due else "chat.branch"
    return s.text(key, name=names(s, view).get(view.tip, ""), next=due)


def names(s: Session, view: View) -> Mapping[str, str]:
    """The branches' names by their tips, where a thread has more than one."""
    tree = s.lab.branches.tree(view.root.thread_id, view.root.total)
    tips = tree.tips() if tree else []
    return {tip: letter(tree.line(tip)) for tip in tips} if tree and len(tips) > 1 else {}


def letter(number: int) -> str:
    """A, B … Z, 27, 28 …"""
    return chr(ord("A") + number - 1) if number <= 26 else str(number)
