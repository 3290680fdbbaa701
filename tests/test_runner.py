"""The runner: one queue per key, a pool for all of them, and pauses that hold no worker."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from lib.lab.runner import Job, Runner

Make = Callable[[int], Runner]


@pytest.fixture
def runner_of() -> Iterator[Make]:
    """Makes runners of so many workers, closed afterwards."""
    made: list[Runner] = []

    def make(workers: int) -> Runner:
        made.append(Runner(workers))
        return made[-1]

    yield make
    for runner in made:
        if runner._ticking.is_alive():
            runner.close()


def noting(into: list[str], name: str, pauses: tuple[float, ...] = ()) -> Job:
    """A job that notes its beginning and its end, with pauses in between."""
    into.append(f"{name} begins")
    yield from pauses
    into.append(f"{name} ends")


def test_jobs_of_one_key_run_one_after_another_in_order(runner_of: Make) -> None:
    runner, seen = runner_of(4), list[str]()
    for name in "abcdefgh":
        runner.submit("key", noting(seen, name, (0, 0.001, 0)))
    assert runner.wait_idle(10)
    assert seen == [f"{name} {does}" for name in "abcdefgh" for does in ("begins", "ends")]


def test_jobs_of_different_keys_run_side_by_side(runner_of: Make) -> None:
    runner, meeting = runner_of(3), threading.Barrier(3)

    def meet() -> Job:
        meeting.wait(10)
        yield 0

    for key in "abc":
        runner.submit(key, meet())
    assert runner.wait_idle(10)
    assert not meeting.broken


def test_a_pause_holds_no_worker(runner_of: Make) -> None:
    runner, seen = runner_of(1), list[str]()
    began = time.monotonic()
    runner.submit("slow", noting(seen, "slow", (0.5,)))
    runner.submit("quick", noting(seen, "quick"))
    assert runner.wait_idle(10)
    assert seen == ["slow begins", "quick begins", "quick ends", "slow ends"]
    assert 0.5 <= time.monotonic() - began < 2


def test_a_pausing_job_keeps_its_place_before_the_keys_next_one(runner_of: Make) -> None:
    runner, seen = runner_of(4), list[str]()
    runner.submit("key", noting(seen, "first", (0.05, 0.05)))
    runner.submit("key", noting(seen, "second"))
    assert runner.busy("key") and not runner.busy("other")
    assert runner.wait_idle(10) and not runner.busy("key")
    assert seen == ["first begins", "first ends", "second begins", "second ends"]


@pytest.mark.parametrize("pauses", [(), (0.01,)])
def test_a_job_that_raises_ends_alone_and_is_logged(
    runner_of: Make, caplog: pytest.LogCaptureFixture, pauses: tuple[float, ...]
) -> None:
    runner, seen = runner_of(1), list[str]()

    def fail() -> Job:
        yield from pauses
        raise ZeroDivisionError("of this job")

    with caplog.at_level(logging.ERROR):
        runner.submit("key", fail())
        runner.submit("key", noting(seen, "next"))
        assert runner.wait_idle(10)
    assert seen == ["next begins", "next ends"]
    assert "of this job" in caplog.text


def test_waiting_for_idle_ends_with_the_last_job_or_with_the_time(runner_of: Make) -> None:
    runner, go = runner_of(1), threading.Event()

    def hold() -> Job:
        go.wait(10)
        yield 0

    assert runner.wait_idle(0)
    runner.submit("key", hold())
    assert not runner.wait_idle(0.05)
    go.set()
    assert runner.wait_idle(10)


def test_close_lets_the_running_step_end_and_starts_no_more(runner_of: Make) -> None:
    runner, seen = runner_of(1), list[str]()
    inside, go = threading.Event(), threading.Event()

    def hold() -> Job:
        inside.set()
        go.wait(10)
        seen.append("step ends")
        yield 0
        seen.append("another step")

    runner.submit("key", hold())
    runner.submit("key", noting(seen, "queued"))
    runner.submit("other", noting(seen, "other"))
    assert inside.wait(10)
    closing = threading.Thread(target=runner.close)
    closing.start()
    while not runner._closing:
        time.sleep(0.001)
    go.set()
    closing.join(10)
    assert not closing.is_alive()
    assert seen == ["step ends"]


def test_close_does_not_wait_for_a_pause(runner_of: Make) -> None:
    runner, seen = runner_of(1), list[str]()
    runner.submit("key", noting(seen, "slow", (60,)))
    while not seen:
        time.sleep(0.001)
    began = time.monotonic()
    runner.close()
    assert time.monotonic() - began < 5
    assert seen == ["slow begins"]


def test_closing_closes_jobs_that_pause_or_wait(runner_of: Make) -> None:
    """Whoever closes the saver next must not find it in use."""
    runner, seen, paused = runner_of(1), list[str](), threading.Event()

    def job(name: str) -> Job:
        try:
            paused.set()
            yield 60
        finally:
            seen.append(name)

    runner.submit("key", job("first"))
    assert paused.wait(10)
    runner.submit("key", job("second"))
    runner.close()
    assert seen == ["first"], "the second never began"


def test_a_job_that_would_end_the_process_ends_itself_only(runner_of: Make) -> None:
    runner, seen = runner_of(1), list[str]()

    def leave() -> Job:
        yield 0
        raise SystemExit

    runner.submit("key", leave())
    runner.submit("key", noting(seen, "next"))
    assert runner.wait_idle(10)
    assert seen == ["next begins", "next ends"]
