"""The HTTP API of a fresh installation, called in this process: real hub, real files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from lib.identity.learners import COOKIE, issue_token, learner_of
from lib.lab.actions import OpenThread
from lib.lab.hub import close_hub, hub
from lib.lab.lab import Lab
from lib.web import api

URL = "http://lab.local"


class Client:
    """A learner with one thread, who calls with the bearer token unless told otherwise."""

    def __init__(self, scenario: str = "seat") -> None:
        self.token = issue_token(hub().ledger)
        self.learner_id = str(learner_of(hub().ledger, self.token))
        self.talk = self.lab.do(OpenThread("t", scenario)).conversation

    @property
    def lab(self) -> Lab:
        return hub().lab(self.learner_id)

    def open(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(Starlette(routes=api.ROUTES), raise_app_exceptions=False)
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx.AsyncClient(transport=transport, base_url=URL, headers=headers, timeout=60)

    def body(self, text: str = "seat: window", message_id: str = "m", **more: Any) -> Any:
        message = {"id": message_id, "text": text}
        return {"conversation_id": self.talk.id, "kind": "send", "message": message, **more}

    def by_cookie(self, **headers: str) -> dict[str, str]:
        return {"Authorization": "", "Cookie": f"{COOKIE}={self.token}", **headers}


def asks(key: str, wait: int | None = 20, **headers: str) -> dict[str, str]:
    """Headers of a POST: the key, and how long to wait for the end."""
    prefer = {"Prefer": f"wait={wait}"} if wait is not None else {}
    return {"Idempotency-Key": key, **prefer, **headers}


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    close_hub()
    monkeypatch.setenv("LAB_DATA_DIR", str(tmp_path))
    yield
    close_hub()
