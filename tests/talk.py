"""A conversation in a scenario, and the marks that name every scenario and language."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import InvalidUpdateError
from langgraph.types import Command

from lib.evidence import config_of
from lib.graphs import SCENARIOS, Scenario
from tests.shapes import Graph

LANGUAGES = ("en", "zh")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"[a-z]{2,}")
CHANNELS = re.compile(r"\b(seen|log)\b")
"""Names that an answer in any language calls by their name."""
REJECTED = ("parallel", "write both")
"""No thread gets past it: two values in one step for a channel that takes one."""

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


class Counted:
    """Effects that remember the calls of one thread."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def call(self, node: str) -> int:
        self.calls.append(node)
        return self.calls.count(node)

    def may_fail(self, node: str, beside: str) -> None:
        """Nothing fails in these conversations."""


class Talk:
    """One conversation in a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.effects = Counted()
        builder = scenario.build(self.effects)
        self.graph: Graph = builder.compile(checkpointer=InMemorySaver())

    def say(self, text: str) -> list[str]:
        """One turn, every question answered with yes; the names of the nodes as they started."""
        started = self._run({"messages": [HumanMessage(text)]})
        with contextlib.suppress(InvalidUpdateError):  # `parallel` is there to be rejected
            while waiting := self.graph.get_state(config_of("t")).interrupts:
                started += self._run(Command(resume={question.id: "yes" for question in waiting}))
        return started

    def _run(self, given: Any) -> list[str]:
        config = config_of("t")
        events = self.graph.stream(
            given, config, stream_mode="tasks", subgraphs=True, durability="sync"
        )
        # A graph inside runs as a task as well, but is no node that could be counted.
        inner = {name for name, _ in self.graph.get_subgraphs()}
        names: list[str] = []
        with contextlib.suppress(InvalidUpdateError):
            for _, event in events:
                if "input" in event and event["name"] not in inner:
                    names.append(event["name"])
        return names

    @property
    def values(self) -> dict[str, Any]:
        """The state without what may differ between two runs: the ids of messages."""
        values = self.graph.get_state(config_of("t")).values
        messages: list[AnyMessage] = values["messages"]
        return {**values, "messages": [(m.type, m.text) for m in messages]}

    @property
    def answer(self) -> str:
        kind, text = self.values["messages"][-1]
        assert kind == "ai"
        return str(text)


def spoken(scenario: Scenario, lang: str) -> Talk:
    """A conversation that has used all suggestions of one language that work, in order."""
    talk = Talk(scenario)
    for suggestion in scenario.suggestions:
        if (scenario.id, suggestion["en"]) != REJECTED:
            talk.say(suggestion[lang])
    return talk
