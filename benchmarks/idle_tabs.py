"""What idle tabs cost: CPU of fifty learners who look, memory per further tab and per open lab."""

from __future__ import annotations

import asyncio

import websockets
from driver import Tab, new_cookie
from servers import Server, lab_server

TABS, SECONDS = 50, 30


class Watched(Tab):
    """A tab with its live signal."""

    async def open_live(self) -> None:
        await self.open()
        url = self.url.replace("http://", "ws://") + "/live?lab=playground"
        self.live = await websockets.connect(url, additional_headers=self.headers)
        await self.live.recv()

    async def close_live(self) -> None:
        await self.live.close()
        await self.close()


async def idle(server: Server) -> float:
    """CPU in percent of one core."""
    await asyncio.sleep(3)
    before = server.cpu()
    await asyncio.sleep(SECONDS)
    return (server.cpu() - before) / SECONDS * 100


async def opened(server: Server, cookies: list[str]) -> list[Watched]:
    tabs = [Watched(server.url, "playground", cookie) for cookie in cookies]
    for tab in tabs:
        await tab.open_live()
    return tabs


async def measure(server: Server) -> None:
    first = await opened(server, [new_cookie(server.url)])
    nobody, start = await idle(server), server.megabytes()
    labs = await opened(server, [new_cookie(server.url) for _ in range(TABS)])
    with_labs = server.megabytes()
    looking = await idle(server)
    cookie = first[0].headers["Cookie"]
    more = await opened(server, [cookie] * TABS)
    with_tabs = server.megabytes()
    print(f"idle: one tab {nobody:.2f} %, {TABS} more learners {looking:.2f} % of a core, bar 1 %")
    print(f"memory per open lab with a tab: {(with_labs - start) / TABS:.2f} MB, bar 1 MB")
    print(f"memory per further tab: {(with_tabs - with_labs) / TABS:.2f} MB, bar 1 MB")
    for tab in (*first, *labs, *more):
        await tab.close_live()


if __name__ == "__main__":
    with lab_server() as server:
        asyncio.run(measure(server))
