"""One server and one browser for all journeys; each journey is a learner of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.app import FLAGS, Server, Tab

expect.set_options(timeout=30_000)

Open = Callable[..., Tab]
PLAY = "/playground"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("served") / "data")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium that Playwright installed, or the one that `CHROME` names."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=os.environ.get("CHROME"), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def learner(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-US")
    yield context
    context.close()


@pytest.fixture
def open_tab(learner: BrowserContext, server: Server) -> Iterator[Open]:
    """Opens tabs of this learner (or of `context`); afterwards no tab may have seen an error."""
    tabs: list[Tab] = []

    def opened(path: str = PLAY, context: BrowserContext = learner, url: str = server.url) -> Tab:
        tabs.append(Tab(context, url + path))
        return tabs[-1]

    yield opened
    assert [error for tab in tabs for error in tab.errors] == []
    assert [url for tab in tabs for url in tab.outside] == []
