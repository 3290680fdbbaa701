"""Small pieces of HTML for the details. Whatever comes from data goes through `escape`."""

from __future__ import annotations

import json
import string
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from lib.text import Text

Cell = str | int | None


def part(key: str, title: str, says: str, body: str, *, is_open: bool = False) -> str:
    """One foldable part with its sentence; `key` becomes the class that others look for."""
    opened = " open" if is_open else ""
    return (
        f'<details class="st-key-{key}" data-part="{key}"{opened}><summary>{escape(title)}'
        f'</summary><div class="says">{escape(says)}</div>{body}</details>'
    )


def table(heads: Sequence[str], rows: Iterable[tuple[Sequence[Cell], str]], kind: str = "") -> str:
    """A table of escaped cells; each row comes with a class. Numbers are set right."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f'<tr class="{mark}">{"".join(_cell(cell) for cell in cells)}</tr>' for cells, mark in rows
    )
    return f'<table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, int):
        return f'<td class="number">{cell}</td>'
    return f"<td>{escape(cell or '–')}</td>"


def fold(name: str, note: str, body: str, *, part: str, is_open: bool = False) -> str:
    """One named value inside a part, folded, with a dim note beside its name."""
    opened = " open" if is_open else ""
    return (
        f'<details data-part="{escape(part)}"{opened}><summary><code>{escape(name)}</code> '
        f'<span class="size">{escape(note)}</span></summary>{body}</details>'
    )


def pre(value: Any) -> str:
    """Plain data as indented JSON text."""
    return f"<pre>{escape(json.dumps(value, ensure_ascii=False, indent=1))}</pre>"


def line(value: Any, longest: int = 160) -> str:
    """Plain data as one line of JSON text, cut where it gets long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= longest else f"{text[:longest]}…"


def part_of(text: Text, key: str, body: str, *, is_open: bool = False) -> str:
    """A part whose title and sentence stand in the texts under its key."""
    title, says = text(f"details.{key}.title"), text(f"details.{key}.says")
    return part(key, title, says, body, is_open=is_open)


def heads(text: Text, *names: str) -> list[str]:
    """Column heads by name."""
    return [text(f"details.head.{name}") for name in names]


def size(count: int) -> str:
    """Bytes in few characters: 812, 2.1k, 34k, 1.2M."""
    if count < 1000:
        return str(count)
    number, unit = (count / 1e3, "k") if count < 999_500 else (count / 1e6, "M")
    return f"{number:.1f}{unit}" if number < 9.95 else f"{number:.0f}{unit}"


def inert(text: str) -> str:
    """Text for a place where Streamlit renders Markdown, every mark of it as itself."""
    return "".join(f"\\{c}" if c in string.punctuation else c for c in text)
