"""How the rule-based travel assistant reads a message. Deterministic, in English and 中文."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from langchain_core.messages import AnyMessage, HumanMessage

CHINESE = re.compile(r"[\u4e00-\u9fff]")
SEAT = re.compile(r"^\s*(?:座位偏好|seat(?: preference)?)\s*[:：]\s*(.+?)\s*$", re.IGNORECASE)
PLACES = {
    "Paris": "巴黎",
    "Tokyo": "东京",
    "Shanghai": "上海",
    "Beijing": "北京",
    "London": "伦敦",
    "Berlin": "柏林",
}


def is_chinese(text: str) -> bool:
    """Answers follow the language of the message: any Chinese character makes it 中文."""
    return bool(CHINESE.search(text))


def asked(messages: Sequence[AnyMessage]) -> str:
    """The newest user message, as text."""
    return next((m.text for m in reversed(messages) if isinstance(m, HumanMessage)), "")


def seat_preference(messages: Iterable[AnyMessage]) -> str | None:
    """The last preference that a user message stated, e.g. `seat: window` or `座位偏好：靠窗`."""
    found = None
    for message in messages:
        if isinstance(message, HumanMessage) and (match := SEAT.match(message.text)):
            found = match.group(1)
    return found


def destination(text: str) -> str | None:
    """The first known city named in `text`, in the language it was named in."""
    lowered = text.lower()
    hits = [(lowered.find(name.lower()), name) for pair in PLACES.items() for name in pair]
    named = [hit for hit in hits if hit[0] >= 0]
    return min(named)[1] if named else None
