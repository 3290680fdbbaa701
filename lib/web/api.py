"""The HTTP API: routes, and the one place where an error becomes an answer."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lib.text import Refused, Said
from lib.web import commands, reading
from lib.web.problems import problem, refused

Answer = Callable[[Request], Response] | Callable[[Request], Awaitable[Response]]


def endpoint(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Run off the event loop where it blocks; refusals and a failing disk are problems."""

    async def call(request: Request) -> Response:
        try:
            if inspect.iscoroutinefunction(answer):
                found: Response = await answer(request)
                return found
            return await asyncio.to_thread(answer, request)  # type: ignore[arg-type]
        except Refused as error:
            return refused(request, error)
        except (sqlite3.Error, SQLAlchemyError, OSError) as error:
            full = "full" in str(error).lower() or "no space" in str(error).lower()
            said = Said("errors.disk_full") if full else Said("errors.storage", {"detail": ""})
            return problem(request, said)

    return call


ROUTES = [
    Route("/api/conversations", endpoint(reading.conversations)),
    Route("/api/conversations/{conversation_id}/checkpoints", endpoint(reading.checkpoints)),
    Route(
        "/api/conversations/{conversation_id}/checkpoints/{checkpoint_id}",
        endpoint(reading.checkpoint),
    ),
    Route("/api/commands", endpoint(commands.post), methods=["POST"]),
    Route("/api/commands/{command_id}", endpoint(commands.get)),
]
