"""Actions: the closed set of things a learner can do. Each runs for real and is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from lib.lab.actions.accepting import DURABILITIES, LONGEST_PAUSE
from lib.lab.actions.asking import Regenerate, Send
from lib.lab.actions.branching import Fork, Replay, Resume
from lib.lab.actions.calling import Call
from lib.lab.actions.ground import LONGEST_MESSAGE, Done
from lib.lab.actions.threads import (
    ChooseScenario,
    CopyThread,
    DeleteThread,
    FailNext,
    LabelThread,
    OpenThread,
)

Action = (
    OpenThread
    | LabelThread
    | ChooseScenario
    | CopyThread
    | DeleteThread
    | FailNext
    | Send
    | Regenerate
    | Replay
    | Fork
    | Resume
    | Call
)
ACTIONS: dict[str, Callable[..., Action]] = {kind.__name__: kind for kind in Action.__args__}

__all__ = [
    "ACTIONS",
    "DURABILITIES",
    "LONGEST_MESSAGE",
    "LONGEST_PAUSE",
    "Action",
    "Call",
    "ChooseScenario",
    "CopyThread",
    "DeleteThread",
    "Done",
    "FailNext",
    "Fork",
    "LabelThread",
    "OpenThread",
    "Regenerate",
    "Replay",
    "Resume",
    "Send",
    "as_line",
    "from_line",
]


def as_line(action: Action) -> dict[str, Any]:
    """The action as a journal line: plain data that `from_line` reads back."""
    return {"do": type(action).__name__, **asdict(action)}


def from_line(line: Mapping[str, Any]) -> Action:
    values = dict(line)
    return ACTIONS[values.pop("do")](**values)
