"""Opening a lesson again, beside opening the playground, both with six checkpoints.

Every view is a new tab of one learner on a warm server, the two in turn. Time is from asking for
the page to the end of its run, on the wire. The very first opening of a lesson makes its lab and
is told apart.
"""

from __future__ import annotations

import asyncio

from driver import Run, Tab, new_cookie
from servers import lab_server, report

BAR = 1.5
LESSON, ROWS, VIEWS = "checkpoints", 6, 30
TEXTS = ("seat: window", "what is my seat?")


async def until(tab: Tab, rows: int) -> None:
    """Look again until the page shows that many checkpoints and is at rest."""
    for _ in range(100):
        if len(tab.data["history"]["rows"]) == rows:
            return
        await asyncio.sleep(0.1)
        await tab.run()
    raise RuntimeError(f"{tab.page}: never {rows} checkpoints")


async def opened(tab: Tab, rows: int | None = None) -> Run:
    """A new tab's first run; its page must hold what it is said to."""
    run = await tab.open()
    if run.exceptions or (rows is not None and len(tab.data["history"]["rows"]) != rows):
        raise RuntimeError(f"{tab.page}: {run.exceptions or tab.data['history']}")
    return run


async def measure(url: str) -> None:
    cookie = new_cookie(url)
    play = Tab(url, "playground", cookie)
    await opened(play)
    for text in TEXTS:
        await play.run(play.typed("message", text))
        await asyncio.sleep(0.3)
    await until(play, ROWS)
    learn = Tab(url, "learn", cookie, f"lesson={LESSON}")
    first = await opened(learn)
    await learn.run(learn.pressed("option_1"))
    await learn.run(learn.pressed("run"))
    await until(learn, ROWS)
    found: dict[str, list[float]] = {"learn": [], "playground": []}
    for _ in range(VIEWS):
        for page, query in (("learn", f"lesson={LESSON}&stage=run"), ("playground", "")):
            tab = Tab(url, page, cookie, query)
            run = await opened(tab, ROWS)
            found[page].append(run.seconds * 1000)
            await tab.close()
    print(f"first opening of a lesson: {first.seconds * 1000:.1f} ms")
    report("opening a lesson again", found["learn"], found["playground"], BAR, "ms")


if __name__ == "__main__":
    with lab_server() as server:
        asyncio.run(measure(server.url))
