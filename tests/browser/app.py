"""The real app as a child process, and one tab of a real browser on it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import BrowserContext, Locator, Page, expect

from lib.graphs import SCENARIOS
from lib.text import LANGS

ROOT = Path(__file__).parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """`streamlit run app.py` on a data folder; it can be killed and started again."""

    def __init__(self, data_dir: Path, slow_seconds: float = 0.5) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = data_dir.with_suffix(".log")
        self._env = {**os.environ, "LAB_DATA_DIR": str(data_dir)}
        self._env["LAB_SLOW_SECONDS"] = str(slow_seconds)
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
        with self._log.open("ab") as log:
            self._child = subprocess.Popen(
                [*command, f"--server.port={self.port}"],
                cwd=ROOT,
                env=self._env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + 60
        while not self._answers():
            assert self._child.poll() is None and time.monotonic() < end, self._log.read_text()
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        self._child.send_signal(signal.SIGKILL)
        self._child.wait(10)

    def stop(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


class Tab:
    """One tab, read from the page; script errors and outside requests are noted."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))
        self.page.goto(url)
        self.idle()

    def _note(self, url: str) -> None:
        if not re.match(r"(http|ws)://127\.0\.0\.1[:/]|data:|blob:", url):
            self.outside.append(url)

    def idle(self) -> None:
        app = self.page.get_by_test_id("stApp")
        expect(app).to_have_attribute("data-test-script-state", re.compile("notRunning"))
        expect(self.page.locator(".st-key-history .grid")).to_be_attached()

    @property
    def rows(self) -> Locator:
        return self.page.locator(".st-key-history [data-checkpoint-id]")

    @property
    def bubbles(self) -> Locator:
        return self.page.locator(".st-key-chat [data-message-id]")

    @property
    def notice(self) -> Locator:
        return self.page.locator(".st-key-chat .notice .said")

    @property
    def selected(self) -> Locator:
        return self.page.locator('.st-key-history [aria-selected="true"]')

    @property
    def sentence(self) -> Locator:
        return self.page.locator(".st-key-sentence")

    def of_rows(self, name: str) -> list[str]:
        return [row.get_attribute(f"data-{name}") or "" for row in self.rows.all()]

    def send(self, text: str) -> None:
        box = self.page.get_by_test_id("stChatInputTextArea")
        expect(box).to_be_enabled()
        box.fill(text)
        expect(box).to_have_value(text)
        box.press("Enter")
        expect(box).to_have_value("")

    def suggestion(self, place: int) -> Locator:
        return self.page.locator(".st-key-chat .tries button").nth(place)

    def choose(self, key: str, name: str) -> None:
        """Choose an option, and wait for something that only the server's answer can show."""
        self.page.locator(f".st-key-{key} button").first.click()
        self.page.get_by_role("option", name=name, exact=False).first.click()
        if key == "scenario":
            tries = [SCENARIOS[name].suggestions[0][lang] for lang in LANGS]
            expect(self.suggestion(0)).to_have_text(re.compile("|".join(tries)))
        self.idle()

    def toggle_slow(self) -> None:
        self.page.locator(".st-key-slow label").first.click()
        expect(self.page.locator(".st-key-slow input")).to_be_checked()
        self.idle()

    def open_thread(self, thread_id: str) -> None:
        box = self.page.locator(".st-key-thread_new_id input")
        expect(box).to_have_count(0)
        self.page.locator(".st-key-thread_new button").first.click()
        expect(box).to_be_visible()
        box.fill(thread_id)
        box.press("Enter")
        expect(self.page.locator(".st-key-thread input")).to_have_value(thread_id)
        expect(box).to_have_count(0)
        self.idle()

    def speak(self, name: str) -> None:
        self.page.locator(".st-key-lang").get_by_text(name).click()
        self.idle()
