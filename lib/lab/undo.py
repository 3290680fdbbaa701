"""Taking back: the last action by removing exactly its rows, or everything in a lab."""

from __future__ import annotations

from sqlalchemy import Connection

from lib.backends import RawWrite
from lib.identity import before, calls, commands, conversations, journal, states
from lib.identity.journal import Line
from lib.identity.removal import forget
from lib.lab.actions import Action, DeleteThread, FailNext, OpenThread, from_line
from lib.lab.actions.ground import owned
from lib.lab.reading import Reading
from lib.text import Refused


def undo(lab: Reading) -> Action:
    """Take back the last action that holds. While the ledger is held, no run can begin."""
    with lab.ledger.write() as connection:
        if commands.unfinished(connection, lab.key.id):
            raise Refused("errors.undo_busy")
        line = journal.last_line(connection, lab.key.id)
        if line is None:
            raise Refused("errors.undo_nothing")
        if line.v < journal.FIRST_UNDOABLE:
            raise Refused("errors.undo_old")
        action = from_line(line.action)
        journal.mark_undone(connection, line)
        # Rows go last, when nothing else can fail any more.
        _take_back(lab, connection, line, action)
    return action


def _take_back(lab: Reading, connection: Connection, line: Line, action: Action) -> None:
    if line.command is not None:
        _take_back_command(lab, connection, line.command)
    elif isinstance(action, DeleteThread):
        raise Refused("errors.undo_delete", thread=action.confirmed.strip())
    elif isinstance(action, FailNext):
        _arm(lab, connection, action.conversation_id)
    elif isinstance(action, OpenThread) and _is_only(lab, connection):
        raise Refused("errors.undo_nothing")
    else:
        action.take_back(lab, connection, line.before or {})  # type: ignore[union-attr]


def _is_only(lab: Reading, connection: Connection) -> bool:
    """Whether the lab has one thread, which a page would open again at once."""
    return len(conversations.conversations_in(connection, lab.key)) == 1


def _take_back_command(lab: Reading, connection: Connection, position: int) -> None:
    """Remove the checkpoints that carry the command's id; put back the writes that it replaced."""
    command = commands.command_at(connection, position)
    thread_id = owned(lab, connection, command.conversation_id).thread_id
    noted = before.noted(connection, position)
    before.forget(connection, position)
    calls.forget_calls(connection, position)
    _arm(lab, connection, command.conversation_id)
    states.undo(connection, position)
    lab.backend.remove(thread_id, command.id)
    for found in noted:
        # A checkpoint that is gone now was the command's own: its writes go with it.
        stays = lab.backend.key(thread_id, found.ns, found.checkpoint_id)
        rows = [RawWrite(*row) for row in found.rows] if stays else []
        lab.backend.put_back(thread_id, found.ns, found.checkpoint_id, rows)


def _arm(lab: Reading, connection: Connection, conversation_id: str) -> None:
    """A failure is due when more were told than were used up by what holds."""
    told = sum(
        line.action["do"] == "FailNext" and line.action["conversation_id"] == conversation_id
        for line in journal.all_lines(connection, lab.key.id)
        if not line.undone
    )
    used = calls.failures(connection, conversation_id)
    calls.arm(connection, conversation_id, armed=told > used)


def reset(lab: Reading) -> None:
    """Remove every thread of a lab, what was asked on it, and the journal."""
    with lab.ledger.write() as connection:
        if commands.unfinished(connection, lab.key.id):
            raise Refused("errors.reset_busy")
        threads = conversations.conversations_in(connection, lab.key)
        for conversation in threads:
            forget(connection, conversation)
        lines = journal.all_lines(connection, lab.key.id)
        journal.forget_lines(connection, [line.id for line in lines])
        for conversation in threads:
            lab.backend.delete_thread(conversation.thread_id)
