"""The contract of a backend. A new one joins in `backend_urls.py`; no test here names any."""

from __future__ import annotations

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.store.base import BaseStore

from lib.backends import Backend, open_backend
from lib.evidence import config_of
from tests.backend_urls import Place
from tests.shapes import SHAPES
from tests.walks import namespaces, run


def test_setup_may_be_called_again_and_keeps_what_is_stored(backend: Backend, thread: str) -> None:
    run(backend, thread)
    before = backend.keys(thread)
    backend.setup()
    backend.setup()
    assert backend.keys(thread) == before != []


def test_an_unknown_url_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="cassette://"):
        open_backend("cassette://side-a")


def test_the_saver_is_langgraphs_own_and_a_graph_accepts_it(backend: Backend, thread: str) -> None:
    own = [base for base in type(backend.saver).__mro__ if base.__module__.startswith("langgraph")]
    assert BaseCheckpointSaver in own[1:]
    assert isinstance(backend.reader, own[0])
    assert isinstance(run(backend, thread), CompiledStateGraph)


def test_keys_say_the_same_as_the_saver_oldest_first(backend: Backend, thread: str) -> None:
    run(backend, thread, thread, metadata={"command_id": "c1"})
    listed = list(backend.saver.list(config_of(thread)))[::-1]
    keys = backend.keys(thread)
    assert [key.checkpoint_id for key in keys] == [one.checkpoint["id"] for one in listed]
    assert [dict(key.metadata) for key in keys] == [dict(one.metadata) for one in listed]
    parents = [(one.parent_config or {}).get("configurable", {}) for one in listed]
    assert [key.parent_id for key in keys] == [p.get("checkpoint_id") for p in parents]
    assert all(key.bytes > 0 and key.metadata["command_id"] == "c1" for key in keys)
    assert keys == sorted(keys, key=lambda key: key.checkpoint_id)


def test_a_fork_keeps_its_parent_and_is_the_newest_key(backend: Backend, thread: str) -> None:
    graph = run(backend, thread)
    middle = backend.keys(thread)[1]
    where = config_of(thread, "", middle.checkpoint_id)
    graph.update_state(where, {"log": ["edit"]}, as_node="a")
    newest = backend.keys(thread)[-1]
    assert newest.parent_id == middle.checkpoint_id
    assert newest.metadata["source"] == "update"


def test_a_window_is_the_newest_keys_below_an_id(backend: Backend, thread: str) -> None:
    run(backend, thread)
    keys = backend.keys(thread)
    assert backend.keys(thread, newest=2) == keys[-2:]
    assert backend.keys(thread, before=keys[3].checkpoint_id) == keys[:3]
    assert backend.keys(thread, newest=2, before=keys[3].checkpoint_id) == keys[1:3]
    assert backend.keys(thread, before=keys[0].checkpoint_id) == []
    assert backend.keys(thread, newest=10_000) == keys
    assert backend.keys(thread, newest=0) == []


def test_one_key_is_found_by_its_id_and_an_unknown_one_is_none(
    backend: Backend, thread: str
) -> None:
    run(backend, thread)
    for key in backend.keys(thread):
        assert backend.key(thread, "", key.checkpoint_id) == key
    known = backend.keys(thread)[0].checkpoint_id
    assert backend.key(thread, "", "1f000000-0000-6000-8000-000000000000") is None
    assert backend.key(thread, "child", known) is None
    assert backend.key(f"{thread}-other", "", known) is None


def test_count_counts_one_namespace_of_one_thread(backend: Backend, thread: str) -> None:
    run(backend, thread, f"{thread}-b", f"{thread}-b")
    assert backend.count(thread) == len(backend.keys(thread))
    assert backend.count(f"{thread}-b") == 2 * backend.count(thread) > 0
    assert backend.count(thread, "child") == backend.count(f"{thread}-c") == 0


