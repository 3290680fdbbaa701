"""What changed between two checkpoints' values; messages are matched by id, never by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import BaseMessage

from lib.evidence.plain import plain

Kind = Literal["added", "removed", "changed"]


@dataclass(frozen=True)
class Change:
    """One channel, or one message of a channel (`message_id`), as plain data before and after."""

    kind: Kind
    channel: str
    message_id: str | None
    before: Any
    after: Any


def diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """Changes from one checkpoint's `channel_values` to another's, in channel order."""
    channels = [*after, *(c for c in before if c not in after)]
    return tuple(change for c in sorted(channels) for change in _channel(c, before, after))


def _channel(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    old, new = before.get(name), after.get(name)
    if (old or new) and is_messages(old or ()) and is_messages(new or ()):
        return _messages(name, old or (), new or ())
    if name not in before:
        return [Change("added", name, None, None, plain(new))]
    if name not in after:
        return [Change("removed", name, None, plain(old), None)]
    return [] if _same(old, new) else [Change("changed", name, None, plain(old), plain(new))]


def _same(old: Any, new: Any) -> bool:
    """Compares what is stored: two values can be shown alike and still differ."""
    return type(old) is type(new) and bool(old == new)


def is_messages(value: Any) -> bool:
    """Whether a channel's value is a (possibly empty) list of messages."""
    return isinstance(value, list | tuple) and all(isinstance(m, BaseMessage) for m in value)


def _messages(
    channel: str, before: Sequence[BaseMessage], after: Sequence[BaseMessage]
) -> list[Change]:
    old, new = _by_id(before), _by_id(after)
    found: list[Change] = []
    for key, message in new.items():
        if key not in old:
            found.append(Change("added", channel, message.id, None, plain(message)))
        elif not _same(old[key], message):
            found.append(Change("changed", channel, message.id, plain(old[key]), plain(message)))
    gone = [m for key, m in old.items() if key not in new]
    return found + [Change("removed", channel, m.id, plain(m), None) for m in gone]


def _by_id(messages: Sequence[BaseMessage]) -> dict[str, BaseMessage]:
    """Messages by id; one without an id (or a repeated id) is told apart by its place."""
    found: dict[str, BaseMessage] = {}
    for place, message in enumerate(messages):
        key = message.id if message.id and message.id not in found else f"#{place}"
        found[key] = message
    return found
