"""First view of a thread with 10,000 checkpoints, beside one with 50 and one with 100.

The server is warm and the learner's lab is open; the thread was never looked at. Every view is of
another thread: copies of one per length, in turn. Time is from asking for the page to the end of
its run, on the wire. The page shows the newest 100 rows, so the second figure is what length alone
costs.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from driver import Tab
from servers import lab_server, report
from worlds import copy_thread, hub_on, new_learner, open_thread, write_thread

BAR = 1.5
SHORT, FULL, LONG, VIEWS = 50, 100, 10_000, 9


def written(data_dir: Path) -> tuple[str, dict[int, list[str]]]:
    """A cookie, and the conversations by length of thread."""
    with hub_on(data_dir):
        cookie, lab = new_learner()
        open_thread(lab, "warm")
        write_thread(lab, "warm", SHORT)
        found: dict[int, list[str]] = {}
        names = {n: [f"{n}-{i}" for i in range(VIEWS)] for n in (SHORT, FULL, LONG)}
        for length, threads in names.items():
            found[length] = [open_thread(lab, thread) for thread in threads]
            write_thread(lab, threads[0], length)
        file = data_dir / "labs" / f"{lab.key.id}.db"
    for threads in names.values():
        copy_thread(file, threads[0], threads[1:])
    return cookie, found


async def first_view(url: str, cookie: str, conversation: str, length: int) -> float:
    """Milliseconds of the first run of a new tab on a thread."""
    tab = Tab(url, "playground", cookie, f"thread={conversation}")
    run = await tab.open()
    total = tab.data["history"]["total"]
    if total != length or run.exceptions:
        raise RuntimeError(f"{total} checkpoints shown, {length} stored; {run.exceptions}")
    await tab.close()
    return run.seconds * 1000


async def measure(url: str, cookie: str, threads: dict[int, list[str]]) -> None:
    warm = Tab(url, "playground", cookie, "thread=warm")
    await warm.open()
    await warm.run()
    found: dict[int, list[float]] = {length: [] for length in threads}
    for pair in zip(*threads.values(), strict=True):
        for length, conversation in zip(threads, pair, strict=True):
            found[length].append(await first_view(url, cookie, conversation, length))
    await warm.close()
    report("first view of 10,000 beside 50", found[LONG], found[SHORT], BAR, "ms")
    report("first view of 10,000 beside 100", found[LONG], found[FULL], BAR, "ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        cookie, threads = written(folder)
        with lab_server(folder) as lab:
            asyncio.run(measure(lab.url, cookie, threads))
