"""One bubble of the chat."""

from __future__ import annotations

from typing import Any

from lib.ui.session import Session


def bubble(s: Session, message_id: str | None, text: str, *, human: bool) -> dict[str, Any]:
    """As the chat component takes it; a state, a checkpoint and siblings may be added."""
    title = s.text("chat.bubble", id=message_id)
    return {"id": message_id, "human": human, "text": text, "title": title}
