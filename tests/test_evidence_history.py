"""The history window: each checkpoint decoded once, and the way through its forks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.memory import InMemorySaver

from lib.backends import Key
from lib.evidence import Decoder, Row, Window, config_of
from lib.evidence.checkpoint import parent_id_of
from lib.graphs import SCENARIOS, Uncounted
from tests.shapes import Graph


class CountingSaver(InMemorySaver):
    """LangGraph's own saver, with the checkpoint ids it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        self.asked.append(config["configurable"].get("checkpoint_id", ""))
        return super().get_tuple(config)


class History:
    """One thread of the `seat` scenario whose saver counts what is decoded."""

    def __init__(self, turns: int = 0) -> None:
        self.saver = CountingSaver()
        self.graph: Graph = SCENARIOS["seat"].build(Uncounted()).compile(checkpointer=self.saver)
        for _ in range(turns):
            self.turn()

    def turn(self, at: str | None = None) -> None:
        where = config_of("t", "", at)
        self.graph.invoke({"messages": [("user", "seat: window")]}, where, durability="sync")

    def keys(self) -> list[Key]:
        found = list(self.saver.list(config_of("t")))[::-1]
        return [Key(one.checkpoint["id"], parent_id_of(one), "", one.metadata, 1) for one in found]

    def window(self, decoder: Decoder, keys: Sequence[Key] | None = None) -> Window:
        """A window, after which `asked` holds only what was decoded for it."""
        shown = self.keys() if keys is None else keys
        self.saver.asked.clear()
        return decoder.window("lab", self.saver, self.graph, "t", "", shown, len(self.keys()))

    def forked(self) -> Window:
        """Two turns, then two more branches from where the first turn had ended."""
        self.turn()
        self.first_end = self.keys()[-1].checkpoint_id
        self.turn()
        self.turn(self.first_end)
        self.turn(self.first_end)
        return self.window(Decoder())


def test_each_checkpoint_is_decoded_once_and_never_again() -> None:
    history, decoder = History(turns=3), Decoder()
    first = history.window(decoder)
    assert Counter(history.saver.asked) == Counter(row.checkpoint_id for row in first.rows)
    assert history.window(decoder) == first
    assert history.saver.asked == []


def test_a_new_turn_decodes_its_own_checkpoints_and_the_parent_they_grew_from() -> None:
    history, decoder = History(turns=3), Decoder()
    before = history.window(decoder)
    history.turn()
    after = history.window(decoder)
    new = {row.checkpoint_id for row in after.rows} - {row.checkpoint_id for row in before.rows}
    assert set(history.saver.asked) == new | {before.head}
    assert len(history.saver.asked) == len(new) + 1
    assert after.rows[: len(before.rows)] == before.rows


@pytest.mark.parametrize("newest", [1, 4, 7])
def test_no_more_is_decoded_than_the_window_and_the_parent_at_its_edge(newest: int) -> None:
    history = History(turns=20)
    keys = history.keys()[-newest:]
    seen = history.window(Decoder(), keys)
    assert set(history.saver.asked) == {k.checkpoint_id for k in keys} | {keys[0].parent_id}
    assert len(history.saver.asked) == newest + 1
    assert (len(seen.rows), seen.total) == (newest, len(history.keys()))
    assert [row.cut for row in seen.rows] == [True] + [False] * (newest - 1)


def test_a_fork_reads_at_most_its_parent_again() -> None:
    history = History()
    rows = history.forked().rows
    assert set(history.saver.asked) == {row.checkpoint_id for row in rows}
    forks = [row for last, row in pairwise(rows) if row.parent_id != last.checkpoint_id]
    assert len(history.saver.asked) <= len(rows) + len(forks)


def test_a_decoder_that_forgets_shows_the_same_rows() -> None:
    history = History(turns=3)
    assert history.window(Decoder(limit=2)) == history.window(Decoder())


def test_one_decoder_keeps_labs_with_the_same_checkpoint_apart() -> None:
    history, other, decoder = History(turns=1), CountingSaver(), Decoder()
    keys = history.keys()[-1:]
    found = history.saver.get_tuple(config_of("t", "", keys[0].checkpoint_id))
    assert found
    emptied = {**found.checkpoint, "channel_values": {}}
    other.put(config_of("t"), emptied, found.metadata, {})  # type: ignore[arg-type]
    messages = [
        decoder.window(lab, saver, history.graph, "t", "", keys, 1).rows[0].decoded.messages
        for lab, saver in {"a": history.saver, "b": other}.items()
    ]
    assert messages == [2, 0]


def test_a_row_says_which_command_wrote_it_and_what_is_new_in_it() -> None:
    history = History()
    given: Any = {"messages": [("user", "seat: window")]}
    config = config_of("t") | {"metadata": {"command_id": "c1"}}
    history.graph.invoke(given, config, durability="sync")  # type: ignore[call-overload]
    rows = history.window(Decoder()).rows
    assert {row.command_id for row in rows} == {"c1"}
    assert [len(row.decoded.new_message_ids) for row in rows] == [0, 1, 1]
    cut = history.window(Decoder(), history.keys()[-1:]).rows
    assert cut[0].decoded == rows[-1].decoded


def tips(seen: Window) -> list[Row]:
    parents = {row.parent_id for row in seen.rows}
    return [row for row in seen.rows if row.checkpoint_id not in parents]


def test_each_branch_leads_down_to_its_own_tip() -> None:
    history = History()
    seen = history.forked()
    assert len(tips(seen)) == 3 and seen.head == tips(seen)[-1].checkpoint_id
    for tip in tips(seen):
        own = [
            row for row in seen.path_to(tip.checkpoint_id) if row.checkpoint_id > history.first_end
        ]
        assert {seen.tip_below(row.checkpoint_id) for row in own} == {tip.checkpoint_id}


def test_above_a_fork_the_newest_tip_is_meant_and_so_it_is_without_a_place() -> None:
    history = History()
    seen = history.forked()
    for place in (seen.rows[0].checkpoint_id, history.first_end, None, "not in this window"):
        assert seen.tip_below(place) == seen.head


def test_the_path_to_a_row_is_its_ancestors_from_the_root() -> None:
    seen = History().forked()
    for tip in tips(seen):
        path = seen.path_to(tip.checkpoint_id)
        assert path[0] == seen.rows[0] and path[-1] == tip
        assert [row.parent_id for row in path[1:]] == [row.checkpoint_id for row in path[:-1]]
    assert seen.path_to("not in this window") == seen.path_to(None) == []


def test_a_path_begins_where_the_window_is_cut() -> None:
    history = History(turns=4)
    seen = history.window(Decoder(), history.keys()[-5:])
    assert seen.path_to(seen.head) == list(seen.rows)
    assert [row.cut for row in seen.path_to(seen.head)] == [True, *[False] * 4]


def test_an_empty_window_has_no_head_and_leads_nowhere() -> None:
    empty = History().window(Decoder())
    assert (empty.rows, empty.total, empty.head) == ((), 0, None)
    assert empty.tip_below(None) is None and empty.tip_below("x") is None
    assert empty.path_to(None) == []
