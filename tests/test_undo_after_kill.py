"""Undo after a kill: a run that died, was recovered and ended is taken back to the byte."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lib.identity.conversations import Conversation
from lib.lab.actions import Action, Fork, Replay, Resume, Send, as_line, from_line
from tests.crash_child import dies_at, started
from tests.worlds import World, dump, open_world

pytestmark = pytest.mark.slow
KINDS = ("send", "replay", "fork", "resume", "resume one")


def act(data_dir: Path, learner_id: str, line: Mapping[str, Any], place: int) -> None:
    """The child: it performs one action and kills itself at the n-th write that was stored."""
    with open_world(data_dir, learner_id) as world:
        dies_at(world, place)
        world.do(from_line(line))


def made(world: World, talk: Conversation, kind: str, durability: str) -> Action:
    rows = [row.checkpoint_id for row in world.lab.window(talk).rows]
    how: Any = {"durability": durability}
    if kind == "send":
        return Send(talk.id, "book a trip to Paris", "c", **how)
    if kind == "replay":
        return Replay(talk.id, rows[1], "c", **how)
    if kind == "fork":
        return Fork(talk.id, rows[1], {"hotel": "tent"}, "ask_hotel", "c", **how)
    asked = world.lab.head(talk).questions[: 1 if kind == "resume one" else 2]
    return Resume(talk.id, rows[-1], {q.id: "yes" for q in asked}, "c", **how)


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("kind", KINDS)
def test_undo_after_a_killed_run(tmp_path: Path, kind: str, durability: str) -> None:
    died = 0
    with open_world(tmp_path) as world:
        talk, learner_id = world.open("t", "approval"), world.learner_id
        world.say(talk, "book a trip to Tokyo")
    for place in range(1, 7):
        with open_world(tmp_path, learner_id) as world:
            before, told = world.rows(), dump(world.ledger)["conversations"]
            line = as_line(made(world, talk, kind, durability)) | {"command_id": f"c{place}"}
        child = started(act, tmp_path, learner_id, line, place)
        child.join(60)
        assert child.exitcode in (0, -signal.SIGKILL)
        died += child.exitcode != 0
        with open_world(tmp_path, learner_id) as world:
            world.hub.recover()
            world.idle()
            last = dump(world.ledger)["commands"][-1]
            assert last[1] == f"c{place}" and last[7] in ("answered", "waiting")
            assert world.rows() != before
            world.lab.undo()
            assert world.rows() == before
            assert dump(world.ledger)["conversations"] == told
        if child.exitcode == 0:
            break
    assert died, "it was never killed"
