"""A conversation in a scenario, and the marks that name every scenario and language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from langchain_core.messages import AnyMessage
from langgraph.checkpoint.memory import InMemorySaver

from lib.evidence import config_of
from lib.graphs import SCENARIOS, Scenario
from tests.shapes import Graph

LANGUAGES = ("en", "zh")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"[a-z]")

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


class Counted:
    """Effects that remember the calls of one thread."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def call(self, node: str) -> int:
        self.calls.append(node)
        return self.calls.count(node)


class Talk:
    """One conversation in a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.effects = Counted()
        builder = scenario.build(self.effects)
        self.graph: Graph = builder.compile(checkpointer=InMemorySaver())

    def say(self, text: str) -> list[str]:
        """One turn; the names of the tasks that ran."""
        given: Any = {"messages": [("user", text)]}
        updates = self.graph.stream(given, config_of("t"), stream_mode="updates", durability="sync")
        return [name for update in updates for name in update]

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
    """A conversation that has used all suggestions of one language, in order."""
    talk = Talk(scenario)
    for suggestion in scenario.suggestions:
        talk.say(suggestion[lang])
    return talk
