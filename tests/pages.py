"""The pages through Streamlit's own AppTest, on a fresh data folder with one learner."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from lib.identity.learners import issue_token, learner_of
from lib.lab.hub import close_hub, hub
from lib.ui.opening import remembered
from lib.ui.session import KEY, Session

SHELL = Path(__file__).parents[1] / "lib" / "ui" / "entry" / "shell.py"


class Tab:
    """One tab of a learner. `run` is a full script run; runs of graphs are waited for first."""

    def __init__(self, learner_id: str, page: str = "playground", **query: str) -> None:
        self.app = AppTest.from_file(str(SHELL), default_timeout=30)
        self.app.switch_page(f"../../../pages/{page}.py")
        self.app.session_state[KEY] = remembered(learner_id)
        for name, value in query.items():
            self.app.query_params[name] = value
        self.run()

    @property
    def session(self) -> Session:
        found = self.app.session_state[KEY]
        assert isinstance(found, Session)
        return found

    def run(self) -> None:
        assert hub().runner.wait_idle(20)
        self.app.run()
        assert not self.app.exception, self.app.exception

    def send(self, text: str) -> None:
        self.app.chat_input(key="message").set_value(text).run()
        self.run()

    def data(self, component: str) -> dict[str, Any]:
        """What the server sent to one of the inline components."""
        for element in self.app.get("bidi_component"):
            if element.proto.component_name == f"lab_{component}":
                found: dict[str, Any] = json.loads(element.proto.bytes)
                return found
        raise AssertionError(f"no {component} on the page")

    @property
    def notice(self) -> str | None:
        found: str | None = self.data("chat")["notice"]
        return found


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A learner's id in a process whose data folder is empty."""
    close_hub()
    monkeypatch.setenv("LAB_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("LAB_SLOW_SECONDS", "0.05")
    yield another_learner()
    close_hub()


def another_learner() -> str:
    learner_id = learner_of(hub().ledger, issue_token(hub().ledger))
    assert learner_id
    return learner_id
