"""Other learners, forged cookies, bad input, and text that would like to be more than text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from lib.text import Text
from tests.browser.app import Server
from tests.browser.conftest import Open

MARKUP = "<img src=x onerror=alert(1)><b>b</b> **bold** $x^2$ `c` [l](javascript:alert(1))"


def test_a_link_of_another_learner_opens_nothing_of_his(open_tab: Open, browser: Browser) -> None:
    mine = open_tab()
    mine.suggestion(0).click()
    expect(mine.rows).to_have_count(3)
    mine.rows.nth(1).click()
    expect(mine.sentence).to_contain_text("Due next: reply")
    with browser.new_context(locale="en-US") as stranger:
        theirs = open_tab(
            mine.page.url.removeprefix(mine.page.url.split("/playground")[0]), stranger
        )
        expect(theirs.notice).to_have_text(Text("en")("errors.thread_unknown"))
        expect(theirs.rows).to_have_count(0)
        theirs.send("what is my seat?")
        expect(theirs.bubbles.last).to_have_text("no seat preference yet")
        expect(mine.rows).to_have_count(3)


def test_a_forged_cookie_is_nobody_and_gets_a_world_of_its_own(
    open_tab: Open, browser: Browser, server: Server
) -> None:
    open_tab()
    with browser.new_context(locale="en-US") as forger:
        forger.add_cookies([{"name": "lab_learner", "value": "forged", "url": server.url}])
        tab = open_tab("/playground", forger)
        expect(tab.rows).to_have_count(0)
        held = {cookie["name"]: cookie for cookie in forger.cookies()}["lab_learner"]
        assert held["value"] != "forged"
        assert held["httpOnly"] and held["sameSite"] == "Lax"


def test_markup_in_messages_and_thread_ids_is_text(open_tab: Open) -> None:
    tab = open_tab()
    dialogs: list[str] = []
    tab.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    tab.open_thread(MARKUP)
    expect(tab.page.locator(".st-key-thread input")).to_have_value(MARKUP)
    tab.send(MARKUP)
    expect(tab.rows).to_have_count(3)
    expect(tab.bubbles.first).to_have_text(MARKUP)
    for part in ("pending_writes", "diff", "raw", "metadata"):
        tab.page.locator(f".st-key-{part} summary").first.click()
    for row in range(3):
        tab.rows.nth(row).click()
        tab.idle()
    expect(tab.page.locator(".st-key-chat img, .st-key-details :is(img, b, strong)")).to_have_count(
        0
    )
    tab.page.locator(".st-key-thread_menu button").first.click()
    label = tab.page.locator(".st-key-thread_label label")
    expect(label).to_have_text(Text("en")("bar.label", thread=MARKUP))
    expect(label.locator("img, b, strong, code, a, .katex")).to_have_count(0)
    assert dialogs == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_input_gets_a_sentence_and_changes_nothing(open_tab: Open, lang: str) -> None:
    tab, say = open_tab(f"/playground?lang={lang}"), Text("zh" if lang == "zh" else "en")
    tab.send("x" * 100_000)
    long = say("errors.message_long", limit=32768, found=100_000)
    expect(tab.notice).to_have_text(long)
    tab.send("\u200b")
    expect(tab.notice).to_have_text(say("errors.message_blank"))
    expect(tab.rows).to_have_count(0)
    tab.page.locator(".st-key-thread_new button").first.click()
    box = tab.page.locator(".st-key-thread_new_id input")
    for typed, key in (
        ("a\u0007b", "thread_id_control"),
        ("\u202eabc", "thread_id_control"),
        ("   ", "thread_id_blank"),
        ("demo-chat-a", "thread_exists"),
    ):
        box.fill(typed)
        box.press("Enter")
        said = say(f"errors.{key}", thread="demo-chat-a")
        expect(tab.page.get_by_test_id("stAlertContainer")).to_have_text(said)
    box.fill("x" * 129)
    box.press("Enter")
    said = say("errors.thread_id_long", limit=128, found=129)
    expect(tab.page.get_by_test_id("stAlertContainer")).to_have_text(said)
    tab.page.keyboard.press("Escape")
    for fine in ("旅行 ✈️ 👩‍👩‍👧", "سفر"):
        tab.open_thread(fine)
