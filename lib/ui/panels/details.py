"""Reason: the details of the selected checkpoint, in the order in which one asks."""

from __future__ import annotations

from html import escape
from typing import Any

from lib.evidence import Record, plain, version_number
from lib.evidence.diff import Change, is_messages
from lib.text import Text
from lib.ui import components
from lib.ui.markup import fold, line, part, pre, table
from lib.ui.panels.history import size
from lib.ui.panels.sentence import live_differs, sentence
from lib.ui.session import Session
from lib.ui.view import View

MARKS = {"added": ("plus", "+"), "removed": ("minus", "−"), "changed": ("edit", "±")}
LONGEST_LIST = 50
"""Entries of a channel that are shown; the earlier ones are counted."""


def draw(s: Session, view: View) -> None:
    if view.record is None:
        key = "details.gone" if view.selected else "details.empty"
        components.details(f'<div class="st-key-sentence">{escape(s.text(key))}</div>')
        return
    components.details(html(s.text, view.record, is_tip=view.tip == view.shown, view=view))


def html(text: Text, record: Record, *, is_tip: bool, view: View) -> str:
    stored = next((r.bytes for r in view.window.rows if r.checkpoint_id == view.shown), 0)
    said = text.say(sentence(record, is_tip=is_tip))
    return "".join(
        (
            f'<div class="st-key-sentence">{escape(said)}</div>',
            f'<div class="aside"><code>{escape(record.checkpoint_id)}</code></div>',
            _differs(text, record),
            _why_next(text, record),
            _channel_values(text, record),
            _versions(text, record),
            _writes(text, record, is_tip=is_tip),
            _metadata(text, record),
            _diff(text, record),
            _raw(text, record, stored),
        )
    )


def _differs(text: Text, record: Record) -> str:
    said = live_differs(record)
    return f'<div class="differs">{escape(text.say(said))}</div>' if said else ""


def _part(text: Text, key: str, body: str, *, is_open: bool = False) -> str:
    title, says = text(f"details.{key}.title"), text(f"details.{key}.says")
    return part(key, title, says, body, is_open=is_open)


def _heads(text: Text, *names: str) -> list[str]:
    return [text(f"details.head.{name}") for name in names]


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
    heads = _heads(text, "node", "trigger", "version", "seen", "available", "runs")
    return _part(text, "why_next", table(heads, rows), is_open=True)


def _channel_values(text: Text, record: Record) -> str:
    values = record.checkpoint["channel_values"]
    shown = [
        fold(
            name,
            f"{_kind(text, value)} · {size(record.sizes.get(name, 0))}B",
            _value(text, value),
            part=f"channel:{name}",
            is_open=name == "messages",
        )
        for name, value in sorted(values.items(), key=lambda item: (item[0] != "messages", item[0]))
    ]
    return _part(text, "channel_values", "".join(shown) or "–", is_open=True)


def _kind(text: Text, value: object) -> str:
    if isinstance(value, list | tuple | dict | set):
        return text("details.entries", count=len(value))
    return line(plain(value), 24)


def _value(text: Text, value: object) -> str:
    """A value as JSON; messages as a table. Of a long list the newest entries."""
    entries = list(value) if isinstance(value, list | tuple) else None
    hidden = len(entries) - LONGEST_LIST if entries else 0
    said = escape(text("details.earlier", count=hidden)) if hidden > 0 else ""
    shown = entries[-LONGEST_LIST:] if entries else value
    body = _messages(text, shown) if entries and is_messages(shown) else pre(plain(shown))
    return f'<div class="says">{said}</div>{body}' if said else body


def _messages(text: Text, messages: Any) -> str:
    rows = [((m.type, m.text, (m.id or "–")[:8]), "") for m in messages]
    return table(_heads(text, "type", "content", "id"), rows, "messages")


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
    body = table(_heads(text, "channel", "version", "seen_by"), rows)
    return _part(text, "versions_seen", body)


def _writes(text: Text, record: Record, *, is_tip: bool) -> str:
    rows = [
        ((w.node or text("details.outside"), w.channel, line(plain(w.value)), w.task_id[:8]), "")
        for w in record.writes
    ]
    body = table(_heads(text, "node", "channel", "value", "task"), rows) if rows else ""
    title = text("details.pending_writes.title")
    return part("pending_writes", f"{title} ({len(rows)})", _writes_say(text, record, is_tip), body)


def _writes_say(text: Text, record: Record, is_tip: bool) -> str:
    """Writes stay stored after they were applied: with a child below, they are history."""
    if not record.writes:
        return text("details.pending_writes.none")
    if not is_tip or not record.next:
        return text("details.pending_writes.applied")
    failed = {w.node for w in record.writes if w.channel.startswith("__")}
    kept = {w.node for w in record.writes if w.node} - failed
    again = ", ".join(n for n in record.next if n not in kept) or "–"
    reused = ", ".join(n for n in record.next if n in kept) or "–"
    return text("details.pending_writes.resume", kept=reused, again=again)


def _metadata(text: Text, record: Record) -> str:
    rows = [((name, line(plain(value))), "") for name, value in record.metadata.items()]
    return _part(text, "metadata", table(_heads(text, "name", "value"), rows))


def _diff(text: Text, record: Record) -> str:
    if record.parent_id is None:
        return _part(text, "diff", f'<div class="says">{escape(text("details.root"))}</div>')
    body = "".join(_change(change) for change in record.changes)
    return _part(text, "diff", body or f'<div class="says">{escape(text("details.same"))}</div>')


def _change(change: Change) -> str:
    kind, mark = MARKS[change.kind]
    name = change.channel + (f" · {change.message_id}" if change.message_id else "")
    values = [v for v in (change.before, change.after) if v is not None]
    shown = " → ".join(line(v["content"] if change.message_id else v) for v in values)
    return (
        f'<div class="{kind}">{mark} <code>{escape(name)}</code> <span>{escape(shown)}</span></div>'
    )


def _raw(text: Text, record: Record, stored: int) -> str:
    title, says = text("details.raw.title"), text("details.raw.says", bytes=stored)
    return part("raw", f"{title} ({size(stored)}B)", says, pre(plain(dict(record.checkpoint))))
