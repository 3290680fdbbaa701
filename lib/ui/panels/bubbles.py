"""The bubbles of the chat: what the shown branch holds, and what is on its way."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import BaseMessage

from lib.evidence import Siblings
from lib.graphs import SCENARIOS
from lib.identity.commands import has_sent
from lib.ui.panels import called
from lib.ui.panels.branch import branch
from lib.ui.panels.said import bubble
from lib.ui.session import Session
from lib.ui.view import View

BUBBLES = 100
"""Messages that are shown; older ones are counted."""


def data_of(s: Session, view: View) -> dict[str, Any]:
    """Bubbles, suggestions and what there is to say, in the learner's language."""
    text, scenario = s.text, SCENARIOS[view.conversation.scenario]
    stored = [m for m in view.values.get("messages", ()) if isinstance(m, BaseMessage)]
    bubbles = _stored(s, view, stored)
    if view.on_head:
        bubbles += _waiting(s, view, bubbles)
        bubbles += called.told(s, view)
        _tell_last(s, view, bubbles)
        bubbles = _lost(s, view, bubbles)
    older = len(stored) - BUBBLES
    first = not stored and not view.open and s.lesson is None
    first = first and not has_sent(s.lab.ledger, s.learner_id)
    return {
        "topic": view.conversation.id,
        "bubbles": bubbles,
        "hello": text("chat.first_visit") if first else "",
        "look": "" if stored else text("chat.silent") if s.lesson else scenario.look[s.lang],
        "older": text("chat.older", count=older) if older > 0 else "",
        "branch": branch(s, view),
        "strip": _strip(s, view),
        "tries": [one[s.lang] for one in scenario.suggestions] if s.may("send") else [],
        "notice_id": s.notices,
        "words": {name: text(f"chat.{name}") for name in WORDS},
    }


WORDS = ("title", "tries", "close", "earlier_sibling", "later_sibling")


def _stored(s: Session, view: View, stored: list[BaseMessage]) -> list[dict[str, Any]]:
    """Bubbles of stored messages, each with its first checkpoint and its siblings."""
    wrote = {
        message_id: row.checkpoint_id
        for row in view.root.path_to(view.tip)
        for message_id in row.decoded.new_message_ids
    }
    root, first = view.root, max(0, len(stored) - BUBBLES)
    found = s.lab.branches.siblings(root.thread_id, root.total, view.tip) if view.tip else {}
    return [
        bubble(s, m.id, m.text, human=m.type == "human")
        | {"checkpoint": wrote.get(m.id or ""), "sibling": _sibling(found.get(place))}
        for place, m in enumerate(stored[first:], first)
    ]


def _sibling(found: Siblings | None) -> dict[str, Any] | None:
    """The place among the siblings, and where its neighbours are."""
    if found is None:
        return None
    around = dict(enumerate(found.tips, 1))
    return {
        "number": found.number,
        "count": len(found.tips),
        "earlier": around.get(found.number - 1),
        "later": around.get(found.number + 1),
    }


def _waiting(s: Session, view: View, bubbles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was accepted and is not answered yet: it is in the ledger before it is in the state.

    A message that the state holds already keeps its bubble, which then tells how its run stands.
    """
    held = {bubble["id"]: bubble for bubble in bubbles}
    found: list[dict[str, Any]] = []
    for command in view.open:
        state = "running" if command.state == "running" else "queued"
        stands = {"state": state, "state_text": s.text(f"chat.{state}")}
        message = command.payload.get("message")
        if message is None and bubbles:
            bubbles[-1] |= stands
        elif message and message["id"] in held:
            held[message["id"]] |= stands
        elif message:
            found.append(bubble(s, message["id"], message["text"], human=True) | stands)
    return found


def _tell_last(s: Session, view: View, bubbles: list[dict[str, Any]]) -> None:
    """How the last command ended, where it did not end with an answer."""
    command, run = view.last or (None, None)
    if command is None or run is None or not bubbles or view.open:
        return
    if run.state == "failed":
        said = s.text("chat.failed", error=run.error or "")
        bubbles[-1] |= {"state": "failed", "state_text": said}
    elif run.state == "superseded":
        bubbles[-1] |= {"state": "failed", "state_text": s.text("chat.superseded")}


def _lost(s: Session, view: View, bubbles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What this client knows of a command whose response was lost: its message, and no answer."""
    lost = s.lab.command(view.conversation.id, s.unanswered) if s.unanswered else None
    if lost is None or "message" not in lost.payload:
        return bubbles
    message_id = lost.payload["message"]["id"]
    place = next((i for i, b in enumerate(bubbles) if b["id"] == message_id), None)
    if place is None:
        return bubbles
    said = {"state": "failed", "state_text": s.text("turn.lost"), "sibling": None}
    return [*bubbles[:place], bubbles[place] | said]


def _strip(s: Session, view: View) -> list[str]:
    """What the ledger counts: of this thread, and of its last command."""
    if view.last is None:
        return []
    command, lab = view.last[0], s.lab
    state = s.text(f"turn.state.{command.state}")
    about = {"id": command.id[:4], "state": state}
    mine = vars(lab.strip(view.conversation.id, command))
    return [
        s.text("turn.strip", **vars(lab.strip(view.conversation.id))),
        s.text("turn.strip_turn", **about, **{k: v for k, v in mine.items() if k != "commands"}),
    ]
