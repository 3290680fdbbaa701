"""Retry, Regenerate and a lost response on the page: what is done, and what is said."""

from __future__ import annotations

import pytest

from lib.text import LANGS
from tests.pages import Tab, learner
from tests.test_time_panels import opened, press, select, texts

__all__ = ["learner"]


def rows(tab: Tab) -> int:
    return len(tab.data("history")["rows"])


@pytest.mark.parametrize("lang", LANGS)
def test_retry_of_an_answered_turn_says_the_stored_answer(learner: str, lang: str) -> None:
    tab = opened(learner, "seat", "seat: window", lang=lang)
    press(tab, "retry")
    assert tab.notice == tab.session.text("turn.found_answered", text="noted: window")
    assert rows(tab) == 3
    assert tab.data("chat")["strip"][0] == tab.session.text(
        "turn.strip", commands=1, requests=2, runs=1, calls=1
    )


def test_regenerate_makes_siblings_of_the_selected_turn(learner: str) -> None:
    tab = opened(learner, "seat", "seat: window", "what is my seat?")
    press(tab, "regenerate")
    assert [b["sibling"] and b["sibling"]["count"] for b in tab.data("chat")["bubbles"]] == [
        *(None, None, None),
        2,
    ]
    select(tab, 2)
    press(tab, "regenerate")
    assert texts(tab) == ["seat: window", "noted: window"]
    assert tab.data("chat")["bubbles"][1]["sibling"]["count"] == 2


def test_a_failed_turn_goes_on_where_it_stopped(learner: str) -> None:
    tab = opened(learner, "lookup")
    press(tab, "fail_next")
    tab.send("seat: window")
    press(tab, "retry")
    assert tab.notice == tab.session.text("turn.goes_on", kept="lookup_seat", again="lookup_fare")
    assert texts(tab)[-1] == "seat window, fare 100 (#1)"
    assert "4" in tab.data("chat")["strip"][1], "two runs made four calls"


def test_a_failed_turn_that_was_left_behind_is_not_run_again(learner: str) -> None:
    tab = opened(learner, "lookup")
    press(tab, "fail_next")
    for text in ("seat: window", "never mind"):
        tab.send(text)
    before = rows(tab)
    select(tab, 1)
    press(tab, "retry")
    assert tab.notice == tab.session.text("turn.found_superseded") and rows(tab) == before


def test_a_waiting_turn_gives_its_questions_back(learner: str) -> None:
    tab = opened(learner, "approval", "book a trip to Tokyo")
    press(tab, "retry")
    assert tab.notice == tab.session.text("turn.found_waiting") and rows(tab) == 2


def test_a_lost_response_is_kept_through_a_reload_and_retried(learner: str) -> None:
    tab = opened(learner, "seat")
    tab.app.toggle(key="lose").set_value(True).run()
    tab.send("seat: window")
    assert rows(tab) == 3, "the work is done"
    assert texts(tab) == ["seat: window"], "and its answer did not come back"
    assert tab.data("chat")["bubbles"][0]["state_text"] == tab.session.text("turn.lost")
    assert not tab.session.lose, "one response was lost, not all"
    kept = str(tab.app.query_params["unanswered"])
    again = Tab(learner, thread=tab.session.conversation_id, unanswered=kept)
    assert texts(again) == ["seat: window"]
    press(again, "retry")
    assert texts(again) == ["seat: window", "noted: window"] and rows(again) == 3
    assert "unanswered" not in again.app.query_params
    assert again.data("chat")["strip"][0] == again.session.text(
        "turn.strip", commands=1, requests=2, runs=1, calls=1
    )


def test_there_is_nothing_to_retry_before_anything_was_sent(learner: str) -> None:
    tab = Tab(learner, unanswered="nothing")
    assert tab.app.button(key="retry").disabled and tab.app.button(key="regenerate").disabled


def test_a_run_that_was_asked_for_before_another_thread_was_shown_shows_no_old_one(
    learner: str,
) -> None:
    tab = opened(learner, "seat", "seat: window")
    late = dict(tab.session.query)
    tab.app.selectbox(key="scenario").set_value("trip").run()
    shown = tab.session.conversation_id
    assert late["thread"] != shown
    tab.app.query_params.clear()
    for name, value in late.items():
        tab.app.query_params[name] = value
    tab.run()
    assert tab.session.conversation_id == shown
    assert tab.app.query_params["thread"] == shown
