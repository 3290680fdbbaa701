"""kill -9 at any point of a run: the next process answers every command exactly once."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lib.identity.calls import call_counts
from lib.identity.conversations import Conversation
from tests.crash_child import Plan, continued, killed
from tests.crash_nodes import scenarios
from tests.worlds import World, dump, open_world

pytestmark = pytest.mark.slow


@contextlib.contextmanager
def revived(plan: Plan, learner_id: str) -> Iterator[tuple[World, Conversation]]:
    """The next process, before it has finished anything."""
    with scenarios(), open_world(plan.data_dir, learner_id) as world:
        (talk,) = world.lab.conversations()
        yield world, talk


def outcomes(world: World) -> list[tuple[str, list[str]]]:
    """Each command's state and those of its runs, in order of acceptance."""
    rows = dump(world.ledger)
    runs = sorted(rows["runs"], key=lambda run: run[2])
    return [
        (command[7], [run[3] for run in runs if run[1] == command[0]])
        for command in sorted(rows["commands"])
    ]


def finished(world: World, talk: Conversation, texts: tuple[str, ...]) -> list[list[str]]:
    """Everything is answered once and in order; returns the states of each command's runs."""
    world.hub.recover()
    world.idle()
    found = outcomes(world)
    assert [state for state, _ in found] == ["answered"] * len(texts)
    assert all(runs.count("answered") == 1 and runs[-1] == "answered" for _, runs in found)
    assert world.texts(talk) == [pair for t in texts for pair in (("human", t), ("ai", "done"))]
    assert world.hub.recover() == 0, "nothing is left to do"
    return [runs for _, runs in found]


@pytest.mark.parametrize(
    ("durability", "dies", "at", "first", "second"),
    [
        ("sync", "accept", 1, 1, 1),
        ("sync", "stored", 1, 1, 1),
        ("sync", "stored", 2, 1, 1),
        ("sync", "node first", 1, 2, 1),
        ("sync", "written", 2, 1, 1),
        ("sync", "stored", 3, 1, 1),
        ("sync", "node second", 1, 1, 2),
        ("sync", "written", 3, 1, 1),
        ("sync", "stored", 4, 1, 1),
        ("exit", "node first", 1, 2, 1),
        ("exit", "node second", 1, 2, 2),
        ("exit", "stored", 1, 1, 1),
    ],
)
def test_what_a_node_finished_is_not_run_again(
    tmp_path: Path, durability: str, dies: str, at: int, first: int, second: int
) -> None:
    plan = Plan(tmp_path, dies, at, durability=durability)
    with revived(plan, killed(plan)) as (world, talk):
        runs = finished(world, talk, plan.texts)
        assert runs == [["answered"] if dies == "accept" else ["lost", "answered"]]
        assert call_counts(world.ledger, talk.id) == {"first": first, "second": second}


@pytest.mark.parametrize("dies", ["stored", "written", "node first", "node second"])
def test_under_async_a_node_may_run_again_but_nothing_is_lost(tmp_path: Path, dies: str) -> None:
    plan = Plan(tmp_path, dies, 2 if dies == "written" else 1, durability="async")
    with revived(plan, killed(plan)) as (world, talk):
        assert finished(world, talk, plan.texts) == [["lost", "answered"]]
        assert max(call_counts(world.ledger, talk.id).values()) <= 2


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("dies", ["node first", "stored", "node second"])
def test_queued_commands_are_answered_in_the_order_of_acceptance(
    tmp_path: Path, durability: str, dies: str
) -> None:
    plan = Plan(tmp_path, dies, 2, ("one", "two", "three"), durability=durability)
    with revived(plan, killed(plan)) as (world, talk):
        finished(world, talk, plan.texts)


def test_commands_that_were_accepted_and_never_queued_are_found(tmp_path: Path) -> None:
    plan = Plan(tmp_path, "accept", 1, ("one", "two", "three"))
    with revived(plan, killed(plan)) as (world, talk):
        assert finished(world, talk, plan.texts) == [["answered"]] * 3


@pytest.mark.parametrize("durability", ["sync", "async"])
@pytest.mark.parametrize("stored", [1, 2, 3])
def test_a_process_killed_in_a_slow_motion_pause_is_gone_on_with(
    tmp_path: Path, durability: str, stored: int
) -> None:
    plan = Plan(tmp_path, durability=durability, pause=0.3)
    with revived(plan, killed(plan, until=f"stored {stored}")) as (world, talk):
        assert finished(world, talk, plan.texts) == [["lost", "answered"]]
        if durability == "sync":
            assert call_counts(world.ledger, talk.id) == {"first": 1, "second": 1}


def test_a_process_that_dies_again_while_it_recovers_loses_nothing(tmp_path: Path) -> None:
    plan = Plan(tmp_path, "node first", texts=("one", "two"))
    learner_id = killed(plan)
    continued(Plan(tmp_path, "node second", recovers=True), learner_id)
    with revived(plan, learner_id) as (world, talk):
        runs = finished(world, talk, plan.texts)
        assert runs == [["lost", "lost", "answered"], ["answered"]]
        assert call_counts(world.ledger, talk.id) == {"first": 3, "second": 3}


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_at_any_moment_loses_and_doubles_nothing(tmp_path: Path, seed: int) -> None:
    rolled = random.Random(seed)
    texts = tuple(f"text {n}" for n in range(8))
    plan = Plan(tmp_path, texts=texts, durability=rolled.choice(["sync", "async", "exit"]))
    learner_id = killed(plan, until="node first 1", wait=rolled.random() * 0.15)
    with revived(plan, learner_id) as (world, talk):
        accepted = tuple(
            row[6]["message"]["text"] for row in sorted(dump(world.ledger)["commands"])
        )
        assert accepted == texts[: len(accepted)]
        finished(world, talk, accepted)
