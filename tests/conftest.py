"""The fixtures that concern `backend`. `lib` comes first: it makes LangGraph strict on import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from lib.backends import Backend, open_backend
from tests.backend_urls import PLACES, Place


@pytest.fixture(params=PLACES, ids=lambda place: place.id)
def place(request: pytest.FixtureRequest) -> Place:
    """Where this test's backend is."""
    chosen: Place = request.param
    return chosen


@pytest.fixture
def url(place: Place, tmp_path: Path) -> str:
    return place.url(tmp_path)


@pytest.fixture
def backend(url: str) -> Iterator[Backend]:
    """A backend that may hold other tests' threads as well: name yours after `thread`."""
    with open_backend(url) as opened:
        yield opened


@pytest.fixture
def thread() -> str:
    """A thread id that no other test uses."""
    return uuid4().hex
