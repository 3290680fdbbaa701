"""What LangGraph itself does with time: replay, branches, edits, questions, rejected writes."""

import itertools
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import InvalidUpdateError
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

CONFIG: Any = {"configurable": {"thread_id": "t"}, "recursion_limit": 50}


class Thread:
    live = property(lambda self: self.graph.get_state(CONFIG))
    rows = property(lambda self: list(self.graph.get_state_history(CONFIG)))  # newest first
    sources = property(lambda self: [row.metadata["source"] for row in self.rows])
    stored = property(lambda t: [[w[1] for w in r.pending_writes] for r in t.saver.list(CONFIG)])
    said = staticmethod(lambda values: " ".join(message.text for message in values["messages"]))

    def __init__(self, saver: Any, *inputs: str, **nodes: Any) -> None:
        """All nodes start in the same step; each is given the number of node starts so far."""
        self.saver, graph, starts = saver, StateGraph(MessagesState), itertools.count(1)
        for name, says in nodes.items():
            graph.add_node(name, lambda _, f=says: {"messages": f(next(starts))})
            graph.add_edge(START, name)
        self.graph: Any = graph.compile(checkpointer=saver)
        self.outcomes = [self.run(text) for text in inputs]

    def run(self, given: Any, at: Any = CONFIG) -> str:  # what the thread then says, or the error
        given = {"messages": given} if isinstance(given, str) else given
        try:
            return self.said(self.graph.invoke(given, {**CONFIG, **at}, durability="sync"))
        except Exception as error:
            return repr(error)


@pytest.fixture(params=["memory", "sqlite"])
def saver(request: pytest.FixtureRequest, tmp_path: Any) -> Any:
    with SqliteSaver.from_conn_string(str(tmp_path / "facts.sqlite")) as opened:
        yield opened if request.param == "sqlite" else InMemorySaver()


@pytest.fixture
def chat(saver: Any) -> Thread:
    return Thread(saver, "U1", "U2", reply=lambda n: f"R{n}")  # row 1 awaits R2, row 3 ends in R1


@pytest.fixture
def paused(saver: Any) -> Thread:
    return Thread(saver, "U", ask=lambda n: f"{n}:{interrupt('sure?')!r}")


def test_replay_forks_and_answers_again_beside_the_old_answer(chat: Thread) -> None:
    assert chat.run(None, chat.rows[1].config) == "U1 R1 U2 R3"
    new, fork, old, replayed, *rest = chat.rows
    assert (len(rest), chat.sources[:2], new.parent_config) == (4, ["loop", "fork"], fork.config)
    assert fork.parent_config == old.parent_config == replayed.config


def test_replay_of_a_finished_checkpoint_truncates_the_thread(chat: Thread) -> None:
    assert chat.run(None, chat.rows[3].config) == "U1 R1"
    assert (chat.live.parent_config, chat.live.next) == (chat.rows[4].config, ())
    assert (len(chat.rows), chat.sources[0], chat.run("U3")) == (7, "fork", "U1 R1 U3 R3")


def test_one_pinned_input_starts_a_branch_that_goes_on_unpinned(chat: Thread) -> None:
    finished = chat.rows[3].config
    assert (chat.run("B", finished), chat.sources[2]) == ("U1 R1 B R3", "input")
    assert (chat.rows[2].parent_config, chat.run("C")) == (finished, "U1 R1 B R3 C R4")


def test_an_edit_is_an_update_and_runs_unpinned(chat: Thread) -> None:
    edited = {"messages": HumanMessage("E", id=chat.live.values["messages"][2].id)}
    chat.graph.update_state(chat.rows[1].config, edited, as_node="__start__")
    assert (chat.live.next, chat.sources[0], chat.run(None)) == (("reply",), "update", "U1 R1 E R3")
    assert chat.rows[1].parent_config == chat.rows[3].config


