"""Servers that a measurement needs: started as children on free ports, ended by their own id."""

from __future__ import annotations

import contextlib
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))
TUNED = ["--server.headless=true", "--server.fileWatcherType=none", "--runner.postScriptGC=false"]
QUIET = ["--browser.gatherUsageStats=false", "--server.address=127.0.0.1"]


class Server:
    """A `streamlit run` of one script. `cpu()` is seconds of user and system time so far."""

    def __init__(self, script: Path, data_dir: Path | None = None) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        env = os.environ | ({"LAB_DATA_DIR": str(data_dir)} if data_dir else {})
        command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
        self._child = subprocess.Popen(
            [*command, *TUNED, *QUIET],
            cwd=script.parent,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.process = psutil.Process(self._child.pid)
        end = time.monotonic() + 60
        while not self._answers():
            if self._child.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{script} did not start")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
                return True
        except OSError:
            return False

    def cpu(self) -> float:
        times = self.process.cpu_times()
        return times.user + times.system

    def megabytes(self) -> float:
        return self.process.memory_info().rss / 2**20

    def stop(self) -> None:
        self._child.terminate()
        self._child.wait(30)


@contextlib.contextmanager
def lab_server(data_dir: Path | None = None) -> Iterator[Server]:
    """The app on a data folder of its own (or a prepared one)."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(ROOT / "app.py", data_dir or Path(folder) / "data")
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def page_server(name: str) -> Iterator[Server]:
    """A page of this folder."""
    server = Server(HERE / name)
    try:
        yield server
    finally:
        server.stop()


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def report(
    what: str, ours: Sequence[float], theirs: Sequence[float], bar: float, unit: str
) -> None:
    """Medians of both, and the ratio that counts; pairs are neighbouring blocks of one run."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    print(
        f"{what}: {statistics.median(ours):.2f} {unit}, reference"
        f" {statistics.median(theirs):.2f} {unit}, ratio {statistics.median(ratios):.2f}"
        f" ({min(ratios):.2f} to {max(ratios):.2f}), bar {bar}"
    )
