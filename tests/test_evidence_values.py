"""Stored values: as plain data, and what changed between two of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langgraph.types import Interrupt, Send
from pydantic import BaseModel

from lib.evidence import diff, plain, version_number
from lib.evidence.plain import LONGEST

ASK, ANSWER = HumanMessage("where?", id="1"), AIMessage("here", id="2")


def kinds(before: list[AnyMessage], after: list[AnyMessage]) -> list[tuple[str, str | None]]:
    changes = diff({"messages": before}, {"messages": after})
    assert {change.channel for change in changes} <= {"messages"}
    return [(change.kind, change.message_id) for change in changes]


def test_an_added_message_is_one_change() -> None:
    assert kinds([ASK], [ASK, ANSWER]) == [("added", "2")]
    assert kinds([ANSWER], [ASK, ANSWER]) == [("added", "1")]
    (change,) = diff({}, {"messages": [ASK]})
    assert change.before is None and change.after["content"] == "where?"


def test_a_removed_message_is_one_change_and_keeps_what_it_said() -> None:
    assert kinds([ASK, ANSWER], [ANSWER]) == [("removed", "1")]
    (change,) = diff({"messages": [ASK]}, {"messages": []})
    assert change.before["content"] == "where?" and change.after is None


def test_an_edited_message_is_one_change_with_both_texts() -> None:
    edited = AIMessage("there", id="2")
    assert kinds([ASK, ANSWER], [ASK, edited]) == [("changed", "2")]
    (change,) = diff({"messages": [ASK, ANSWER]}, {"messages": [ASK, edited]})
    assert (change.before["content"], change.after["content"]) == ("here", "there")


def test_reordered_messages_have_not_changed() -> None:
    assert kinds([ASK, ANSWER], [ANSWER, ASK]) == []


def test_messages_without_an_id_are_told_apart_by_their_place() -> None:
    nameless = [SystemMessage("a"), SystemMessage("b")]
    assert kinds(nameless, [*nameless, SystemMessage("c")]) == [("added", None)]
    assert kinds(nameless, nameless) == []


def test_other_channels_are_compared_as_a_whole() -> None:
    before = {"city": "Tokyo", "gone": 1, "same": [1]}
    after = {"city": "Paris", "new": None, "same": [1]}
    changes = [(c.kind, c.channel, c.before, c.after) for c in diff(before, after)]
    assert changes == [
        ("changed", "city", "Tokyo", "Paris"),
        ("removed", "gone", 1, None),
        ("added", "new", None, None),
    ]


def test_a_channel_that_turns_into_messages_is_compared_as_a_whole() -> None:
    (change,) = diff({"notes": ["text"]}, {"notes": [ASK]})
    assert (change.kind, change.message_id, change.before) == ("changed", None, ["text"])


@pytest.mark.parametrize(
    ("before", "after"),
    [("x" * LONGEST + "a", "x" * LONGEST + "b"), (b"a", b"b"), (1, True)],
    ids=["long text", "bytes", "bool"],
)
def test_values_that_are_shown_alike_have_still_changed(before: Any, after: Any) -> None:
    assert [change.kind for change in diff({"note": before}, {"note": after})] == ["changed"]


def test_a_channel_that_becomes_an_empty_list_was_added() -> None:
    assert [change.kind for change in diff({}, {"hits": []})] == ["added"]


@dataclass
class Seat:
    side: str
    rows: set[int]


@dataclass(slots=True)
class Slotted:
    side: str


class Model(BaseModel):
    seat: Seat


VALUES: dict[str, tuple[Any, str]] = {
    "message": (AIMessage("here", id="2", additional_kwargs={"a": 1}), "here"),
    "tool call": (AIMessage("", tool_calls=[{"name": "look", "args": {}, "id": "7"}]), "look"),
    "Send": (Send("worker", {"city": "Tokyo"}), "worker"),
    "Interrupt": (Interrupt("sure?", id="i"), "sure?"),
    "set": ({"b", "a"}, "a"),
    "mixed set": ({1, "a", (2, 3)}, "a"),
    "bytes": (b"\x00\xff" * 8, "16"),
    "dataclass": (Seat("window", {1, 2}), "window"),
    "slots": (Slotted("aisle"), "aisle"),
    "pydantic": (Model(seat=Seat("window", {3})), "window"),
    "exception": (TimeoutError("no answer"), "no answer"),
    "other keys": ({1: "one", None: "none", (2, 3): "pair"}, "pair"),
    "deep": ([[[{"a": (1, [Seat("deep", set())])}]]], "deep"),
}


@pytest.mark.parametrize("name", VALUES)
def test_any_stored_value_becomes_json_that_still_says_what_it_was(name: str) -> None:
    value, says = VALUES[name]
    shown = json.dumps(plain(value), ensure_ascii=False)
    assert says in shown
    assert plain(json.loads(shown)) == plain(value)


def test_objects_name_their_type_and_a_message_its_kind() -> None:
    for value in (Seat("window", set()), Slotted("aisle"), Send("worker", {}), Interrupt("sure?")):
        assert plain(value)["type"] == type(value).__name__
    assert plain(ASK) == {"type": "human", "id": "1", "content": "where?"}
    assert plain({"b", "a"}) == {"set": ["a", "b"]}


def test_a_pydantic_model_shows_its_fields_and_nothing_private() -> None:
    shown = plain(Model(seat=Seat("window", {3})))
    assert shown == {"type": "Model", "seat": plain(Seat("window", {3}))}


def test_a_very_long_text_is_cut_and_the_rest_is_counted() -> None:
    whole, longer = plain("x" * LONGEST), plain("x" * (LONGEST + 7))
    assert whole == "x" * LONGEST
    assert longer.startswith(whole) and longer.endswith("(+7)") and len(longer) < LONGEST + 20
    assert len(json.dumps(plain(AIMessage("y" * 10 * LONGEST)))) < LONGEST + 200


def test_a_version_is_its_counting_part() -> None:
    padded = "00000000000000000000000000000012.0.98991"
    assert [version_number(v) for v in (padded, 3, 2.5, None)] == [12, 3, 2, None]