def test_an_update_refuses_an_unclear_or_unknown_node_but_no_key(saver: Any) -> None:
    thread = Thread(saver, "U", a=lambda n: "A", b=lambda n: "B")
    for node, error in ((None, "Ambiguous update"), ("x", "Node x does not exist")):
        with pytest.raises(InvalidUpdateError, match=error):
            thread.graph.update_state(CONFIG, {}, as_node=node)
    thread.graph.update_state(CONFIG, {"no such key": 1}, as_node="a")
    assert (thread.said(thread.live.values), thread.sources[0]) == ("U A B", "update")


def test_an_answer_is_stored_beside_its_question(paused: Thread) -> None:
    asked = paused.live
    assert (paused.outcomes, asked.next, paused.stored[0]) == (["U"], ("ask",), ["__interrupt__"])
    assert (paused.run(Command(resume="yes")), paused.live.interrupts) == ("U 2:'yes'", ())
    assert (paused.rows[1].config, paused.rows[1].interrupts) == (asked.config, asked.interrupts)
    assert paused.stored[1] == ["__resume__", "__resume__", "__interrupt__", "messages"]


def test_parallel_questions_are_answered_by_id(saver: Any) -> None:
    thread = Thread(saver, "U", a=lambda n: interrupt("a?"), b=lambda n: interrupt("b?"))
    a, b = thread.live.interrupts
    assert thread.run(Command(resume="yes")).startswith("RuntimeError('When there are multiple")
    assert (thread.run(Command(resume={a.id: "A"})), thread.live.interrupts) == ("U A", (b,))
    assert thread.run(Command(resume={b.id: "B"})) == "U A B"


def test_a_new_input_discards_the_question(paused: Thread) -> None:
    assert (paused.run("V"), paused.rows[2].next) == ("U V", ("ask",))
    assert paused.live.interrupts[0].id != paused.rows[2].interrupts[0].id


@pytest.mark.parametrize("answer", [0, False, "", "yes"])
def test_any_answer_runs_the_node_from_its_top(paused: Thread, answer: Any) -> None:
    assert paused.run(Command(resume=answer)) == f"U 2:{answer!r}"


def test_none_answers_only_by_id_and_an_empty_map_not_at_all(paused: Thread) -> None:
    assert paused.run(Command(resume=None)).startswith("UnboundLocalError")
    assert (paused.run(Command(resume={})), paused.stored[0]) == ("U", ["__interrupt__"])
    assert paused.run(Command(resume={paused.live.interrupts[0].id: None})) == "U 3:None"


def test_the_record_of_a_failed_step_names_its_finished_node_too(saver: Any) -> None:
    thread = Thread(saver, a=lambda n: "A", b=lambda n: 1 / 0)  # one by one, or A might get lost
    assert thread.run("U", {"max_concurrency": 1}).startswith("ZeroDivisionError")
    views = thread.graph.get_state(thread.rows[0].config), thread.live
    assert [view.next for view in views] == [("a", "b"), ("b",)]
    assert [thread.said(view.values) for view in views] == ["U", "U A"]


WAYS_OUT: Any = [
    (lambda thread, bad: thread.run("X"), "U V X R "),
    (lambda thread, bad: thread.run(None, bad.config), "U V R "),
    (lambda thread, bad: thread.run("X", bad.parent_config), "U X R "),
    (lambda thread, bad: thread.graph.update_state(CONFIG, {}, as_node="reply"), "U V "),
    (lambda thread, bad: thread.graph.update_state(bad.config, None, as_node="__copy__"), "U V "),
    (lambda thread, bad: thread.saver.delete_thread("t"), ""),
]


@pytest.mark.parametrize(("leave", "kept"), WAYS_OUT)
def test_a_rejected_write_is_kept_and_raises_until_left(saver: Any, leave: Any, kept: str) -> None:
    thread = Thread(saver, reply=lambda n: "R" if n > 2 else RemoveMessage(id="no such"))
    assert all("ID that doesn't exist" in thread.run(given) for given in ("U", None, "V", None))
    assert thread.stored[0] == ["messages"]
    with pytest.raises(ValueError, match="ID that doesn't exist"):
        _ = thread.live
    leave(thread, thread.rows[0])
    assert thread.run("W") == f"{kept}W R"
