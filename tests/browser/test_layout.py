"""The page fits its window without scrolling: two sizes, light and dark, both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Open

SIZES = ((1280, 720), (1440, 900))


def overflow(page: Page) -> list[int]:
    """Pixels by which the page is higher and wider than its window."""
    return page.evaluate(
        """() => {
            const main = document.querySelector('[data-testid=stMain]')
            const root = document.documentElement
            return [main.scrollHeight - main.clientHeight, root.scrollWidth - root.clientWidth]
        }"""
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_does_not_scroll(
    browser: Browser, open_tab: Open, lang: str, scheme: str, size: tuple[int, int]
) -> None:
    window = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=window, color_scheme=scheme) as context:
        tab = open_tab(f"/playground?lang={lang}", context)
        expect(tab.page.locator(".st-key-graph [data-testid=stGraphVizChart] svg")).to_be_visible()
        assert overflow(tab.page) == [0, 0]
        tab.choose("scenario", "trip")
        for count in (5, 10, 15):
            tab.suggestion(0).click()
            expect(tab.rows).to_have_count(count)
        assert overflow(tab.page) == [0, 0]
        for part in ("chat", "history", "graph", "details", "message"):
            box = tab.page.locator(f".st-key-{part}").bounding_box()
            assert box and box["y"] + box["height"] <= window["height"], part


def test_a_phone_can_read_it(browser: Browser, open_tab: Open) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        tab = open_tab("/playground", context)
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(3)
        assert overflow(tab.page)[1] == 0


def test_a_thread_longer_than_its_window_fits_and_shows_older_rows(open_tab: Open) -> None:
    tab = open_tab()
    for turn in range(1, 36):
        tab.send(f"seat: {turn}")
    expect(tab.bubbles.last).to_have_text("noted: 35")
    grid = tab.page.locator(".st-key-history .grid")
    expect(grid).to_have_attribute("aria-rowcount", "105")
    assert overflow(tab.page) == [0, 0]
    expect(tab.selected).to_be_in_viewport(ratio=0.98)
    tab.page.locator(".st-key-history_older button").click()
    expect(tab.page.locator(".st-key-history_older")).to_have_count(0)
    grid.focus()
    tab.page.keyboard.press("Home")
    expect(tab.selected).to_have_attribute("data-step", "-1")
    expect(tab.sentence).to_contain_text("Step -1:")
    assert overflow(tab.page) == [0, 0]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES)
def test_questions_failures_and_inner_graphs_fit_as_well(
    browser: Browser, open_tab: Open, lang: str, size: tuple[int, int]
) -> None:
    window = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=window) as context:
        tab = open_tab(f"/playground?lang={lang}", context)

        def fits(*parts: str) -> None:
            assert overflow(tab.page) == [0, 0]
            for part in (*parts, "acting", "details", "message", "graph"):
                box = tab.page.locator(f".st-key-{part}").last.bounding_box()
                assert box and box["y"] + box["height"] <= window["height"], part

        tab.choose("scenario", "approval")
        tab.suggestion(0).click()
        expect(tab.page.locator(".st-key-answer_2 input")).to_be_visible()
        fits("answers", "resume", "chat")
        tab.choose("scenario", "lookup")
        expect(tab.page.locator(".st-key-fail_next")).to_be_visible()
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(4)
        fits("fail_next", "chat")
        tab.choose("scenario", "team")
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(5)
        fits("ns", "history_view", "history")
        tab.page.locator(".st-key-history_view [role=radio]").last.click()
        expect(tab.page.locator('.st-key-history_graph [id^="lab-row-"]')).to_have_count(5)
        fits("history_graph")
