"""Stored values as plain data: what can be shown as text, and never anything that runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Set
from typing import Any

from langchain_core.messages import BaseMessage

LONGEST = 20_000
"""Characters of one text that are shown; the rest is counted."""


def plain(value: Any) -> Any:
    """`value` as JSON data. Messages keep `type`, `id`, `content`; other objects name theirs."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}… (+{len(value) - LONGEST})"
    if isinstance(value, bytes):
        return {"bytes": len(value)}
    if isinstance(value, BaseMessage):
        return message(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Set):
        return {"set": sorted((plain(v) for v in value), key=str)}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"type": type(value).__name__, **fields}
    if slots := getattr(value, "__slots__", ()):
        return {"type": type(value).__name__, **{s: plain(getattr(value, s, None)) for s in slots}}
    return {"type": type(value).__name__, "text": str(value)[:LONGEST]}


def message(value: BaseMessage) -> dict[str, Any]:
    """A message's stored parts that say something: empty ones are left out."""
    parts = {
        "type": value.type,
        "id": value.id,
        "content": plain(value.content),
        "name": value.name,
        "tool_calls": plain(getattr(value, "tool_calls", None)),
        "additional_kwargs": plain(value.additional_kwargs),
    }
    return {k: v for k, v in parts.items() if v or k in ("type", "id", "content")}


def version_number(version: str | int | float | None) -> int | None:
    """The counting part of a channel version: `"00…03.0.57"` is 3. None stays None."""
    return None if version is None else int(str(version).split(".", 1)[0])
