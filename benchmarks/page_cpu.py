"""Server CPU of a full playground run with 51 checkpoints, beside the tuned reference page."""

from __future__ import annotations

import asyncio

from driver import Tab, new_cookie
from servers import Server, lab_server, page_server, report

TURNS, BLOCKS, RUNS = 17, 9, 40
BAR = 1.1


async def block(tab: Tab, server: Server) -> float:
    """Milliseconds of CPU per full run."""
    before = server.cpu()
    for _ in range(RUNS):
        run = await tab.run()
        assert not run.exceptions, run.exceptions
    return (server.cpu() - before) / RUNS * 1000


async def measure(lab: Server, page: Server) -> None:
    ours = Tab(lab.url, "playground", new_cookie(lab.url))
    theirs = Tab(page.url)
    await ours.open()
    await theirs.open()
    for turn in range(TURNS):
        await ours.run(ours.typed("message", f"seat: window number {turn}"))
        await asyncio.sleep(0.05)
    await ours.run()
    assert len(ours.data["history"]["rows"]) == 3 * TURNS
    pairs = [(await block(ours, lab), await block(theirs, page)) for _ in range(BLOCKS)]
    report("CPU per full run", [a for a, _ in pairs], [b for _, b in pairs], BAR, "ms")


if __name__ == "__main__":
    with lab_server() as lab, page_server("reference_page.py") as page:
        asyncio.run(measure(lab, page))
