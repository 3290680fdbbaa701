"""The bus: a watcher is told that something is new, soon and not too often."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from lib.lab.bus import GAP, LEAD, Bus, Watch


def told(body: Callable[[Bus, Watch], Coroutine[Any, Any, None]]) -> Bus:
    bus = Bus()

    async def watched() -> None:
        with bus.watch("t") as watch:
            await body(bus, watch)

    asyncio.run(asyncio.wait_for(watched(), 30))
    return bus


async def ticks_within(watch: Watch, seconds: float) -> list[int]:
    found: list[int] = []

    async def collect() -> None:
        while True:
            found.append(await watch.next())

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(collect(), seconds)
    return found


def test_a_burst_comes_as_one_or_two_ticks_and_the_last_one_is_the_newest() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        collecting = asyncio.create_task(ticks_within(watch, 1))
        for _ in range(20):
            bus.publish("t")
            await asyncio.sleep(0.01)
        found = await collecting
        assert 1 <= len(found) <= 2 and found[-1] == bus.version("t")

    told(body)


def test_ticks_to_one_watcher_are_a_gap_apart() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        times = []
        for _ in range(3):
            bus.publish("t")
            await watch.next()
            times.append(asyncio.get_running_loop().time())
        apart = [later - earlier for earlier, later in pairwise(times)]
        assert all(GAP * 0.9 <= gap < GAP * 3 for gap in apart), apart

    told(body)


def test_the_end_of_a_run_is_told_at_once() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        took = []
        for _ in range(5):
            asked = asyncio.get_running_loop().time()
            bus.publish("t", urgent=True)
            assert await watch.next() == bus.version("t")
            took.append(asyncio.get_running_loop().time() - asked)
        assert min(took) < LEAD / 4, took

    told(body)


def test_an_end_cuts_a_wait_short_that_began_before_it() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        bus.publish("t")
        await watch.next()
        bus.publish("t")
        waiting = asyncio.create_task(watch.next())
        await asyncio.sleep(0.01)
        bus.publish("t", urgent=True)
        async with asyncio.timeout(GAP / 2):
            assert await waiting == bus.version("t")

    told(body)


def test_nothing_is_told_of_another_topic_or_of_nothing() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        bus.publish("other", urgent=True)
        assert await ticks_within(watch, 0.3) == []

    told(body)


def test_what_was_published_in_another_thread_is_told_to_every_watcher() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        with bus.watch("t") as second:
            await asyncio.to_thread(bus.publish, "t", urgent=True)
            both = await asyncio.gather(watch.next(), second.next())
            assert both == [bus.version("t")] * 2

    told(body)


def test_a_version_grows_with_each_write_from_any_thread_and_never_shrinks() -> None:
    bus = Bus()
    first = bus.version("t")

    def publish(_: int) -> None:
        before = bus.version("t")
        bus.publish("t")
        assert bus.version("t") > before

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(publish, range(1600)))
    assert bus.version("t") == first + 1600
    assert bus.version("other") == first


def test_the_next_process_begins_above_what_this_one_told() -> None:
    before = Bus()
    before.publish("t")
    time.sleep(0.01)  # no process starts sooner than that
    assert Bus().version("t") > before.version("t")


def test_who_left_is_not_counted_and_not_told_any_more() -> None:
    async def body(bus: Bus, watch: Watch) -> None:
        with bus.watch("t"):
            assert bus.watched("t") == 2
        assert bus.watched("t") == 1

    assert told(body).watched("t") == 0


def test_a_watcher_whose_loop_is_closed_harms_nobody() -> None:
    bus = Bus()

    async def watched() -> None:
        left.enter_context(bus.watch("t"))

    with contextlib.ExitStack() as left:
        asyncio.run(watched())
        bus.publish("t", urgent=True)
