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
    if is_messages(before.get(name, ())) and is_messages(after.get(name, ())):
        return _messages(name, before.get(name, ()), after.get(name, ()))
    old, new = plain(before.get(name)), plain(after.get(name))
    if name not in before:
        return [Change("added", name, None, None, new)]
    if name not in after:
        return [Change("removed", name, None, old, None)]
    return [Change("changed", name, None, old, new)] if old != new else []


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
            found.append(Change("added", channel, message["id"], None, message))
        elif old[key] != message:
            found.append(Change("changed", channel, message["id"], old[key], message))
    found += [Change("removed", channel, m["id"], m, None) for k, m in old.items() if k not in new]
    return found


def _by_id(messages: Sequence[BaseMessage]) -> dict[str, Any]:
    """Plain messages by id; one without an id (or a repeated id) is told apart by its place."""
    found: dict[str, Any] = {}
    for place, message in enumerate(messages):
        key = message.id if message.id and message.id not in found else f"#{place}"
        found[key] = plain(message)
    return found
