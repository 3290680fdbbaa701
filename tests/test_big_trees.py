"""Ten thousand checkpoints, fifty branches, several roots, missing parents: drawn, and no hang."""

from __future__ import annotations

import time
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base.id import uuid6

from lib.evidence import config_of
from lib.lab.lab import Lab
from tests.pages import Tab, learner

__all__ = ["learner"]
pytestmark = pytest.mark.slow

TOTAL, BRANCHES, ROOTS, ORPHANS = 10_000, 50, 3, 2
LONGEST = 5.0
"""Seconds of one page run on a busy machine; one that grew with the history takes longer."""


class Writer:
    """Writes rows of one thread with `put`, each like one of a real turn."""

    def __init__(self, tab: Tab) -> None:
        self.lab: Lab = tab.session.lab
        self.thread_id = tab.session.conversation.thread_id
        talk = tab.session.conversation
        keys = self.lab.backend.keys(talk.thread_id)
        found = [
            self.lab.backend.reader.get_tuple(config_of(talk.thread_id, "", k.checkpoint_id))
            for k in keys
        ]
        self.like: Any = found[-1]
        self.first = [key.checkpoint_id for key in keys]
        self.count = len(keys)

    def row(self, parent: str | None, answer: str) -> str:
        messages = [HumanMessage("seat: window", id="u"), AIMessage(answer, id=answer)]
        self.count += 1
        checkpoint = {
            **self.like.checkpoint,
            "id": str(uuid6(clock_seq=self.count % 16_000)),
            "channel_values": {"messages": messages},
        }
        metadata = {**self.like.metadata, "step": self.count}
        where = config_of(self.thread_id, "", parent)
        versions = checkpoint["channel_versions"]
        self.lab.backend.saver.put(where, checkpoint, metadata, versions)
        return str(checkpoint["id"])

    def chain(self, parent: str | None, answer: str, rows: int) -> list[str]:
        ids = []
        for _ in range(rows):
            parent = self.row(parent, answer)
            ids.append(parent)
        return ids


def timed(tab: Tab, **query: str) -> Tab:
    begun = time.monotonic()
    found = Tab(tab.session.learner_id, thread=tab.session.conversation_id, **query)
    assert time.monotonic() - begun < LONGEST
    return found


def test_a_very_large_tree_is_drawn_and_walked(learner: str) -> None:
    tab = Tab(learner)
    tab.send("seat: window")
    writer = Writer(tab)
    start = writer.row(writer.first[0], "start")
    each = TOTAL // (BRANCHES + ROOTS + ORPHANS)
    branches = [writer.chain(start, f"answer {n}", each) for n in range(BRANCHES)]
    for n in range(ROOTS):
        writer.chain(None, f"root {n}", each)
    for n in range(ORPHANS):
        writer.chain("1ef00000-0000-6000-8000-000000000000", f"orphan {n}", each)
    writer.chain(branches[-1][-1], f"answer {BRANCHES - 1}", TOTAL - writer.count)
    tips = BRANCHES + ROOTS + ORPHANS + 1  # the turn that was really run, of another message

    timed(tab)  # the first view is not kept waiting for the whole tree
    seen = timed(tab)
    history = seen.data("history")
    assert history["total"] == TOTAL and len(history["rows"]) == 100
    assert len(history["tips"]) == tips
    older = timed(tab, checkpoint=branches[3][0])
    bubbles = older.data("chat")["bubbles"]
    assert [b["text"] for b in bubbles] == ["seat: window", "answer 3"]
    assert [b["sibling"]["count"] for b in bubbles] == [2, tips - 1], "two questions, all answers"
    assert older.data("chat")["branch"]
    later = timed(tab, checkpoint=bubbles[1]["sibling"]["later"])
    assert later.data("chat")["bubbles"][1]["text"] == "answer 4"
    assert later.session.tip == branches[4][-1]
