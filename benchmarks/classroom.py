"""A class: everybody acts about every two seconds, one action in four is a message.

`python benchmarks/classroom.py [learners]`. Ticks of the live signal are answered as a page does.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import time
from uuid import uuid4

import websockets
from driver import Run, Tab, new_cookie
from servers import Server, lab_server, percentile

ACTIONS, THINK = 12, 2.0


class Learner:
    """One tab with its live signal. `page` and `shown` are seconds."""

    def __init__(self, server: Server, number: int) -> None:
        self.number, self.dice = number, random.Random(number)
        self.tab = Tab(server.url, "playground", new_cookie(server.url))
        self.page: list[float] = []
        self.shown: list[float] = []
        self.wrong: list[str] = []
        self.sent = 0
        self._turn = asyncio.Lock()

    async def live(self) -> None:
        url = self.tab.url.replace("http://", "ws://") + "/live?lab=playground"
        async with websockets.connect(url, additional_headers=self.tab.headers) as socket:
            async for version in socket:
                if int(version) > self.tab.data["live"]["version"]:
                    async with self._turn:
                        self.note(await self.tab.trigger("live", "tick", int(version)))

    def note(self, run: Run) -> None:
        self.page.append(run.seconds)
        self.wrong += run.exceptions

    async def act(self) -> None:
        if self.dice.random() < 0.25 or not self.sent:
            await self.send()
            return
        async with self._turn:
            rows = self.tab.data["history"]["rows"]
            if rows and self.dice.random() < 0.7:
                chosen = self.dice.choice(rows)["id"]
                self.note(await self.tab.trigger("details", "show", chosen))
            else:
                self.note(await self.tab.run())

    async def send(self) -> None:
        self.sent += 1
        text = f"seat: {self.number}-{self.sent}"
        value = {"text": text, "command_id": uuid4().hex, "message_id": uuid4().hex}
        started = time.perf_counter()
        async with self._turn:
            self.note(await self.tab.trigger("chat", "send", value))
        while f"noted: {self.number}-{self.sent}" not in self.texts():
            if time.perf_counter() - started > 20:
                self.wrong.append(f"{text} was not answered")
                return
            await asyncio.sleep(0.005)
        self.shown.append(time.perf_counter() - started)

    def texts(self) -> list[str]:
        return [bubble["text"] for bubble in self.tab.data["chat"]["bubbles"]]

    async def learn(self) -> None:
        async with self._turn:
            await self.tab.open()
        watching = asyncio.create_task(self.live())
        await asyncio.sleep(self.dice.uniform(0, THINK))
        for _ in range(ACTIONS):
            await self.act()
            await asyncio.sleep(THINK * self.dice.uniform(0.5, 1.5))
        watching.cancel()
        expected = [
            text
            for n in range(1, self.sent + 1)
            for text in (f"seat: {self.number}-{n}", f"noted: {self.number}-{n}")
        ]
        if self.texts() != expected:
            self.wrong.append(f"learner {self.number}: lost, doubled or somebody else's message")
        await self.tab.close()


async def measure(server: Server, count: int) -> None:
    learners = [Learner(server, n) for n in range(count)]
    started, before = time.perf_counter(), server.cpu()
    await asyncio.gather(*(learner.learn() for learner in learners))
    load = (server.cpu() - before) / (time.perf_counter() - started) * 100
    page = [s for learner in learners for s in learner.page]
    shown = [s for learner in learners for s in learner.shown]
    wrong = [text for learner in learners for text in learner.wrong]
    print(
        f"{count} learners: page p50 {statistics.median(page):.3f} s, p95"
        f" {percentile(page, 0.95):.3f} s ({len(page)} runs); send to shown p50"
        f" {statistics.median(shown):.3f} s, p95 {percentile(shown, 0.95):.3f} s"
        f" ({len(shown)} sends); server {load:.0f} % of a core; wrong: {wrong[:3] or 'nothing'}"
    )


if __name__ == "__main__":
    with lab_server() as server:
        asyncio.run(measure(server, int(sys.argv[1]) if len(sys.argv) > 1 else 60))
