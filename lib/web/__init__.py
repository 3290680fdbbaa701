"""The outside: what `app.py` is made of (learner cookie, live signal, HTTP API, start and stop)."""

from __future__ import annotations

from pathlib import Path

from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from lib.web import api
from lib.web.cookie import LearnerCookie
from lib.web.lifespan import lifespan
from lib.web.live import live

ENTRY = Path(__file__).parents[1] / "ui" / "entry" / "shell.py"
ROUTES = [WebSocketRoute("/live", live), *api.ROUTES]
MIDDLEWARE = [Middleware(LearnerCookie)]

__all__ = ["ENTRY", "MIDDLEWARE", "ROUTES", "lifespan"]
