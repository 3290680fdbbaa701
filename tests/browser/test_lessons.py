"""Lessons in a real browser: a newcomer's first one, links, tabs, every stage of each lesson."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from lib.lessons import catalog
from tests.browser.app import Tab
from tests.browser.conftest import Open
from tests.browser.test_layout import overflow


def press(tab: Tab, key: str) -> None:
    tab.page.locator(f".st-key-{key} button").first.click()
    tab.idle()


def stage(tab: Tab, name: str) -> None:
    expect(tab.page).to_have_url(re.compile(f"stage={name}"))
    here = tab.page.locator(".lesson-strip .here")
    expect(here).to_have_count(1)
    tab.idle()


def predict(tab: Tab, option: int) -> None:
    """Choose, then run to the end."""
    run = tab.page.locator(".st-key-run button").first
    press(tab, f"option_{option}")
    expect(run).to_be_enabled()
    run.click()
    expect(tab.page.locator(".lesson-option.happened")).to_have_count(1)
    tab.idle()


def test_a_newcomer_walks_through_the_first_lesson(open_tab: Open) -> None:
    tab = open_tab("/")
    assert "/learn" in tab.page.url
    expect(tab.page.locator(".st-key-run button").first).to_be_disabled()
    assert tab.rows.count() == 0
    tab.page.keyboard.press("1")
    expect(tab.page.locator(".st-key-run button").first).to_be_enabled()
    tab.page.keyboard.press("Control+Enter")
    expect(tab.page.locator(".lesson-option.chosen")).to_contain_text("your answer")
    expect(tab.page.locator(".lesson-option.happened")).to_contain_text("happened")
    expect(tab.page.locator(".lesson-option.happened")).to_have_attribute("data-option", "2")
    expect(tab.bubbles.last).to_have_text("no seat preference yet")
    press(tab, "next")
    stage(tab, "observe")
    tab.rows.nth(0).click()
    expect(tab.page.locator(".st-key-observe .hint")).to_be_visible()
    tab.page.locator(".st-key-thread").get_by_text("a", exact=True).click()
    expect(tab.bubbles.last).to_have_text("noted: window")
    tab.rows.last.click()
    expect(tab.page.locator(".st-key-observe .right")).to_be_visible()
    press(tab, "next")
    stage(tab, "explain")
    expect(tab.page.locator(".lesson-says.belief s")).to_be_visible()
    expect(tab.page.locator(".st-key-lesson_bar")).to_contain_text("thread_id alone")
    press(tab, "next")
    stage(tab, "challenge")
    goal = tab.page.locator(".st-key-goal")
    expect(goal).to_have_attribute("data-met", "false")
    tab.page.reload()
    stage(tab, "challenge")
    tab.suggestion(1).click()
    expect(goal).to_have_attribute("data-met", "true")
    expect(tab.page.locator(".lesson-option")).to_have_count(0)
    press(tab, "next")
    expect(tab.page).to_have_url(re.compile("lesson=checkpoints"))
    expect(tab.page.locator(".st-key-lesson_bar")).to_contain_text("four messages")


def test_a_reload_comes_back_to_the_same_stage(open_tab: Open) -> None:
    tab = open_tab("/learn?lesson=checkpoints")
    predict(tab, 3)
    for name in ("run", "observe", "explain"):
        stage(tab, name)
        tab.page.reload()
        stage(tab, name)
        press(tab, "next")
    stage(tab, "challenge")


def test_a_link_runs_nothing_and_offers_one_button(open_tab: Open) -> None:
    tab = open_tab("/learn?lesson=replay&stage=explain&lang=zh")
    expect(tab.page.locator(".st-key-lesson_bar")).to_contain_text("链接不会运行任何东西")
    expect(tab.page.locator(".st-key-lesson_leads button")).to_have_count(1)
    assert tab.rows.count() == 0
    press(tab, "run")
    expect(tab.page.locator(".lesson-option.happened")).to_have_count(1)
    stage(tab, "explain")


def test_two_lessons_in_two_tabs_and_the_playground_apart(open_tab: Open) -> None:
    play = open_tab("/playground")
    first, second = open_tab("/learn?lesson=threads"), open_tab("/learn?lesson=checkpoints")
    predict(second, 1)
    predict(first, 2)
    assert second.rows.count() == 6 and first.rows.count() == 3
    assert "lesson=checkpoints" in second.page.url and "lesson=threads" in first.page.url
    play.page.reload()
    play.idle()
    assert play.rows.count() == 0


def test_a_projector_shows_no_hints(open_tab: Open) -> None:
    tab = open_tab("/learn?lesson=threads&mode=projector")
    predict(tab, 1)
    for name in ("observe", "explain", "challenge"):
        press(tab, "next")
        stage(tab, name)
    expect(tab.page.locator(".st-key-goal")).to_be_visible()
    assert tab.page.locator(".st-key-hint").count() == 0
    assert tab.page.locator(".st-key-graph").count() == 0


CLIPPED = """() => {
    const bar = document.querySelector('.st-key-lesson_bar')
    const low = bar.getBoundingClientRect().bottom + 1
    return [...bar.querySelectorAll('button, .lesson-says, .lesson-option, .lesson-goal')]
        .filter(e => e.getBoundingClientRect().bottom > low).map(e => e.innerText)
}"""


def fits(tab: Tab, where: str) -> None:
    """Neither the page nor the lesson bar holds more than it shows, once what left is gone."""
    tab.idle()
    for left in reversed(range(20)):
        clipped = tab.page.evaluate(CLIPPED)
        if not left or not clipped:
            break
        tab.page.wait_for_timeout(100)
    assert clipped == [], where
    assert overflow(tab.page) == [0, 0], where
    for part in ("chat", "history", "details", "message"):
        box = tab.page.locator(f".st-key-{part}").bounding_box()
        assert box and box["y"] + box["height"] <= 720, f"{where}: {part}"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("slug", [one.id for one in catalog.lessons()])
def test_every_stage_fits(browser: Browser, open_tab: Open, slug: str, lang: str) -> None:
    with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
        tab = open_tab(f"/learn?lesson={slug}&lang={lang}", context)
        fits(tab, "opened")
        if tab.page.locator(".st-key-option_1").count() == 0:
            press(tab, "run")
        expect(tab.page.locator(".st-key-option_1")).to_be_visible()
        fits(tab, "predict")
        predict(tab, 1)
        fits(tab, "run")
        for name in ("observe", "explain", "challenge"):
            press(tab, "next")
            stage(tab, name)
            fits(tab, name)
        for _ in range(3):
            press(tab, "hint")
            fits(tab, "hint")
        press(tab, "solution_menu")
        press(tab, "solution")
        if slug != "why_it_runs":
            expect(tab.page.locator(".st-key-goal")).to_have_attribute("data-met", "true")
        fits(tab, "solution")
