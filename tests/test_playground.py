"""The playground page, without a browser."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from lib.identity.journal import lines_of
from lib.lab.hub import hub
from lib.text import LANGS, Text
from tests.pages import SHELL, Tab, another_learner, learner

__all__ = ["learner"]

ARTICLE = ("座位偏好：靠窗", "我的座位偏好是什么？")


def test_a_first_visit_opens_a_thread_and_says_what_to_do_first(learner: str) -> None:
    tab = Tab(learner)
    assert tab.data("chat")["hello"] == tab.session.text("chat.first_visit")
    assert tab.data("history")["rows"] == []
    assert tab.app.query_params["thread"] == tab.session.conversation_id
    tab.send("seat: window")
    assert tab.data("chat")["hello"] == ""


def test_the_two_turns_of_the_article_and_a_thread_that_knows_nothing(learner: str) -> None:
    tab = Tab(learner)
    for text in ARTICLE:
        tab.send(text)
    rows = tab.data("history")["rows"]
    assert [row["messages"] for row in rows] == [0, 1, 2, 2, 3, 4]
    assert [row["next"] for row in rows] == [["__start__"], ["reply"], []] * 2
    assert [b["text"] for b in tab.data("chat")["bubbles"]][-1] == "已记录：靠窗"
    first = tab.session.conversation_id

    tab.app.session_state["thread_new"] = True
    tab.run()
    assert tab.app.text_input(key="thread_new_id").value == "demo-chat-b"
    tab.app.text_input(key="thread_new_id").set_value("demo-chat-b")
    tab.app.button[0].click().run()
    tab.send(ARTICLE[1])
    assert [b["text"] for b in tab.data("chat")["bubbles"]][-1] == "尚未记录座位偏好"

    tab.app.selectbox(key="thread").set_value(first).run()
    assert [b["text"] for b in tab.data("chat")["bubbles"]][-1] == "已记录：靠窗"
    assert len(tab.data("history")["rows"]) == 6


def test_a_link_opens_the_same_checkpoint_in_a_fresh_tab(learner: str) -> None:
    tab = Tab(learner)
    tab.send("seat: window")
    chosen = tab.data("history")["rows"][1]["id"]
    link = Tab(learner, thread=tab.session.conversation_id, checkpoint=chosen, lang="zh")
    assert chosen in link.data("details")["html"]
    assert link.session.lang == "zh"
    assert link.app.query_params["checkpoint"] == chosen
    assert len(link.data("history")["rows"]) == 3, "a link runs nothing"


def test_a_link_by_thread_id_finds_the_learners_own_thread(learner: str) -> None:
    tab = Tab(learner)
    link = Tab(learner, thread="demo-chat-a")
    assert link.session.conversation_id == tab.session.conversation_id


@pytest.mark.parametrize("lang", LANGS)
def test_a_link_to_what_is_not_there_says_so(learner: str, lang: str) -> None:
    mine = Tab(learner, lang=lang)
    stranger = Tab(another_learner())
    said = mine.session.text
    other = Tab(learner, thread=stranger.session.conversation_id, lang=lang)
    assert other.notice == said("errors.thread_unknown")
    assert other.session.conversation_id == mine.session.conversation_id
    gone = Tab(learner, checkpoint="1f000000-0000-6000-8000-000000000000", lang=lang)
    assert gone.notice == said("errors.checkpoint_gone")
    assert "checkpoint" not in gone.app.query_params


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("text", [" ", "\u200b\u200b", "x" * 100_000])
def test_a_message_that_cannot_be_sent_gets_a_sentence(learner: str, lang: str, text: str) -> None:
    tab = Tab(learner, lang=lang)
    before = lines_of(hub().ledger, tab.session.lab.key.id)
    tab.send(text)
    blank, long = (
        tab.session.text("errors.message_blank"),
        tab.session.text("errors.message_long", limit=32768, found=100_000),
    )
    assert tab.notice == (long if len(text) > 9 else blank)
    assert lines_of(hub().ledger, tab.session.lab.key.id) == before
    tab.send("seat: window")
    assert tab.notice is None


def test_the_language_changes_without_losing_thread_or_checkpoint(learner: str) -> None:
    tab = Tab(learner)
    tab.send("seat: window")
    chosen = tab.data("history")["rows"][1]["id"]
    link = Tab(learner, thread=tab.session.conversation_id, checkpoint=chosen, lang="en")
    link.app.get("button_group")[0].set_value("zh").run()
    assert link.session.lang == "zh"
    assert link.app.query_params["checkpoint"] == chosen
    assert chosen in link.data("details")["html"]
    assert Tab(learner).session.lang == "zh", "remembered for the next visit"


def test_a_used_thread_keeps_its_scenario_and_an_unused_one_takes_it(learner: str) -> None:
    tab = Tab(learner)
    first = tab.session.conversation_id
    tab.app.selectbox(key="scenario").set_value("two_step").run()
    assert tab.session.conversation_id == first
    tab.send("I want to go to Tokyo")
    tab.app.selectbox(key="scenario").set_value("trip").run()
    assert tab.session.conversation_id != first
    assert tab.session.conversation.scenario == "trip"
    assert "demo-chat-b" in (tab.notice or "")
    tab.app.selectbox(key="thread").set_value(first).run()
    assert tab.app.selectbox(key="scenario").value == "two_step"


def test_without_a_cookie_there_is_a_sentence_and_no_lab(learner: str) -> None:
    app = AppTest.from_file(str(SHELL), default_timeout=30).run()
    assert not app.exception
    assert [w.value for w in app.warning] == [Text("en")("errors.no_learner")]
    assert not app.get("bidi_component")


def test_markup_in_data_reaches_the_page_escaped(learner: str) -> None:
    tab = Tab(learner)
    tab.send("<img src=x onerror=alert(1)> **bold** $x^2$")
    html = tab.data("details")["html"]
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    json.dumps(tab.data("history"))
