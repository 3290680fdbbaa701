"""Start, stop and start again of the served app."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from lib.text import LANGS, Text
from tests.browser.app import ROOT, Server, free_port
from tests.visits import get, issued, live, new_cookie, visit

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "data")
    yield started
    started.stop()


def test_the_data_folder_is_held_by_one_process_until_it_ends(
    server: Server, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with pytest.raises(Timeout):
        FileLock(folder / "lock").acquire(timeout=0)
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    second = subprocess.run(
        [*command, f"--server.port={free_port()}"],
        cwd=ROOT,
        env={**os.environ, "LAB_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert second.returncode != 0
    for lang in LANGS:
        assert Text(lang)("errors.data_held", folder=folder) in second.stderr
    assert "Traceback" not in second.stderr
    get(server.url)

    server._child.send_signal(signal.SIGTERM)
    assert server._child.wait(15) in (0, -signal.SIGTERM)
    with FileLock(folder / "lock", timeout=0):
        pass


@pytest.mark.parametrize("ends", ["stop", "kill"])
def test_after_a_restart_the_cookie_holds_and_the_version_is_larger(
    server: Server, ends: str
) -> None:
    cookie = new_cookie(server.url)
    with visit(server.url, cookie) as shown:
        shown.send("seat: window")
        with live(server.url, cookie) as tab:
            before = int(tab.recv(timeout=10))
            getattr(server, ends)()
    server.start()
    assert issued(get(server.url, cookie)) is None
    with live(server.url, cookie) as tab:
        assert int(tab.recv(timeout=10)) > before


def test_sigterm_ends_the_process_while_tabs_are_open(server: Server) -> None:
    cookie = new_cookie(server.url)
    with visit(server.url, cookie), live(server.url, cookie) as tab:
        tab.recv(timeout=10)
        server._child.send_signal(signal.SIGTERM)
        assert server._child.wait(15) in (0, -signal.SIGTERM)
    assert "Traceback" not in server._log.read_text()
