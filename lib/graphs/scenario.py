"""A scenario: a rule-based graph, a few messages to try on it, and the word for what to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.graph.state import StateGraph

from lib.graphs.effects import Effects

ByLang = Mapping[str, str]


@dataclass(frozen=True)
class Scenario:
    """`build` returns an uncompiled graph whose state has a `messages` channel.

    `title`, `look` (one line: what to look at) and each suggestion hold one text per language.
    `may_fail` names the node that a learner can make fail, if there is one.
    """

    id: str
    build: Callable[[Effects], StateGraph[Any, Any, Any, Any]]
    title: ByLang
    look: ByLang
    suggestions: tuple[ByLang, ...]
    may_fail: str | None = None
