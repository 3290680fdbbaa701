"""Process start until the first page is painted, beside a page with the same imports."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from servers import HERE, ROOT, Server, report

from tests.browser.app import FLAGS

TIMES, BAR = 5, 1.1


def painted(chrome: Browser, script: Path, path: str, shown: str) -> float:
    """Milliseconds; each time a new process, a new data folder and a browser without a cache."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        server = Server(script, Path(folder) / "data")
        try:
            with chrome.new_context(viewport={"width": 1280, "height": 720}) as context:
                page = context.new_page()
                page.goto(server.url + path)
                page.locator(shown).first.wait_for()
                return (time.perf_counter() - started) * 1000
        finally:
            server.stop()


if __name__ == "__main__":
    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=os.environ.get("CHROME"), args=FLAGS)
        pairs = [
            (
                painted(chrome, ROOT / "app.py", "/playground", ".st-key-history .follow"),
                painted(chrome, HERE / "reference_page.py", "/", ".st-key-go button"),
            )
            for _ in range(TIMES)
        ]
        report("start to first page", [a for a, _ in pairs], [b for _, b in pairs], BAR, "ms")
        chrome.close()
