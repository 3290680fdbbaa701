"""The parts of the details that show what is stored: values, pending writes, differences."""

from __future__ import annotations

from html import escape
from typing import Any

from lib.evidence import Record, plain
from lib.evidence.diff import Change, is_messages
from lib.text import Text
from lib.ui.markup import fold, heads, line, part, part_of, pre, size, table

MARKS = {"added": ("plus", "+"), "removed": ("minus", "−"), "changed": ("edit", "±")}
LONGEST_LIST = 50
"""Entries of a channel that are shown; the earlier ones are counted."""


def channel_values(text: Text, record: Record) -> str:
    values = record.checkpoint["channel_values"]
    shown = [
        fold(
            name,
            f"{_kind(text, value)} · {size(record.sizes.get(name, 0))}B",
            _value(text, value),
            part=f"channel:{name}",
            is_open=name == "messages",
        )
        for name, value in sorted(values.items(), key=lambda item: _order(item[0]))
    ]
    return part_of(text, "channel_values", "".join(shown) or "–", is_open=True)


def _order(channel: str) -> tuple[int, str]:
    """Messages first, then the state's own channels, then LangGraph's."""
    internal = ":" in channel or channel.startswith("__")
    return (2 if internal else int(channel != "messages"), channel)


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
    return table(heads(text, "type", "content", "id"), rows, "messages")


def pending_writes(text: Text, record: Record, *, is_tip: bool) -> str:
    rows = [
        ((w.node or text("details.outside"), w.channel, _short(w.value), w.task_id[:8]), "")
        for w in record.writes
    ]
    body = table(heads(text, "node", "channel", "value", "task"), rows) if rows else ""
    title = text("details.pending_writes.title")
    return part("pending_writes", f"{title} ({len(rows)})", _writes_say(text, record, is_tip), body)


def _short(value: Any) -> str:
    """A write in one line; of messages what they say."""
    if value and is_messages(value):
        return line(" · ".join(f"{message.type}: {message.text}" for message in value))
    return line(plain(value))


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


def changes(text: Text, record: Record) -> str:
    if record.parent_id is None:
        return part_of(text, "diff", f'<div class="says">{escape(text("details.root"))}</div>')
    return changes_to(text, text("details.diff.title"), record.changes)


def changes_to(text: Text, title: str, found: tuple[Change, ...]) -> str:
    """Differences to another checkpoint, or that there are none."""
    body = "".join(_change(change) for change in found)
    same = f'<div class="says">{escape(text("details.same"))}</div>'
    return part("diff", title, text("details.diff.says"), body or same)


def _change(change: Change) -> str:
    kind, mark = MARKS[change.kind]
    name = change.channel + (f" · {change.message_id}" if change.message_id else "")
    values = [v for v in (change.before, change.after) if v is not None]
    shown = " → ".join(line(v["content"] if change.message_id else v) for v in values)
    return (
        f'<div class="{kind}">{mark} <code>{escape(name)}</code> <span>{escape(shown)}</span></div>'
    )
