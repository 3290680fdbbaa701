"""A learner with threads of any length, written before a server takes the data folder."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.base.id import uuid6
from servers import ROOT as _root  # noqa: F401 - puts the project on the path

from lib.evidence import config_of
from lib.graphs import SCENARIOS, Uncounted
from lib.identity.learners import COOKIE, issue_token, learner_of
from lib.lab.actions import OpenThread
from lib.lab.hub import close_hub, hub
from lib.lab.lab import Lab

SCENARIO = "seat"
BIGGEST = 2048
"""Bytes of one checkpoint, as the bar names them."""


@contextmanager
def hub_on(data_dir: Path) -> Iterator[None]:
    """This process's hub on a data folder; afterwards the folder is free for a server."""
    os.environ["LAB_DATA_DIR"] = str(data_dir)
    close_hub()
    try:
        yield
    finally:
        close_hub()


def new_learner() -> tuple[str, Lab]:
    """A cookie, and the lab that it opens."""
    token = issue_token(hub().ledger)
    learner_id = learner_of(hub().ledger, token)
    assert learner_id
    return f"{COOKIE}={token}", hub().lab(learner_id)


def open_thread(lab: Lab, thread_id: str) -> str:
    """The id of a new conversation."""
    return lab.do(OpenThread(thread_id, SCENARIO)).conversation.id


def turn(lab: Lab) -> list[CheckpointTuple]:
    """The checkpoints of one real turn, oldest first, as patterns for more."""
    graph = SCENARIOS[SCENARIO].build(Uncounted()).compile(checkpointer=lab.backend.saver)
    config = config_of("pattern")
    graph.invoke({"messages": [HumanMessage("seat: window", id="m")]}, config, durability="sync")
    return list(lab.backend.saver.list(config))[::-1]


def write_thread(lab: Lab, thread_id: str, checkpoints: int) -> None:
    """Write a thread with `put`: turns of one shape, each checkpoint the next one's parent."""
    pattern, parent = turn(lab), config_of(thread_id)
    for place in range(checkpoints):
        like = pattern[place % len(pattern)]
        checkpoint: Any = {**like.checkpoint, "id": str(uuid6(clock_seq=place))}
        metadata: Any = {**like.metadata, "step": place - 1}
        parent = lab.backend.saver.put(parent, checkpoint, metadata, checkpoint["channel_versions"])
    largest = max(key.bytes for key in lab.backend.keys(thread_id, newest=len(pattern)))
    assert largest <= BIGGEST, f"{largest} bytes in a checkpoint"


def copy_thread(lab_file: Path, thread_id: str, copies: list[str]) -> None:
    """The same rows under other thread ids, while nobody has the file open."""
    with sqlite3.connect(lab_file) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(checkpoints)")]
        rest = ", ".join(column for column in columns if column != "thread_id")
        for copy in copies:
            connection.execute(
                f"INSERT INTO checkpoints (thread_id, {rest})"
                f" SELECT ?, {rest} FROM checkpoints WHERE thread_id = ?",
                (copy, thread_id),
            )
    connection.close()
