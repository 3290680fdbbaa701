"""Stored values as plain data: what can be shown as text, and never anything that runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Set
from typing import Any
from uuid import UUID

from langchain_core.messages import BaseMessage
from pydantic import BaseModel

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
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, BaseMessage):
        return message(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Set):
        return {"set": sorted((plain(v) for v in value), key=str)}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    return {"type": type(value).__name__, **_fields(value)}


def _fields(value: Any) -> dict[str, Any]:
    """The named parts of an object: a model's fields, a dataclass's, slots; else its text."""
    if isinstance(value, BaseModel):
        names: Iterable[str] = type(value).model_fields
    elif dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    else:
        slots = getattr(value, "__slots__", ())
        names = [slots] if isinstance(slots, str) else slots
    parts = {n: plain(getattr(value, n, None)) for n in names if not n.startswith("__")}
    return parts or {"text": str(value)[:LONGEST]}


def message(value: BaseMessage) -> dict[str, Any]:
    """A message's stored parts that say something: empty ones are left out."""
    parts = {
        "type": value.type,
        "id": value.id,
        "content": plain(value.content),
        "name": value.name,
        "tool_calls": plain(getattr(value, "tool_calls", None)),
        "tool_call_id": getattr(value, "tool_call_id", None),
        "status": getattr(value, "status", None),
        "additional_kwargs": plain(value.additional_kwargs),
    }
    return {k: v for k, v in parts.items() if v or k in ("type", "id", "content")}


def version_number(version: str | int | float | None) -> int | None:
    """The counting part of a channel version: `"00…03.0.57"` is 3. None stays None."""
    return None if version is None else int(str(version).split(".", 1)[0])
