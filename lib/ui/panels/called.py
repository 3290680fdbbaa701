"""What the last command came to when it was a call that left nothing on this thread."""

from __future__ import annotations

from typing import Any

from lib.ui.panels.said import bubble
from lib.ui.session import Session
from lib.ui.view import View


def told(s: Session, view: View) -> list[dict[str, Any]]:
    """Its message and its error, or the answer that a second saver gave; else nothing."""
    command, run = view.last or (None, None)
    message = command.payload.get("message") if command and command.kind == "call" else None
    if command is None or run is None or message is None or view.open:
        return []
    asked = bubble(s, message["id"], message["text"], human=True)
    if run.error:
        said = s.text("chat.call_raised", error=run.error)
        return [asked | {"state": "failed", "state_text": said}]
    answer = s.lab.answer(command)
    if command.payload["saver"] == "lab" or answer is None:
        return []
    told = bubble(s, f"{message['id']}-answer", answer["text"], human=False)
    return [asked, told | {"state": "elsewhere", "state_text": s.text("chat.elsewhere")}]
