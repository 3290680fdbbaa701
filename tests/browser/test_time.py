"""What is done to history: replay, edit, another branch, questions, undo, delete, export."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.app import Tab
from tests.browser.conftest import Open


def button(tab: Tab, key: str) -> Locator:
    """The button itself: one with a tooltip stands twice in the page."""
    return tab.page.locator(f".st-key-{key} button:visible").first


def siblings(tab: Tab) -> list[str]:
    return tab.page.locator(".st-key-chat .sibling .place").all_inner_texts()


def replayed(open_tab: Open) -> Tab:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    tab.rows.nth(1).click()
    expect(tab.sentence).to_contain_text("your message is in the state")
    expect(tab.page.locator(".st-key-chat .bubble.stored")).to_have_text("seat: window")
    button(tab, "replay").click()
    expect(tab.rows).to_have_count(5)
    return tab


def test_a_replay_is_a_sibling_and_arrows_lead_from_one_to_the_other(open_tab: Open) -> None:
    tab = replayed(open_tab)
    expect(tab.page.locator(".st-key-chat .sibling .place")).to_have_text("2 / 2")
    expect(tab.selected).to_have_attribute("data-head", "true")
    assert "checkpoint=" not in tab.page.url
    tab.page.get_by_label("The earlier one").click()
    expect(tab.page.locator(".st-key-chat .branch")).to_contain_text("Branch A")
    expect(tab.page.locator(".st-key-chat .sibling .place")).to_have_text("1 / 2")
    assert tab.bubbles.nth(1).get_attribute("data-sibling") == "1/2"
    shown = tab.page.url
    tab.page.reload()
    tab.idle()
    expect(tab.page.locator(".st-key-chat .branch")).to_contain_text("Branch A")
    other = open_tab(shown.removeprefix(shown.split("/playground")[0]))
    expect(other.page.locator(".st-key-chat .branch")).to_contain_text("Branch A")
    assert siblings(other) == siblings(tab) == ["1 / 2"]
    tab.send("seat: middle")
    expect(tab.rows).to_have_count(8)
    assert tab.of_rows("parent-id")[5] == tab.of_rows("checkpoint-id")[2]
    expect(tab.bubbles.last).to_have_text("noted: middle")
    expect(tab.page.locator(".st-key-chat .branch")).to_be_hidden()


def test_an_edit_is_previewed_run_and_undone(open_tab: Open) -> None:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    tab.rows.nth(1).click()
    expect(tab.sentence).to_contain_text("your message is in the state")
    button(tab, "fork").click()
    box = tab.page.locator(".st-key-fork_message textarea")
    expect(box).to_have_value("seat: window")
    box.fill("seat: aisle")
    box.press("Control+Enter")
    expect(tab.page.locator(".st-key-fork_preview")).to_contain_text("reply")
    button(tab, "fork_run").click()
    expect(tab.rows).to_have_count(5)
    expect(tab.bubbles.first).to_have_text("seat: aisle")
    expect(tab.bubbles.last).to_have_text("noted: aisle")
    assert tab.of_rows("source")[3:] == ["update", "loop"]
    tab.page.keyboard.press("Escape")
    button(tab, "undo").click()
    expect(tab.rows).to_have_count(3)
    expect(tab.bubbles.first).to_have_text("seat: window")
    expect(tab.notice).to_contain_text("forked a checkpoint")


def test_an_edit_stays_as_it_is_typed_while_rows_arrive(open_tab: Open) -> None:
    tab, other = open_tab(), open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    button(tab, "fork").click()
    box = tab.page.locator(".st-key-fork_message textarea")
    expect(box).to_have_value("seat: window")
    box.fill("seat: a long edit")
    other.send("seat: elsewhere")
    expect(tab.rows).to_have_count(6)
    expect(box).to_have_value("seat: a long edit")
    box.press("Control+Enter")
    button(tab, "fork_run").click()
    expect(tab.rows).to_have_count(8)
    assert tab.of_rows("parent-id")[6] == tab.of_rows("checkpoint-id")[2]
    expect(tab.bubbles.first).to_have_text("seat: a long edit")


def test_a_run_asks_and_goes_on_when_it_is_answered_in_another_tab(open_tab: Open) -> None:
    tab = open_tab()
    tab.choose("scenario", "approval")
    tab.suggestion(0).click()
    expect(tab.page.locator(".st-key-answer_2 input")).to_be_visible()
    expect(tab.page.locator(".st-key-answers")).to_contain_text("Book the flight for Tokyo?")
    other = open_tab()
    other.page.locator(".st-key-answer_1 input").fill("yes")
    other.page.locator(".st-key-answer_2 input").fill("no")
    button(other, "resume").click()
    for each in (tab, other):
        expect(each.bubbles.last).to_have_text("flight: booked, hotel: not booked (#1)")
        expect(each.page.locator(".st-key-answer_1")).to_have_count(0)


def test_a_failure_that_was_ordered_keeps_what_its_sibling_stored(open_tab: Open) -> None:
    tab = open_tab()
    tab.choose("scenario", "lookup")
    button(tab, "fail_next").click()
    expect(button(tab, "fail_next")).to_be_disabled()
    tab.suggestion(0).click()
    expect(tab.page.locator(".st-key-chat .state.failed")).to_contain_text("told to fail")
    expect(tab.page.locator(".st-key-details .differs")).to_contain_text("only: lookup_fare")


def test_a_box_of_the_drawing_is_a_row_and_the_inner_graph_has_its_own(open_tab: Open) -> None:
    tab = open_tab()
    tab.choose("scenario", "team")
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(5)
    tab.page.get_by_role("radio", name="Graph").click()
    boxes = tab.page.locator('.st-key-history_graph [id^="lab-row-"]')
    expect(boxes).to_have_count(5)
    boxes.nth(2).click()
    expect(tab.sentence).to_contain_text("Step 1")
    tab.page.get_by_role("radio", name="Rows").click()
    expect(tab.rows.nth(2)).to_have_attribute("aria-selected", "true")
    tab.choose("ns", "research")
    expect(tab.rows).to_have_count(4)
    assert tab.of_rows("next") == ["__start__", "gather", "write", ""]
    assert all(ns.startswith("research:") for ns in tab.of_rows("ns"))


def test_what_was_done_is_listed_and_its_script_runs_alone(open_tab: Open, tmp_path: Path) -> None:
    tab = replayed(open_tab)
    button(tab, "code").click()
    listed = tab.page.get_by_role("dialog")
    expect(listed).to_contain_text("3. replayed a checkpoint")
    expect(listed).to_contain_text("invoke(None, config")
    with tab.page.expect_download() as download:
        button(tab, "export_py").click()
    path = tmp_path / "lab.py"
    download.value.save_as(path)
    done = subprocess.run(
        [sys.executable, path], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "fork" in done.stdout and "seat" in done.stdout


def test_a_thread_is_deleted_only_when_its_id_is_typed(open_tab: Open) -> None:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    button(tab, "thread_menu").click()
    expect(tab.page.get_by_text("3 checkpoints")).to_be_visible()
    button(tab, "thread_delete").click()
    expect(tab.page.get_by_text("Nothing was deleted")).to_be_visible()
    tab.page.locator(".st-key-delete_confirm input").fill("demo-chat-a")
    button(tab, "thread_delete").click()
    expect(tab.rows).to_have_count(0)
    expect(tab.notice).to_contain_text("was deleted")


def test_a_lost_response_is_offered_after_a_reload_and_retried(open_tab: Open) -> None:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.bubbles).to_have_count(2)
    tab.page.locator(".st-key-lose label").first.click()
    expect(tab.page.locator(".st-key-lose input")).to_be_checked()
    tab.send("seat: aisle")
    expect(tab.rows).to_have_count(6)
    lost = tab.page.locator(".st-key-chat .state.failed")
    expect(lost).to_contain_text("No answer came back")
    expect(tab.bubbles).to_have_count(3)
    tab.page.reload()
    tab.idle()
    expect(lost).to_contain_text("No answer came back")
    button(tab, "retry").click()
    expect(tab.bubbles.last).to_have_text("noted: aisle")
    expect(tab.notice).to_contain_text("no node ran")
    expect(tab.rows).to_have_count(6)
    button(tab, "regenerate").click()
    expect(tab.rows).to_have_count(8)
    expect(tab.page.locator(".st-key-chat .sibling .place")).to_have_text("2 / 2")


def test_another_thread_stays_shown_while_ticks_arrive(open_tab: Open) -> None:
    tab = open_tab()
    for scenario in ("two_step", "trip", "lookup", "approval", "team"):
        tab.suggestion(0).click()
        tab.choose("scenario", scenario)
        tab.page.wait_for_timeout(700)
        expect(tab.page.locator(".st-key-scenario input")).to_have_value(re.compile(scenario))
        expect(tab.rows).to_have_count(0)


def test_a_double_click_is_one_intent(open_tab: Open) -> None:
    tab = open_tab()
    for rows in (3, 6, 9):
        tab.send("seat: window")
        expect(tab.rows).to_have_count(rows)

    def twice(key: str, rows: int) -> None:
        button(tab, key).dblclick(delay=120)
        expect(tab.rows).to_have_count(rows)
        tab.page.wait_for_timeout(800)
        assert tab.rows.count() == rows, key

    twice("undo", 6)
    tab.rows.nth(1).click()
    expect(tab.page.locator(".st-key-chat .stored")).to_be_visible()
    twice("replay", 8)
    twice("regenerate", 10)
