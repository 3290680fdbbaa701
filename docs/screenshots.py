"""Makes the pictures of the README from the running app: `python docs/screenshots.py [--size WxH]`.

Needs what the browser tests need; `CHROME` names a Chromium that is there already.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.app import FLAGS, Server, Tab  # noqa: E402
from tests.browser.test_lessons import predict  # noqa: E402

PICTURES = (("en", "light"), ("en", "dark"), ("zh", "light"))


def picture(browser: Browser, server: Server, lang: str, scheme: str, size: str, out: Path) -> None:
    """One learner's playground after two turns on `trip`, with a checkpoint open."""
    width, height = map(int, size.split("x"))
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme
    ) as context:
        tab = Tab(context, f"{server.url}/playground?lang={lang}")
        tab.choose("scenario", "trip")
        for place, rows in ((0, 5), (1, 9), (2, 14)):
            tab.suggestion(place).click()
            expect(tab.rows).to_have_count(rows)
        tab.rows.nth(11).click()
        expect(tab.page.locator(".st-key-why_next tr.runs")).to_have_count(2)
        expect(tab.page.locator(".st-key-graph g.due")).to_have_count(2)
        tab.page.wait_for_timeout(1500)  # the new rows fade in
        tab.page.screenshot(path=out / f"playground-{lang}-{scheme}.png")


def branches(browser: Browser, server: Server, out: Path) -> None:
    """Three answers to one message, an older branch open."""
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        tab = Tab(context, f"{server.url}/playground?lang=en")
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(3)
        tab.suggestion(1).click()
        expect(tab.rows).to_have_count(6)
        for rows in (8, 10):
            tab.rows.nth(1).click()
            expect(tab.page.locator(".st-key-chat .stored")).to_be_visible()
            tab.page.locator(".st-key-replay button:visible").first.click()
            expect(tab.rows).to_have_count(rows)
        tab.page.locator(".st-key-chat .sibling button").first.click()
        expect(tab.page.locator(".st-key-chat .branch")).to_be_visible()
        tab.page.mouse.move(640, 500)
        tab.page.wait_for_timeout(1500)
        tab.page.screenshot(path=out / "branches-en-light.png")


def question(browser: Browser, server: Server, out: Path) -> None:
    """A run that waits for two answers."""
    size = {"width": 1280, "height": 720}
    with browser.new_context(viewport=size, color_scheme="dark") as context:
        tab = Tab(context, f"{server.url}/playground?lang=zh")
        tab.choose("scenario", "approval")
        tab.suggestion(0).click()
        expect(tab.page.locator(".st-key-answer_2 input")).to_be_visible()
        tab.page.wait_for_timeout(1500)
        tab.page.screenshot(path=out / "question-zh-dark.png")


def lesson(browser: Browser, server: Server, lang: str, scheme: str, out: Path) -> None:
    """The first lesson: what was predicted beside what happened, and the evidence."""
    size = {"width": 1280, "height": 720}
    with browser.new_context(viewport=size, color_scheme=scheme) as context:
        tab = Tab(context, f"{server.url}/learn?lesson=threads&lang={lang}")
        predict(tab, 1)
        tab.page.mouse.move(640, 500)
        tab.page.wait_for_timeout(1500)
        tab.page.screenshot(path=out / f"lesson-{lang}-{scheme}.png")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--size", default="1280x720")
    asked.add_argument("--out", type=Path, default=ROOT / "docs")
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        try:
            executable = os.environ.get("CHROME")
            chrome = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            for lang, scheme in PICTURES:
                picture(chrome, server, lang, scheme, chosen.size, chosen.out)
            for lang, scheme in (("en", "light"), ("zh", "dark")):
                lesson(chrome, server, lang, scheme, chosen.out)
            branches(chrome, server, chosen.out)
            question(chrome, server, chosen.out)
            chrome.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
