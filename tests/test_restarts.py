"""Stops and starts: one process at a time, and what it did not finish is finished by the next."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import Any

import pytest
from langgraph.graph import MessagesState

from lib.identity.calls import call_counts
from lib.identity.learners import learner_of
from lib.identity.runs import runs_of
from lib.lab.hub import Hub, close_hub, hub
from lib.lab.runner import Job
from lib.text import Refused
from tests.scenarios import chain, done, registered
from tests.worlds import ASKED, NOTED, STATED, World, open_world, settings_for


def test_a_second_hub_on_the_same_folder_is_refused_until_the_first_is_closed(
    tmp_path: Path,
) -> None:
    with open_world(tmp_path) as world:
        world.say(world.open(), STATED)
        for _ in range(2):
            with pytest.raises(Refused) as refused:
                Hub(settings_for(tmp_path))
            assert refused.value.said.key == "errors.data_held"
            assert refused.value.said.params == {"folder": str(tmp_path)}
        with open_world(tmp_path / "another"):
            pass
        world.say(world.open("b"), STATED)
    with open_world(tmp_path, world.learner_id) as again:
        assert [c.thread_id for c in again.lab.conversations()] == ["demo-chat-a", "b"]
        assert [again.checkpoints(c) for c in again.lab.conversations()] == [3, 3]


def test_a_hub_that_refused_its_ledger_holds_nothing(tmp_path: Path) -> None:
    with open_world(tmp_path) as world, world.ledger.write() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 99")
    threads = threading.active_count()
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            Hub(settings_for(tmp_path))
        assert refused.value.said.key == "errors.ledger_newer"
    assert threading.active_count() == threads


def test_a_process_has_one_hub_until_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_hub()
    monkeypatch.setenv("LAB_DATA_DIR", str(tmp_path))
    first = hub()
    found: list[Hub] = []
    asking = [threading.Thread(target=lambda: found.append(hub())) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert set(found) == {first}
    close_hub()
    close_hub()
    assert learner_of(hub().ledger, "nobody") is None and hub() is not first
    close_hub()


def test_what_was_accepted_and_not_started_is_run_by_the_next_process(tmp_path: Path) -> None:
    with open_world(tmp_path) as world:
        talks = [world.open("a"), world.open("b")]
        for text in (STATED, ASKED):
            for talk in talks:
                world.accept(talk, text=text)
    with open_world(tmp_path, world.learner_id) as again:
        assert again.hub.recover() == 4
        again.idle()
        for talk in talks:
            said = [("human", STATED), ("ai", NOTED), ("human", ASKED), ("ai", NOTED)]
            assert again.texts(talk) == said
        assert again.hub.recover() == 0


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("stop", ["in the node", "in the pause"])
def test_a_stop_in_slow_motion_is_finished_by_the_next_process(
    tmp_path: Path, durability: str, stop: str
) -> None:
    inside = threading.Event()

    def first(state: MessagesState) -> dict[str, Any]:
        inside.set()
        return {}

    with registered("told", chain(("first", first), ("second", done))):
        with open_world(tmp_path, workers=1) as world:
            talk = world.open("t", "told")
            command = world.send(talk, "go", pause=0.3, durability=durability).command
            assert command and inside.wait(10)
            if stop == "in the pause":
                wait_for_the_only_worker(world)
        gc.collect()
        with open_world(tmp_path, world.learner_id) as again:
            assert again.hub.recover() == 1
            again.idle()
            assert [run.state for run in runs_of(again.ledger, command)] == ["lost", "answered"]
            assert again.texts(talk) == [("human", "go"), ("ai", "done")]
            calls = call_counts(again.ledger, talk.id)
            assert calls["second"] == 1
            assert calls["first"] == 1 or durability != "sync"


def wait_for_the_only_worker(world: World) -> None:
    """It is free as soon as the run of slow motion pauses."""
    free = threading.Event()

    def tell() -> Job:
        free.set()
        yield from ()

    world.hub.runner.submit("other", tell())
    assert free.wait(10)
