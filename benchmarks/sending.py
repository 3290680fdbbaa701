"""CPU from `Lab.do(Send)` to the stored run, beside the same graph and saver called directly."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from uuid import uuid4

from langchain_core.messages import HumanMessage
from servers import ROOT as _root  # noqa: F401 - puts the project on the path

from lib.backends import open_backend
from lib.graphs import SCENARIOS, Uncounted
from lib.identity.learners import issue_token, learner_of
from lib.lab.actions import OpenThread, Send
from lib.lab.hub import Hub
from lib.settings import Settings

TURNS, BAR = 40, 5.0


def ours(hub: Hub, scenario: str) -> list[float]:
    learner_id = learner_of(hub.ledger, issue_token(hub.ledger)) or ""
    lab = hub.lab(learner_id)
    talk = lab.do(OpenThread(scenario, scenario)).conversation
    found = []
    for _ in range(TURNS):
        before = time.process_time()
        lab.do(Send(talk.id, SCENARIOS[scenario].suggestions[0]["en"], uuid4().hex))
        hub.runner.wait_idle(10)
        found.append((time.process_time() - before) * 1000)
    return found


def direct(folder: Path, scenario: str) -> list[float]:
    found = []
    with open_backend(f"sqlite:///{folder / scenario}.db") as backend:
        graph = SCENARIOS[scenario].build(Uncounted()).compile(checkpointer=backend.saver)
        for _ in range(TURNS):
            given = {"messages": [HumanMessage(SCENARIOS[scenario].suggestions[0]["en"])]}
            config = {"configurable": {"thread_id": scenario}, "recursion_limit": 50}
            before = time.process_time()
            graph.invoke(given, config, durability="sync")  # type: ignore[call-overload]
            found.append((time.process_time() - before) * 1000)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        hub = Hub(Settings(data_dir=Path(name) / "data", workers=4, slow_seconds=0))
        for scenario in SCENARIOS:
            sent, called = (
                statistics.median(ours(hub, scenario)[5:]),
                statistics.median(direct(Path(name), scenario)[5:]),
            )
            print(
                f"send on {scenario}: {sent:.2f} ms CPU, called directly {called:.2f} ms,"
                f" more {sent - called:.2f} ms, bar {BAR} ms"
            )
        hub.close()
