"""The panels that act on history, without a browser: each button does what it says."""

from __future__ import annotations

import json
from html import escape

import pytest

from lib.lab.actions import ChooseScenario, DeleteThread, Fork, Replay, Resume
from lib.lab.hub import hub
from lib.text import LANGS
from tests.pages import Tab, learner

__all__ = ["learner"]


def opened(learner_id: str, scenario: str, *texts: str, lang: str = "en") -> Tab:
    tab = Tab(learner_id, lang=lang)
    if scenario != "seat":
        tab.session.attempt(ChooseScenario(tab.session.conversation_id, scenario))
        tab.run()
    for text in texts:
        tab.send(text)
    return tab


def press(tab: Tab, key: str) -> None:
    tab.app.button(key=key).click().run()
    assert not tab.app.exception, tab.app.exception
    tab.run()


def select(tab: Tab, place: int) -> str:
    checkpoint_id = str(tab.data("history")["rows"][place]["id"])
    tab.session.select(checkpoint_id)
    tab.run()
    return checkpoint_id


def popover(tab: Tab, key: str) -> None:
    tab.app.session_state[key] = True
    tab.run()


def texts(tab: Tab) -> list[str]:
    return [bubble["text"] for bubble in tab.data("chat")["bubbles"]]


def test_replay_runs_what_is_due_and_follows_the_head_again(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    select(tab, 1)
    press(tab, "replay")
    assert [row["source"] for row in tab.data("history")["rows"]][-2:] == ["fork", "loop"]
    assert tab.session.checkpoint_id is None and tab.notice is None
    assert tab.data("details")["choice"][1] is None, "the page is told"
    assert [b["sibling"] for b in tab.data("chat")["bubbles"]][1]["count"] == 2


@pytest.mark.parametrize("lang", LANGS)
def test_replay_of_a_finished_checkpoint_is_explained(learner: str, lang: str) -> None:
    tab = opened(learner, "seat", "seat: window", "what is my seat?", lang=lang)
    select(tab, 2)
    assert tab.app.button(key="replay").help == tab.session.text("acting.replay_help")
    press(tab, "replay")
    assert tab.notice == tab.session.text("acting.replayed_done")
    assert texts(tab) == ["seat: window", "noted: window"]
    assert tab.session.text("details.sentence.fork_done", step=2) in tab.data("details")["html"]


def test_an_edited_message_is_previewed_and_run(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window", "what is my seat?")
    select(tab, 1)
    popover(tab, "fork")
    assert tab.app.text_area(key="fork_message").value == "seat: window"
    tab.app.text_area(key="fork_message").set_value("seat: aisle").run()
    assert "reply" in tab.app.info[0].value
    press(tab, "fork_run")
    assert texts(tab) == ["seat: aisle", "noted: aisle"]
    assert tab.data("history")["rows"][-2]["source"] == "update"
    assert tab.data("chat")["bubbles"][0]["sibling"] | {"earlier": ""} == {
        "number": 2,
        "count": 2,
        "earlier": "",
        "later": None,
    }


def test_a_channel_is_edited_as_json_and_bad_input_is_said(learner: str) -> None:
    tab = opened(learner, "trip", "book a trip to Tokyo")
    select(tab, 2)
    popover(tab, "fork")
    tab.app.selectbox(key="fork_channel").set_value("city").run()
    assert json.loads(tab.app.text_area(key="fork_value").value) == "Tokyo"
    before = len(tab.data("history")["rows"])
    tab.app.text_area(key="fork_value").set_value("Rome").run()
    assert "JSON" in tab.app.error[0].value
    press(tab, "fork_run")
    assert len(tab.data("history")["rows"]) == before and tab.app.warning
    tab.app.text_area(key="fork_value").set_value('"Rome"').run()
    assert tab.app.selectbox(key="fork_as_node").value == "", "what was due stays due"
    press(tab, "fork_run")
    assert len(tab.data("history")["rows"]) > before
    assert texts(tab)[-1].startswith("Rome")


def test_typing_on_an_older_branch_continues_it(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    select(tab, 1)
    press(tab, "replay")
    tip = select(tab, 2)
    assert tab.data("chat")["branch"].startswith("Branch A")
    assert tab.app.chat_input(key="message").placeholder == tab.session.text(
        "chat.placeholder_branch"
    )
    tab.send("seat: middle")
    rows = tab.data("history")["rows"]
    assert rows[-3]["parent"] == tip and tab.data("chat")["branch"] == ""
    assert texts(tab) == ["seat: window", "noted: window", "seat: middle", "noted: middle"]


def test_continue_goes_to_the_tip_of_the_branch(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window", "what is my seat?")
    tip = tab.data("history")["rows"][5]["id"]
    first = select(tab, 1)
    press(tab, "replay")
    tab.session.select(tab.data("history")["rows"][3]["id"])
    tab.run()
    press(tab, "continue_branch")
    assert tab.session.checkpoint_id == tip != first
    assert tab.data("details")["choice"][1] == tip


def test_all_questions_are_listed_and_answered(learner: str) -> None:
    tab = opened(learner, "approval", "book a trip to Tokyo")
    assert [i.label.replace("\\", "") for i in tab.app.text_input if "ask" in i.label] == [
        "ask_flight: Book the flight for Tokyo?",
        "ask_hotel: Book the hotel for Tokyo?",
    ]
    press(tab, "resume")
    assert tab.notice == tab.session.text("errors.answer_blank")
    tab.app.text_input(key="answer_2").set_value("no")
    press(tab, "resume")
    assert len(tab.data("history")["rows"]) == 2
    assert "ask" in tab.app.text_input(key="answer_1").label
    tab.app.text_input(key="answer_1").set_value("yes")
    press(tab, "resume")
    assert texts(tab)[-1] == "flight: booked, hotel: not booked (#1)"
    assert not [i for i in tab.app.text_input if "ask" in i.label]


def test_a_failure_is_ordered_once(learner: str) -> None:
    tab = opened(learner, "lookup")
    press(tab, "fail_next")
    assert tab.app.button(key="fail_next").disabled
    tab.send("seat: window")
    assert tab.data("chat")["bubbles"][-1]["state"] == "failed"
    both = {"next": "lookup_seat, lookup_fare", "live": "lookup_fare"}
    said = tab.session.text("details.live_differs", **both)
    assert escape(said) in tab.data("details")["html"]
    assert not tab.app.button(key="fail_next").disabled


def test_the_inner_graphs_have_histories_of_their_own(learner: str) -> None:
    tab = opened(learner, "team", "tell me about Tokyo", "and London?")
    names = tab.app.selectbox(key="ns").options
    assert names == ["root graph (10)", "research #1 (4)", "research #2 (4)"]
    tab.app.selectbox(key="ns").set_value(_inner(tab)).run()
    tab.run()
    rows = tab.data("history")["rows"]
    assert [row["next"] for row in rows] == [["__start__"], ["gather"], ["write"], []]
    assert tab.app.query_params["ns"] == tab.session.ns and tab.app.button(key="replay").disabled
    select(tab, 2)
    assert "gather" in tab.data("details")["html"]
    again = Tab(
        learner,
        thread=tab.session.conversation_id,
        ns=tab.session.ns,
        checkpoint=str(tab.session.checkpoint_id),
    )
    assert again.data("details")["html"] == tab.data("details")["html"]


def _inner(tab: Tab) -> str:
    found = tab.session.lab.namespaces(tab.session.conversation)
    return found[1][0]


def test_any_two_checkpoints_are_compared(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    select(tab, 1)
    press(tab, "replay")
    kept = select(tab, 2)
    press(tab, "compare")
    select(tab, 4)
    html = tab.data("details")["html"]
    title = tab.session.text("details.diff.title_kept", step=1, id=kept[-8:])
    assert title in html and html.count('class="plus"') == html.count('class="minus"') == 1
    press(tab, "compare")
    assert title not in tab.data("details")["html"]


def test_the_same_history_as_a_drawing(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    tab.app.segmented_control(key="history_view").set_value("graph").run()
    tab.run()
    spec = tab.app.get("graphviz_chart")[0].proto.spec
    assert spec.count("lab-row-") == 3 and spec.count("->") == 2


def test_a_thread_is_copied_and_deleted(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    popover(tab, "thread_menu")
    press(tab, "thread_copy")
    assert tab.session.conversation.thread_id == "demo-chat-b"
    assert texts(tab) == ["seat: window", "noted: window"]
    popover(tab, "thread_menu")
    press(tab, "thread_delete")
    assert len(tab.session.threads) == 2 and tab.app.warning
    tab.app.text_input(key="delete_confirm").set_value("demo-chat-b")
    press(tab, "thread_delete")
    assert [c.thread_id for c in tab.session.threads] == ["demo-chat-a"]
    assert tab.notice == tab.session.text("bar.deleted", thread="demo-chat-b")
    press(tab, "undo")
    assert tab.notice == tab.session.text("errors.undo_delete", thread="demo-chat-b")


def test_undo_and_reset(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    select(tab, 2)
    press(tab, "undo")
    assert tab.data("history")["rows"] == [] and texts(tab) == []
    assert "sent a message" in str(tab.notice)
    press(tab, "undo")
    assert tab.notice == tab.session.text("errors.undo_nothing")
    tab.send("seat: aisle")
    popover(tab, "reset_menu")
    press(tab, "reset")
    assert tab.data("history")["rows"] == [] and len(tab.session.threads) == 1
    assert tab.notice == tab.session.text("bar.was_reset")


def test_a_question_of_an_older_branch_is_not_asked_but_told(learner: str) -> None:
    tab = opened(learner, "approval", "book a trip to Tokyo")
    talk, at = tab.session.conversation, tab.data("history")["rows"][0]["id"]
    tab.session.lab.do(Replay(talk.id, at, "again"))
    assert hub().runner.wait_idle(10)
    select(tab, 1)
    assert not [i for i in tab.app.text_input if "ask" in i.label]
    assert "ask_flight, ask_hotel" in tab.data("chat")["branch"]


def test_a_tab_whose_thread_was_removed_elsewhere_shows_another(learner: str) -> None:
    first, second = Tab(learner), Tab(learner)
    popover(first, "thread_menu")
    press(first, "thread_copy")
    second.session.conversation_id = first.session.conversation_id
    second.run()
    shown = second.session.conversation.thread_id
    assert first.session.attempt(DeleteThread(first.session.conversation_id, shown))
    second.run()
    assert second.session.conversation.thread_id != shown
    assert second.notice == second.session.text("errors.thread_unknown")


def test_what_was_typed_for_a_question_is_not_left_at_another(learner: str) -> None:
    tab = opened(learner, "approval", "book a trip to Tokyo")
    tab.app.text_input(key="answer_1").set_value("yes")
    tab.run()
    talk, head = tab.session.conversation, tab.session.lab.head(tab.session.conversation)
    no = {head.questions[0].id: "no"}
    tab.session.lab.do(Resume(talk.id, str(head.checkpoint_id), no, "elsewhere"))
    tab.run()
    tab.run()
    assert "ask_hotel" in tab.app.text_input(key="answer_1").label.replace("\\", "")
    assert tab.app.text_input(key="answer_1").value == ""


@pytest.mark.parametrize(
    ("channel", "typed", "said"),
    [
        ("seat", "[" * 10_000 + "]" * 10_000, "JSON"),
        ("seat", "x" * 40_000, "characters"),
        ("messages", "  ", "blank"),
    ],
)
def test_a_fork_that_can_not_be_gets_a_sentence(
    learner: str, channel: str, typed: str, said: str
) -> None:
    tab = opened(learner, "lookup", "seat: window")
    select(tab, 1)
    popover(tab, "fork")
    tab.app.selectbox(key="fork_channel").set_value(channel).run()
    box = "fork_message" if channel == "messages" else "fork_value"
    tab.app.text_area(key=box).set_value(typed).run()
    press(tab, "fork_run")
    assert said in str([*(e.value for e in tab.app.error), *(w.value for w in tab.app.warning)])
    assert len(tab.data("history")["rows"]) == 4


def test_an_edited_message_keeps_all_but_its_text(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    call = {"name": "book", "args": {"x": 1}, "id": "call-1", "type": "tool_call"}
    made = {"type": "ai", "content": "calling", "id": "a1", "tool_calls": [call]}
    talk, at = tab.session.conversation, tab.data("history")["head"]
    tab.session.lab.do(Fork(talk.id, at, {"messages": [made]}, "reply", "c"))
    tab.run()
    popover(tab, "fork")
    places = tab.app.selectbox(key="fork_which").options
    tab.app.selectbox(key="fork_which").set_value(len(places) - 1).run()
    assert tab.app.text_area(key="fork_message").value == "calling"
    tab.app.text_area(key="fork_message").set_value("calling twice").run()
    press(tab, "fork_run")
    last = tab.session.lab.values(talk, str(tab.data("history")["head"]))["messages"][-1]
    assert (last.text, last.tool_calls) == ("calling twice", [call])


def test_a_copied_thread_is_left_for_another_scenario(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window")
    popover(tab, "thread_menu")
    press(tab, "thread_copy")
    tab.app.selectbox(key="scenario").set_value("trip").run()
    tab.run()
    assert tab.session.conversation.scenario == "trip" and len(tab.session.threads) == 3