def test_two_namespaces_of_a_thread_are_apart(backend: Backend, thread: str) -> None:
    run(backend, thread, shape="remembering_subgraph")
    assert namespaces(backend, thread) == {"", "child"}
    root, child = backend.keys(thread), backend.keys(thread, "child")
    assert {key.ns for key in root} == {""} and {key.ns for key in child} == {"child"}
    assert not {k.checkpoint_id for k in root} & {k.checkpoint_id for k in child}
    assert (backend.count(thread), backend.count(thread, "child")) == (len(root), len(child))
    (found,) = [one for one in backend.threads(after=thread[:-1]) if one.thread_id == thread]
    assert found.checkpoints == len(root) + len(child)
    assert found.bytes == sum(key.bytes for key in (*root, *child))
    assert found.head == root[-1].checkpoint_id


def test_threads_are_paged_in_order_of_their_id(backend: Backend, thread: str) -> None:
    mine = [f"{thread}-{letter}" for letter in "abcd"]
    run(backend, *mine[::-1])
    page = backend.threads(after=thread, limit=3)
    assert [one.thread_id for one in page] == mine[:3]
    rest = backend.threads(after=page[-1].thread_id)
    assert [one.thread_id for one in rest if one.thread_id.startswith(thread)] == mine[3:]
    assert [one.head for one in page] == [backend.keys(t)[-1].checkpoint_id for t in mine[:3]]


def test_a_thread_that_was_only_read_is_not_listed(backend: Backend, thread: str) -> None:
    assert backend.saver.get_tuple(config_of(thread)) is None
    assert backend.reader.get_tuple(config_of(thread)) is None
    assert list(backend.saver.list(config_of(thread))) == []
    assert backend.keys(thread) == [] and backend.count(thread) == 0
    assert thread not in [one.thread_id for one in backend.threads(after=thread[:-1])]


def test_the_store_keeps_items_by_namespace(backend: Backend, thread: str) -> None:
    assert isinstance(backend.store, BaseStore)
    backend.store.put(("learners", thread), "seat", {"seat": "靠窗"})
    backend.store.put(("learners", f"{thread}-b"), "seat", {"seat": "过道"})
    found = backend.store.get(("learners", thread), "seat")
    assert found and found.value == {"seat": "靠窗"}
    assert [item.value for item in backend.store.search(("learners", thread))] == [found.value]
    backend.store.delete(("learners", thread), "seat")
    assert backend.store.get(("learners", thread), "seat") is None


def test_opening_it_again_finds_everything(place: Place, url: str, thread: str) -> None:
    with open_backend(url) as first:
        run(first, thread, shape="subgraph")
        first.store.put(("learners", thread), "seat", {"seat": "靠窗"})
        before = (first.keys(thread), list(first.saver.list(config_of(thread))))
    with open_backend(url) as second:
        after = (second.keys(thread), list(second.saver.list(config_of(thread))))
        item = second.store.get(("learners", thread), "seat")
        if place.survives_reopen:
            assert after == before and item and item.value == {"seat": "靠窗"}
            run(second, thread)
            assert second.count(thread) > len(before[0])
        else:
            assert after == ([], []) and item is None


def test_the_reader_refuses_to_write(place: Place, backend: Backend, thread: str) -> None:
    if not place.reader_is_apart:
        pytest.skip("this reader is the saver itself")
    graph = SHAPES["linear"].compiled(backend.reader)
    with pytest.raises(Exception, match=r"read.?only"):
        graph.invoke({"log": ["given"]}, config_of(thread), durability="sync")
    assert backend.count(thread) == 0


@pytest.mark.timeout(20)
def test_the_reader_does_not_wait_for_a_write_under_way(
    place: Place, backend: Backend, thread: str
) -> None:
    if not place.deleting:
        pytest.skip("this saver has no transactions")
    run(backend, thread)
    before = backend.keys(thread)
    with place.deleting(backend, thread):
        assert backend.keys(thread) == before
        assert backend.reader.get_tuple(config_of(thread))
        assert backend.threads(after=thread[:-1])
