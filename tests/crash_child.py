"""A process that works in a lab until it is killed at a chosen point.

It kills itself with SIGKILL where the point is a place in the code, which no signal from outside
could hit, and tells its parent how far it came where the parent is to kill it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from lib.backends import Stored
from lib.lab.lab import Lab
from tests.crash_nodes import TOLD, scenarios
from tests.worlds import World, open_world

THREAD = "t"
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.crash_child"])


@dataclass(frozen=True)
class Plan:
    """What the child does; `dies` names the point and how often it is passed until then.

    Points: `accept` (all are written down, none is queued), `node first`, `node second`,
    `stored` (a checkpoint), `written` (the output of a task); "" waits to be killed.
    """

    data_dir: Path
    dies: str = ""
    at: int = 1
    texts: tuple[str, ...] = ("one",)
    scenario: str = TOLD
    durability: str = "sync"
    pause: float = 0.0
    recovers: bool = False


class Death:
    """Counts the points that are passed, tells the parent, and dies at the planned one.

    It waits there until all commands are sent.
    """

    def __init__(self, plan: Plan, parent: Connection) -> None:
        self._plan, self._parent = plan, parent
        self._passed: Counter[str] = Counter()
        self.all_sent = threading.Event()

    def passes(self, point: str) -> None:
        self._passed[point] += 1
        if (point, self._passed[point]) == (self._plan.dies, self._plan.at):
            self.all_sent.wait(10)
            os.kill(os.getpid(), signal.SIGKILL)
        self._parent.send(f"{point} {self._passed[point]}")


def watch(lab: Lab, death: Death) -> None:
    """Between the lab's saver and the lab stands the one who dies."""
    saver: Any = lab.backend.saver
    before = saver.observer

    def observer(stored: Stored) -> None:
        before(stored)
        death.passes("stored" if stored.task_id is None else "written")

    saver.observer = observer


def live(plan: Plan, learner_id: str, parent: Connection) -> None:
    """The child's whole life."""
    death = Death(plan, parent)
    with scenarios(death.passes), open_world(plan.data_dir, learner_id) as world:
        watch(world.lab, death)
        if plan.recovers:
            death.all_sent.set()
            world.hub.recover()
        else:
            send(world, plan, death)
        world.idle()
        parent.send("idle")
        parent.recv()


def send(world: World, plan: Plan, death: Death) -> None:
    talk = world.open(THREAD, plan.scenario)
    for text in plan.texts:
        if plan.dies == "accept":
            world.accept(talk, text=text)
        else:
            world.send(talk, text, durability=plan.durability, pause=plan.pause)
    death.all_sent.set()
    death.passes("accept")


def dies_at(world: World, place: int) -> None:
    """The process kills itself at the n-th write that the lab's saver stored."""
    saver: Any = world.lab.backend.saver
    noted, left = saver.observer, [place]

    def observer(stored: Any) -> None:
        noted(stored)
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    saver.observer = observer


def started(target: Any, *given: Any) -> ForkServerProcess:
    """A child process. A page's test leaves its page behind as `__main__`, which a child would run
    first: on the data folder of this machine, not on the test's.
    """
    child = CONTEXT.Process(target=target, args=given)
    with patch.dict(sys.modules, __main__=ModuleType("__main__")):
        child.start()
    return child


def killed(plan: Plan, until: str = "", wait: float = 0.0) -> str:
    """Let a child live by the plan until it is dead; returns the learner's id.

    The parent kills it after it told `until`, and `wait` seconds.
    """
    with open_world(plan.data_dir) as world:
        learner_id = world.learner_id
    continued(plan, learner_id, until, wait)
    return learner_id


def continued(plan: Plan, learner_id: str, until: str = "", wait: float = 0.0) -> None:
    """Another child for a learner who is there already."""
    mine, its = CONTEXT.Pipe()
    child = started(live, plan, learner_id, its)
    its.close()
    assert child.pid
    if until:
        while mine.recv() != until:
            pass
        child.join(wait)
        os.kill(child.pid, signal.SIGKILL)
    child.join(30)
    assert child.exitcode == -signal.SIGKILL, "it died where it should"
    child.close()
    mine.close()
