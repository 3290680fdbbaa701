"""The learner cookie: issued by the server only, unguessable, and unknown to scripts."""

from __future__ import annotations

import asyncio

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lib.identity.learners import COOKIE, issue_token, learner_of
from lib.lab.hub import hub

ONE_YEAR = 365 * 24 * 3600


class LearnerCookie:
    """Gives each browser its cookie with the first page; a value we never issued counts as none."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = await asyncio.to_thread(_token_for, scope) if _is_page(scope) else None
        if token is None:
            await self.app(scope, receive, send)
            return
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = f"{COOKIE}={token}; Path=/; Max-Age={ONE_YEAR}; HttpOnly; SameSite=Lax{secure}"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, with_cookie)


def _is_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in HTTPConnection(scope).headers.get("accept", "")


def _token_for(scope: Scope) -> str | None:
    """A new value when the browser has none that holds. With no ledger there is none to give."""
    try:
        ledger = hub().ledger
        if learner_of(ledger, HTTPConnection(scope).cookies.get(COOKIE)) is not None:
            return None
        return issue_token(ledger)
    except SQLAlchemyError:
        return None
