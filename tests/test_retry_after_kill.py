"""Kill -9 around a retry: the command is answered once, and what a node finished stays finished."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from lib.identity.calls import call_counts
from lib.identity.commands import by_id
from lib.identity.runs import runs_of
from lib.lab.actions import FailNext, Send
from tests.crash_child import dies_at, started
from tests.worlds import World, dump, open_world

pytestmark = pytest.mark.slow


def retry(data_dir: Path, learner_id: str, conversation_id: str, place: int) -> None:
    """The child: it retries a failed command and kills itself at the n-th write; 0: at once."""
    with open_world(data_dir, learner_id) as world:
        dies_at(world, place)
        if not place:
            world.hub.runner.submit = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[method-assign]
        world.lab.retry(conversation_id, "c")
        world.idle()


def failed(world: World, durability: str) -> str:
    talk = world.open("t", "lookup")
    world.do(FailNext(talk.id))
    world.do(Send(talk.id, "seat: window", "c", "m", durability))
    return talk.id


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("place", range(4))
def test_a_retry_that_was_killed_is_finished_once(
    tmp_path: Path, durability: str, place: int
) -> None:
    with open_world(tmp_path) as world:
        learner_id, conversation_id = world.learner_id, failed(world, durability)
    child = started(retry, tmp_path, learner_id, conversation_id, place)
    child.join(60)
    # Under `exit` a run ends with a write or two: later deaths don't come about.
    assert child.exitcode == -signal.SIGKILL or durability == "exit"
    with open_world(tmp_path, learner_id) as world:
        world.hub.recover()
        world.idle()
        (talk,) = world.lab.conversations()
        with world.ledger.read() as connection:
            command = by_id(connection, learner_id, "c")
        assert command and command.state == "answered"
        states = [run.state for run in runs_of(world.ledger, command)]
        assert states.count("answered") == 1 and states[0] == "failed"
        assert [kind for kind, _ in world.texts(talk)] == ["human", "ai"]
        calls = call_counts(world.ledger, talk.id)
        if durability == "sync":
            assert calls["lookup_seat"] == 1, "the finished sibling was not run again"
        assert len(dump(world.ledger)["requests"]) == 2
        world.lab.undo()
        assert world.rows() == {"checkpoints": [], "writes": []}
