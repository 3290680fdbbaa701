"""Reason: the details of the selected checkpoint, in the order in which one asks."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from lib.evidence import Record, diff, plain, version_number
from lib.text import Text
from lib.ui import components
from lib.ui.markup import heads, line, part, part_of, pre, size, table
from lib.ui.panels import values
from lib.ui.panels.sentence import live_differs, sentence
from lib.ui.session import Session
from lib.ui.view import View, shown_tip


def draw(s: Session, view: View) -> None:
    is_tip = view.shown is not None and view.shown == view.window.tip_below(view.shown)
    shown = (s.lang, view.conversation.id, view.shown, is_tip, view.ns, s.compared, s.choices)
    chosen = {"choice": [s.choices, view.selected], "shown": view.shown}
    data = s.lab.fresh(
        ("details", *shown),
        lambda: components.encode(data_of(s, view, is_tip) | chosen),
        at=view.version,
    )
    components.details(data, on_show=lambda: _show(s))


def _show(s: Session) -> None:
    """Another checkpoint is selected: the chat is drawn anew only when its branch is another."""
    s.select(components.selected())
    if s.lesson or shown_tip(s) != s.tip:  # a lesson may have asked for this very checkpoint
        st.rerun("workbench")


def data_of(s: Session, view: View, is_tip: bool) -> dict[str, Any]:
    """The parts as escaped HTML, and the nodes to mark in the drawing of the graph."""
    record = view.record
    if record is None:
        empty = "details.empty_lesson" if s.lesson else "details.empty"
        said = s.text("details.gone" if view.selected else empty)
        return {
            "html": f'<div class="st-key-sentence">{escape(said)}</div>',
            "due": [],
            "wrote": [],
        }
    shown = html(s, record, is_tip=is_tip, view=view)
    return {"html": shown, "due": record.next, "wrote": record.writers}


def html(s: Session, record: Record, *, is_tip: bool, view: View) -> str:
    text = s.text
    stored = next((r.bytes for r in view.window.rows if r.checkpoint_id == view.shown), 0)
    waits = bool(view.questions) and view.shown == view.root.head
    said = text.say(sentence(record, is_tip=is_tip, waits=waits))
    return "".join(
        (
            f'<div class="st-key-sentence">{escape(said)}</div>',
            f'<div class="aside"><code>{escape(record.checkpoint_id)}</code></div>',
            _differs(text, record),
            _why_next(text, record),
            values.channel_values(text, record),
            _versions(text, record),
            values.pending_writes(text, record, is_tip=is_tip),
            _metadata(text, record),
            _changes(s, view, record),
            _raw(text, record, stored),
        )
    )


def _differs(text: Text, record: Record) -> str:
    said = live_differs(record)
    return f'<div class="differs">{escape(text.say(said))}</div>' if said else ""


def _why_next(text: Text, record: Record) -> str:
    yes, no = text("details.yes"), text("details.no")
    rows = [
        (
            (
                t.node,
                t.channel,
                t.version,
                t.seen,
                yes if t.available else no,
                yes if t.runs else no,
            ),
            "runs" if t.runs else "",
        )
        for t in record.explanation.triggers
    ]
    columns = heads(text, "node", "trigger", "version", "seen", "available", "runs")
    return part_of(text, "why_next", table(columns, rows), is_open=True)


def _versions(text: Text, record: Record) -> str:
    checkpoint = record.checkpoint
    rows = []
    for channel, version in sorted(checkpoint["channel_versions"].items()):
        seen = [
            f"{node} {version_number(versions[channel])}"
            for node, versions in checkpoint["versions_seen"].items()
            if channel in versions
        ]
        fresh = channel in (checkpoint.get("updated_channels") or ())
        rows.append(((channel, version_number(version), " · ".join(seen)), "runs" if fresh else ""))
    body = table(heads(text, "channel", "version", "seen_by"), rows)
    return part_of(text, "versions_seen", body)


def _metadata(text: Text, record: Record) -> str:
    rows = [((name, line(plain(value))), "") for name, value in record.metadata.items()]
    return part_of(text, "metadata", table(heads(text, "name", "value"), rows))


def _changes(s: Session, view: View, record: Record) -> str:
    """The difference to the parent, or to the checkpoint that was kept for comparing."""
    other = s.compared and s.lab.record(view.conversation, s.compared, view.ns, head=False)
    if not other:
        return values.changes(s.text, record)
    stored = (one.checkpoint["channel_values"] for one in (other, record))
    title = s.text(
        "details.diff.title_kept",
        step=other.metadata.get("step", "?"),
        id=other.checkpoint_id[-8:],
    )
    return values.changes_to(s.text, title, diff(*stored))


def _raw(text: Text, record: Record, stored: int) -> str:
    title, says = text("details.raw.title"), text("details.raw.says", bytes=stored)
    return part("raw", f"{title} ({size(stored)}B)", says, pre(plain(dict(record.checkpoint))))
