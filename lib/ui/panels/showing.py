"""Which thread a lesson shows: the one on which something happens."""

from __future__ import annotations

from lib.identity.conversations import Conversation
from lib.ui import url
from lib.ui.session import Session


def follow(s: Session) -> None:
    """From now on, show whatever thread the lesson plays on."""
    s.following = True


def show_newest(s: Session) -> None:
    """Show the thread of the lesson's last step."""
    made = s.stand.walk.made
    if made and s.lab.conversation(made[-1].conversation):
        url.show(s, made[-1].conversation)


def keep_up(s: Session) -> None:
    """While the lesson plays, show the thread that runs; when it ended, the one it ended on."""
    if not s.following:
        return
    walk = s.stand.walk
    if not walk.playing:
        s.following = False
        show_selected(s)
        return
    running = next((c for c in s.lab.conversations() if s.lab.open_commands(c.id)), None)
    if running and running.id != s.conversation_id:
        _turn_to(s, running)


def show_selected(s: Session) -> None:
    """The last step's thread, and the checkpoint that it selects."""
    made = s.stand.walk.made
    if not made or not s.lab.conversation(made[-1].conversation):
        return
    if made[-1].conversation != s.conversation_id:
        url.show(s, made[-1].conversation)
    if made[-1].checkpoint:
        url.select(s, made[-1].checkpoint)


def _turn_to(s: Session, conversation: Conversation) -> None:
    url.show(s, conversation.id)
