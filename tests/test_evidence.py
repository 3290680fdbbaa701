"""The article's two turns, read back from every backend."""

from __future__ import annotations

from lib.backends import Backend
from lib.evidence import config_of
from tests.reading import ASKED, STATED, record, say, seat, window


def test_two_turns_leave_the_articles_six_checkpoints(backend: Backend, thread: str) -> None:
    graph, thread_id = seat(backend), f"demo-chat-a-{thread}"
    assert [say(graph, thread_id, text) for text in (STATED, ASKED)] == ["已记录：靠窗"] * 2
    seen = window(backend, graph, thread_id)
    assert len(graph.get_state(config_of(thread_id)).values["messages"]) == 4
    assert (len(seen.rows), seen.total) == (6, 6)
    assert [row.decoded.messages for row in seen.rows] == [0, 1, 2, 2, 3, 4]
    assert [row.decoded.next for row in seen.rows] == [("__start__",), ("reply",), ()] * 2
    assert [row.decoded.writers for row in seen.rows] == [(), ("__start__",), ("reply",)] * 2
    assert [row.source for row in seen.rows] == ["input", "loop", "loop"] * 2
    assert [row.step for row in seen.rows] == list(range(-1, 5))
    assert [len(row.decoded.new_message_ids) for row in seen.rows] == [0, 1, 1, 0, 1, 1]


def test_another_thread_knows_nothing_and_the_first_one_still_does(
    backend: Backend, thread: str
) -> None:
    graph, a, b = seat(backend), f"demo-chat-a-{thread}", f"demo-chat-b-{thread}"
    say(graph, a, STATED)
    before = window(backend, graph, a)
    assert say(graph, b, ASKED) == "尚未记录座位偏好"
    assert window(backend, graph, a) == before
    assert say(graph, a, ASKED) == "已记录：靠窗"
    assert window(backend, graph, a).rows[: len(before.rows)] == before.rows


def test_the_raw_record_has_the_articles_seven_keys(backend: Backend, thread: str) -> None:
    graph = seat(backend)
    say(graph, thread, STATED)
    found = record(backend, graph, config_of(thread))
    assert sorted(found.checkpoint) == [
        *("channel_values", "channel_versions", "id", "ts"),
        *("updated_channels", "v", "versions_seen"),
    ]
    assert "messages" in found.checkpoint["channel_values"]
    assert "reply" in found.checkpoint["versions_seen"]
