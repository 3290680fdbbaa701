"""`/live`: tells a tab that its lab has something new, by a version number and nothing else."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from lib.identity.conversations import LabKey, find_lab
from lib.identity.learners import COOKIE, learner_of
from lib.lab.bus import Watch
from lib.lab.hub import hub

REFUSED = 1008
REPEAT = 15.0
"""Seconds after which the version is sent again, in case a tab lost one."""


async def live(websocket: WebSocket) -> None:
    """Serve one tab until it goes. `?lab=` names a lab that the cookie's learner has opened."""
    lab = await asyncio.to_thread(_lab, websocket) if _same_origin(websocket) else None
    if lab is None:
        await websocket.close(code=REFUSED)
        return
    await websocket.accept()
    with hub().bus.watch(lab.id) as watch:
        sending = asyncio.create_task(_send(websocket, watch))
        try:
            await websocket.send_text(str(hub().bus.version(lab.id)))
            while True:
                await websocket.receive_text()
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending


async def _send(websocket: WebSocket, watch: Watch) -> None:
    while True:
        try:
            version = await asyncio.wait_for(watch.next(), REPEAT)
        except TimeoutError:
            version = hub().bus.version(watch.topic)
        await websocket.send_text(str(version))


def _lab(websocket: WebSocket) -> LabKey | None:
    ledger = hub().ledger
    learner_id = learner_of(ledger, websocket.cookies.get(COOKIE))
    if learner_id is None:
        return None
    with ledger.read() as connection:
        return find_lab(connection, learner_id, websocket.query_params.get("lab", ""))


def _same_origin(websocket: WebSocket) -> bool:
    """Programs send no origin; a page must come from this host."""
    origin = websocket.headers.get("origin")
    return not origin or origin.split("://", 1)[-1] == websocket.headers.get("host")
