"""One stage of a lesson on screen, and the HTML of its sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Shown:
    """What it says as HTML, its answers, what leads on."""

    says: str
    answers: Callable[[], None]
    leads: Callable[[], None]


def sentence(text: str, kind: str = "asks") -> str:
    return f'<div class="lesson-says {kind}">{escape(text)}</div>'


def nothing() -> None:
    """Nothing to answer here."""
