"""Twenty replays and edits in random order: what the page shows after each, against a model."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lib.evidence import config_of
from lib.evidence.siblings import Mark
from lib.identity.ids import new_id
from lib.lab.actions import Action, Fork, Replay, Send
from lib.lab.hub import hub
from tests.pages import Tab, learner
from tests.test_siblings import model

__all__ = ["learner"]
STEPS = 20


class Model:
    """The thread as LangGraph's own history tells it."""

    def __init__(self, tab: Tab) -> None:
        talk = tab.session.conversation
        found = tab.session.lab.drawing(talk).get_state_history(config_of(talk.thread_id))
        states = sorted(found, key=lambda s: s.config["configurable"]["checkpoint_id"])
        self.parent = {
            s.config["configurable"]["checkpoint_id"]: (s.parent_config or {"configurable": {}})[
                "configurable"
            ].get("checkpoint_id")
            for s in states
        }
        self.messages = dict(
            zip(self.parent, (s.values.get("messages", []) for s in states), strict=True)
        )
        self.ids = list(self.parent)

    def path(self, node: str | None) -> list[str]:
        found = []
        while node:
            found.append(node)
            node = self.parent[node]
        return found[::-1]

    def tip(self, selected: str | None) -> str:
        chosen = selected or self.ids[-1]
        return max(i for i in self.ids if chosen in self.path(i))

    def marks(self, node: str) -> list[Mark]:
        return [(m.type, hash((m.id, m.text))) for m in self.messages[node]]

    def bubbles(self, selected: str | None) -> list[tuple[str, str | None]]:
        """Text and n/m of each message of the shown branch."""
        tip = self.tip(selected)
        tips = [i for i in self.ids if i not in self.parent.values()]
        branches = [(t, self.marks(t)) for t in sorted(tips, key=self.path)]
        found = model(self.marks(tip), branches)
        return [
            (m.text, f"{s.number}/{len(s.tips)}" if (s := found.get(place)) else None)
            for place, m in enumerate(self.messages[tip])
        ]


def shown(tab: Tab) -> list[tuple[str, str | None]]:
    bubbles = tab.data("chat")["bubbles"]
    places = [b["sibling"] and f"{b['sibling']['number']}/{b['sibling']['count']}" for b in bubbles]
    return list(zip((b["text"] for b in bubbles), places, strict=True))


def checked(tab: Tab, selected: str | None, lanes: dict[str, int]) -> None:
    """Tree, lanes, head, n/m and shown branch are what the model says."""
    truth, data = Model(tab), tab.data("history")
    assert [(r["id"], r["parent"]) for r in data["rows"]] == list(truth.parent.items())
    assert data["head"] == truth.ids[-1]
    now = {r["id"]: r["lane"] for r in data["rows"]}
    assert lanes.items() <= now.items(), "rows that were there have moved"
    lanes.update(now)
    assert shown(tab) == truth.bubbles(selected)
    leaves = [i for i in truth.ids if i not in truth.parent.values()]
    assert set(data["tips"]) == (set(leaves) if len(leaves) > 1 else set())
    assert bool(tab.data("chat")["branch"]) == (truth.tip(selected) != truth.ids[-1])


def step(random: Random, tab: Tab, truth: Model) -> Action:
    """A replay of any checkpoint, an edit of any message of one, or a message on any branch."""
    talk, at = tab.session.conversation, random.choice(truth.ids)
    held: list[Any] = truth.messages[at]
    if held and random.random() < 0.4:
        message = random.choice(held)
        edited = {"type": message.type, "id": message.id, "content": f"edit {random.random():.3f}"}
        return Fork(talk.id, at, {"messages": [edited]}, "__start__", new_id())
    if random.random() < 0.2:
        return Send(talk.id, f"more {random.random():.3f}", new_id(), at=truth.tip(at))
    return Replay(talk.id, at, new_id())


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_after_each_of_twenty_steps(learner: str, seed: int) -> None:
    random, tab, lanes = Random(seed), Tab(learner), dict[str, int]()
    tab.send("seat: window")
    tab.send("what is my seat?")
    for _ in range(STEPS):
        tab.session.lab.do(step(random, tab, Model(tab)))
        tab.session.select(None)
        tab.run()
        checked(tab, None, lanes)
        selected = random.choice(Model(tab).ids)
        tab.session.select(selected)
        tab.run()
        checked(tab, selected, lanes)
    assert len(tab.data("history")["tips"]) > 5, "it never branched"
    thread = {"thread": tab.session.conversation_id}
    for again in (Tab(learner, **thread, checkpoint=selected), Tab(learner, **thread)):
        for name in ("history", "chat"):
            tab.session.select(again.session.checkpoint_id)
            tab.run()
            assert again.data(name) | {"notice_id": 0} == tab.data(name) | {"notice_id": 0}
    arrows(tab)
    assert hub().runner.wait_idle(5)


def arrows(tab: Tab) -> None:
    """Every arrow leads to the sibling that it says, one place further."""
    for place, bubble in enumerate(tab.data("chat")["bubbles"]):
        for side, number in (("earlier", -1), ("later", 1)):
            if bubble["sibling"] and (to := bubble["sibling"][side]):
                tab.session.select(to)
                tab.run()
                there = tab.data("chat")["bubbles"][place]["sibling"]
                assert there["number"] == bubble["sibling"]["number"] + number
                assert there["count"] == bubble["sibling"]["count"]
