"""A full disk: SQLite's own error, nothing accepted, and all is well when there is space again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from lib.identity.learners import issue_token, prefer
from lib.lab.actions import Action, LabelThread, OpenThread, Send
from lib.ui.session import STORAGE_ERRORS, storage_failure
from tests.worlds import NOTED, STATED, World, dump, world

__all__ = ["world"]

MUCH = "x" * 30_000


@contextlib.contextmanager
def full(world: World) -> Iterator[None]:
    """The ledger's file may not grow by a single page, whichever connection asks."""
    engine = world.ledger._engine

    def limit(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes the present size instead

    event.listen(engine, "connect", limit)
    engine.dispose()
    try:
        yield
    finally:
        event.remove(engine, "connect", limit)
        engine.dispose()


def fill_up(world: World) -> None:
    """Use up what is free in the last pages."""
    for size in (2_000, 200, 20):
        with contextlib.suppress(OperationalError):
            for n in range(1_000):
                prefer(world.ledger, world.learner_id, **{f"{size} {n}": "x" * size})


def test_a_message_for_which_there_is_no_space_is_not_accepted(world: World) -> None:
    talk = world.open()
    world.say(talk, STATED)
    before, version = dump(world.ledger), world.lab.version
    with full(world):
        with pytest.raises(STORAGE_ERRORS) as failed:
            world.lab.do(Send(talk.id, MUCH, "c"))
        assert storage_failure(failed.value).key == "errors.disk_full"
        assert dump(world.ledger) == before
        assert world.lab.version == version and world.hub.runner.wait_idle(0)
        assert world.texts(talk) == [("human", STATED), ("ai", NOTED)], "reading still works"
    assert world.send(talk, MUCH, command_id="c").new, "the same click works afterwards"
    world.idle()
    assert len(world.texts(talk)) == 4


@pytest.mark.parametrize("what", ["open", "label", "cookie"])
def test_whatever_else_is_written_is_refused_as_a_whole(world: World, what: str) -> None:
    talk = world.open()
    actions: dict[str, Action] = {
        "open": OpenThread("t" * 128, "seat"),
        "label": LabelThread(talk.id, "l" * 60),
    }
    with full(world):
        fill_up(world)
        before = dump(world.ledger)
        failures = 0
        for _ in range(200):
            try:
                world.lab.do(actions[what]) if what in actions else issue_token(world.ledger)
            except STORAGE_ERRORS as error:
                assert storage_failure(error).key == "errors.disk_full"
                failures += 1
                break
            actions["open"] = OpenThread(f"{len(dump(world.ledger)['conversations'])}", "seat")
            before = dump(world.ledger)
        assert failures == 1, "it was full at some point"
        assert dump(world.ledger) == before, "no half of it: neither action nor journal line"
    world.lab.do(OpenThread("afterwards", "seat"))
