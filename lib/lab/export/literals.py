"""Plain data as Python text that reads back as the same data."""

from __future__ import annotations

import math
from typing import Any

WIDTH = 80


class Code(str):
    """Python text that stands in a literal as it is."""

    __slots__ = ()


def quoted(text: str) -> str:
    """A literal on one line, in double quotes unless it holds some; what can't be seen is escaped.

    Fit for a comment as well: it has no line break whatever is in `text`.
    """
    # Led by a single quote, `repr` chooses double ones.
    led = repr("'" + text)
    return '"' + led[2:] if led[0] == '"' else repr(text)


def literal(value: Any, indent: str = "") -> str:
    """JSON data as a literal; a long one has a line for each part."""
    flat = _flat(value)
    if len(indent) + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "    "
    if isinstance(value, dict):
        parts = [f"{_flat(key)}: {literal(part, deeper)}" for key, part in value.items()]
    else:
        parts = [literal(part, deeper) for part in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + "".join(f"{deeper}{part},\n" for part in parts) + indent + closing


def _flat(value: Any) -> str:
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flat(k)}: {_flat(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)
