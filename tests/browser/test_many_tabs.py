"""Runs belong to the server: tabs come and go, click twice and at once, and the server dies."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.app import Server, Tab
from tests.browser.conftest import Open


def test_rows_arrive_in_every_tab_and_the_selection_stays(open_tab: Open) -> None:
    first = open_tab()
    first.suggestion(0).click()
    expect(first.rows).to_have_count(3)
    second = open_tab()
    expect(second.rows).to_have_count(3)
    first.page.locator(".st-key-history .grid").focus()
    first.page.keyboard.press("Home")
    expect(first.sentence).to_contain_text("Step -1:")
    second.toggle_slow()
    second.send("what is my seat?")
    for count in (4, 5, 6):
        expect(first.rows).to_have_count(count)
        expect(first.selected).to_have_attribute("data-step", "-1")
    expect(second.rows).to_have_count(6)
    expect(first.sentence).to_contain_text("Step -1:")
    focused = "document.querySelector('.st-key-history').contains(document.activeElement)"
    assert first.page.evaluate(focused)
    expect(second.selected).to_have_attribute("data-head", "true")


@pytest.mark.parametrize("between", [0, 150], ids=["quick", "slow"])
def test_a_double_click_sends_once(open_tab: Open, between: int) -> None:
    tab = open_tab()
    tab.suggestion(0).hover()
    for click in (1, 2):
        tab.page.mouse.down(click_count=click)
        tab.page.mouse.up(click_count=click)
        tab.page.wait_for_timeout(between)  # a person's second click comes after the answer
    expect(tab.rows).to_have_count(3)
    tab.suggestion(1).click()
    # A list that a doubled message could never pass through, however early one looks.
    said = ["seat: window", "noted: window", "what is my seat?", "noted: window"]
    expect(tab.bubbles).to_have_text(said)
    expect(tab.rows).to_have_count(6)


def test_messages_sent_faster_than_the_page_runs_all_arrive(open_tab: Open) -> None:
    tab = open_tab()
    clicks = "b => { b[0].click(); b[1].click(); b[2].click(); b[1].click() }"
    tab.page.locator(".st-key-chat .tries button").evaluate_all(clicks)
    asked = ["seat: window", "what is my seat?", "seat: aisle", "what is my seat?"]
    expect(tab.rows).to_have_count(12)
    for place, text in enumerate(asked):
        expect(tab.bubbles.nth(2 * place)).to_have_text(text)


def test_two_tabs_that_send_at_once_lose_and_double_nothing(open_tab: Open) -> None:
    tabs = [open_tab(), open_tab()]
    for tab in tabs:
        tab.page.get_by_test_id("stChatInputTextArea").fill("seat: window")
    for tab in tabs:
        tab.page.get_by_test_id("stChatInputTextArea").press("Enter", no_wait_after=True)
    for tab in tabs:
        expect(tab.rows).to_have_count(6)
    tabs[0].send("what is my seat?")
    said = ["seat: window", "noted: window"] * 2 + ["what is my seat?", "noted: window"]
    for tab in tabs:
        expect(tab.bubbles).to_have_text(said)
        expect(tab.rows).to_have_count(9)
        assert tab.of_rows("lane") == ["0"] * 9


def test_a_reload_and_a_closed_tab_do_not_disturb_a_run(open_tab: Open) -> None:
    tab = open_tab()
    tab.choose("scenario", "two_step")
    tab.toggle_slow()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(1)
    tab.page.reload()
    tab.idle()
    expect(tab.rows).to_have_count(4)
    tab.suggestion(1).click()
    expect(tab.rows).to_have_count(5)
    tab.page.close()
    again = open_tab()
    expect(again.rows).to_have_count(8)
    expect(again.bubbles).to_have_count(4)
    expect(again.bubbles.last).to_contain_text("(#2)")


def test_a_server_killed_during_a_run_finishes_it_after_the_start(
    learner: BrowserContext, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data", slow_seconds=2)
    try:
        tab = Tab(learner, f"{server.url}/playground")
        tab.choose("scenario", "two_step")
        tab.toggle_slow()
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(2)
        server.kill()
        server.start()
        expect(tab.rows).to_have_count(4, timeout=40_000)
        expect(tab.bubbles).to_have_count(2)
        expect(tab.bubbles.last).to_contain_text("(#1)")
        assert tab.of_rows("step") == ["-1", "0", "1", "2"]
    finally:
        server.stop()
