"""Scenarios: complete in both languages, predictable, and counted at every node."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import NoReturn

import pytest
from langgraph.pregel import Pregel

import lib.graphs
from lib.graphs import SCENARIOS, Scenario, Uncounted
from tests.talk import CHINESE, LANGUAGES, Talk, each_language, each_scenario

UNPREDICTABLE = {
    *("random", "secrets", "uuid", "time", "datetime", "os", "threading", "asyncio"),
    *("__import__", "open", "eval", "exec"),
    *("requests", "httpx", "urllib", "http", "socket", "subprocess", "streamlit"),
}
MODULES = sorted(Path(lib.graphs.__file__).parent.glob("*.py"))


@each_scenario
def test_a_scenario_has_a_title_a_look_and_suggestions_in_both_languages(
    scenario: Scenario,
) -> None:
    assert SCENARIOS[scenario.id] is scenario
    assert scenario.suggestions
    for text in (scenario.title, scenario.look, *scenario.suggestions):
        assert set(text) == set(LANGUAGES)
        assert all(part.strip() == part != "" for part in text.values())
        assert CHINESE.search(text["zh"]) and not CHINESE.search(text["en"])


@each_scenario
@each_language
def test_each_execution_of_a_node_is_counted_once(scenario: Scenario, lang: str) -> None:
    talk = Talk(scenario)
    for suggestion in scenario.suggestions:
        before = Counter(talk.effects.calls)
        ran = Counter(talk.say(suggestion[lang]))
        assert Counter(talk.effects.calls) - before == ran


class Untouchable:
    """A state that no node may look at before it was counted."""

    def __getitem__(self, key: str) -> NoReturn:
        raise AssertionError(f"{key} was read before the call was counted")

    get = __getitem__


class Stopped(Exception):
    """Raised in place of a count, so that nothing after it happens."""


class Stopping:
    def call(self, node: str) -> NoReturn:
        raise Stopped(node)

    def may_fail(self, node: str, beside: str) -> NoReturn:
        raise AssertionError("a node may fail after it was counted")


@each_scenario
def test_a_node_is_counted_under_its_name_before_it_does_anything_else(scenario: Scenario) -> None:
    nodes = scenario.build(Stopping()).nodes
    assert nodes
    for name, node in nodes.items():
        if isinstance(node.runnable, Pregel):
            continue  # a graph inside: its own nodes are counted
        with pytest.raises(Stopped, match=f"^{name}$"):
            node.runnable.invoke(Untouchable())  # type: ignore[arg-type]


def test_effects_may_be_left_out_to_draw_a_graph() -> None:
    for scenario in SCENARIOS.values():
        graph = scenario.build(Uncounted()).compile()
        assert {"__start__", "__end__"} < set(graph.get_graph().nodes)
        assert "messages" in graph.channels


def imported(module: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or ".")
        elif isinstance(node, ast.Name) and node.id in UNPREDICTABLE:
            names.add(node.id)
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_scenario_imports_nothing_that_could_differ_between_two_runs(module: Path) -> None:
    names = imported(module)
    assert not {name.split(".")[0] for name in names} & UNPREDICTABLE
    assert all(n.startswith("lib.graphs") for n in names if n == "lib" or n.startswith("lib."))
