"""kill -9 where a run can't simply go on: the thread has moved on, or asks a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from lib.evidence import config_of
from lib.graphs import SCENARIOS, Uncounted
from lib.identity.calls import call_counts
from tests.crash_child import Plan, killed
from tests.crash_nodes import ASKS
from tests.test_crash import outcomes, revived

pytestmark = pytest.mark.slow


def test_a_command_whose_thread_moved_on_is_superseded(tmp_path: Path) -> None:
    plan = Plan(tmp_path, "node second", texts=("one", "two"))
    with revived(plan, killed(plan)) as (world, talk):
        builder = SCENARIOS[talk.scenario].build(Uncounted())
        outside = builder.compile(checkpointer=world.lab.backend.saver)
        outside.invoke({"messages": [("user", "foreign")]}, config_of("t"), durability="sync")
        before = world.checkpoints(talk)
        assert world.hub.recover() == 2
        world.idle()
        ran = [("superseded", ["lost", "superseded"]), ("answered", ["answered"])]
        assert outcomes(world) == ran
        assert world.checkpoints(talk) == before + 4, "only the second command has run"
        asked = [text for kind, text in world.texts(talk) if kind == "human"]
        assert asked == ["one", "foreign", "two"]


@pytest.mark.parametrize("dies", ["written", "answered"])
def test_a_command_that_asks_waits_for_its_answer(tmp_path: Path, dies: str) -> None:
    """It dies when the question is stored, or has been waiting for a while already."""
    at = 2 if dies == "written" else 1
    plan = Plan(tmp_path, dies, at, scenario=ASKS)
    with revived(plan, killed(plan, until="idle" if dies == "answered" else "")) as (world, talk):
        state = world.lab.drawing(talk).get_state(config_of("t"))
        assert [question.value for question in state.interrupts] == ["sure?"]
        left = world.hub.recover()
        world.idle()
        runs = ["lost", "waiting"] if dies == "written" else ["waiting"]
        assert (left, outcomes(world)) == (len(runs) - 1, [("waiting", runs)])
        assert call_counts(world.ledger, talk.id) == {"ask": 1}, "it is not asked twice"
        assert world.lab.drawing(talk).get_state(config_of("t")).interrupts == state.interrupts
