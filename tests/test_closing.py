"""Closing a backend while others use it ends their calls with an error, never the process."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage

from lib.backends import open_backend
from lib.evidence import config_of
from lib.graphs import SCENARIOS, Uncounted


@pytest.mark.parametrize("again", range(5))
def test_a_backend_that_is_read_and_written_can_be_closed(tmp_path: Path, again: int) -> None:
    backend = open_backend(f"sqlite:///{tmp_path / 'lab.db'}")
    graph = SCENARIOS["seat"].build(Uncounted()).compile(checkpointer=backend.saver)
    given = {"messages": [HumanMessage("seat: window")]}
    graph.invoke(given, config_of("t"), durability="sync")  # type: ignore[arg-type]
    (head,) = backend.keys("t", newest=1)
    ended: list[str] = []
    begun = threading.Barrier(5)

    def use(write: bool) -> None:
        begun.wait(10)
        try:
            while True:
                if write:
                    writes = [("messages", "x" * 1000)]
                    backend.saver.put_writes(config_of("t", "", head.checkpoint_id), writes, "1")
                else:
                    backend.reader.get_tuple(config_of("t"))
        except sqlite3.ProgrammingError as error:
            ended.append(str(error))

    users = [threading.Thread(target=use, args=(n % 2 == 0,)) for n in range(4)]
    for user in users:
        user.start()
    begun.wait(10)
    backend.close()
    for user in users:
        user.join(10)
    assert len(ended) == 4 and all("closed" in text for text in ended)
