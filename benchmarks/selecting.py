"""A click on a row until the details show it, inside the page, beside a bare button's click."""

from __future__ import annotations

import os
import statistics

from playwright.sync_api import Browser, ElementHandle, Page, expect, sync_playwright
from servers import Server, lab_server, page_server, report

from tests.browser.app import FLAGS, Tab

BAR, BLOCKS, CLICKS = 2.5, 6, 20
TURNS = 8
"""More rows than these would not all be in the page: the list is virtual."""
UNTIL_CHANGED = """([target, watched]) => new Promise(done => {
    const place = document.querySelector(watched), before = place.textContent
    const started = performance.now()
    const watch = new MutationObserver(() => {
        if (place.textContent === before) return
        watch.disconnect()
        done(performance.now() - started)
    })
    watch.observe(place, { subtree: true, childList: true, characterData: true })
    target.click()
})"""


def clicked(page: Page, target: ElementHandle, watched: str) -> float:
    took = float(page.evaluate(UNTIL_CHANGED, [target, watched]))
    page.wait_for_timeout(30)
    return took


def measure(chrome: Browser, lab: Server, bare: Server) -> None:
    context = chrome.new_context(viewport={"width": 1280, "height": 720})
    tab, button = Tab(context, lab.url), context.new_page()
    for turn in range(1, 8):  # as many rows as the page holds at once
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(3 * turn)
    button.goto(bare.url)
    go = button.locator(".st-key-go button")
    expect(go).to_be_visible()
    ours, theirs = [], []
    for block in range(BLOCKS):
        tab.page.bring_to_front()
        count = tab.rows.count()
        rows = [tab.rows.nth((block + 5 * n) % count).element_handle() for n in range(CLICKS)]
        ours.append(statistics.median(clicked(tab.page, row, ".lab-details") for row in rows))
        button.bring_to_front()
        handle = go.element_handle()
        theirs.append(
            statistics.median(clicked(button, handle, "[data-testid=stMain]") for _ in rows)
        )
    report("click to details", ours, theirs, BAR, "ms")


if __name__ == "__main__":
    with lab_server() as lab, page_server("bare_button.py") as bare, sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=os.environ.get("CHROME"), args=FLAGS)
        measure(chrome, lab, bare)
        chrome.close()
