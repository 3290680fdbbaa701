"""The states of a command and the transitions between them: the one place they are written down.

| from | to | when |
|---|---|---|
| – | accepted | `commands.accept` |
| accepted | running | `runs.begin`: a run starts |
| running | answered, failed, waiting, superseded | `runs.finish`: that run ended |
| running | accepted | `runs.recover`: the process died under it |
| failed | accepted | `retry.again`: the same command came once more |
| failed | superseded | `retry.again`, and the thread has moved on |
| waiting | superseded | `settle`: another command went on from somewhere, the question is gone |
| waiting | answered | `settle`: a resume brought the run to its end |
| answered, superseded | waiting | `undo`: the command that settled it was taken back |
| answered, failed, waiting, superseded | undone | `undo`: the learner took it back |

Every transition is one conditional statement that can lose a race and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, update

from lib.identity.tables import commands

Kind = Literal["send", "regenerate", "replay", "fork", "resume", "call"]
State = Literal["accepted", "running", "answered", "failed", "waiting", "superseded", "undone"]
UNFINISHED = ("accepted", "running")
FINISHED: tuple[State, ...] = ("answered", "failed", "waiting", "superseded")


# Made once, as every run waits for it twice.
MOVE = (
    update(commands)
    .where(
        commands.c.position == bindparam("at"),
        commands.c.state.in_(bindparam("before", expanding=True)),
    )
    .values(state=bindparam("after"))
)


def move(connection: Connection, position: int, before: tuple[State, ...], after: State) -> bool:
    """One transition, if the command is still in one of the states `before`."""
    moved = connection.execute(MOVE, {"at": position, "before": before, "after": after})
    return moved.rowcount == 1


def settle(
    connection: Connection,
    conversation_id: str,
    by: int,
    after: Literal["answered", "superseded"],
    answer: Mapping[str, Any] | None = None,
) -> None:
    """The conversation's waiting commands wait no longer: the command at `by` saw to it."""
    connection.execute(
        update(commands)
        .where(
            commands.c.conversation_id == conversation_id,
            commands.c.state == "waiting",
            commands.c.position != by,
        )
        .values(state=after, settled_by=by, answer=answer)
    )


def undo(connection: Connection, position: int) -> bool:
    """A finished command is taken back, and what it had settled waits again."""
    if not move(connection, position, FINISHED, "undone"):
        return False
    connection.execute(
        update(commands)
        .where(commands.c.settled_by == position)
        .values(state="waiting", settled_by=None, answer=None)
    )
    return True
