"""What a newcomer does: send, watch, open, switch threads, come back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Open

ATTRIBUTES = (
    "checkpoint-id",
    "parent-id",
    "ns",
    "step",
    "source",
    "next",
    "messages",
    "lane",
    "head",
)


def test_a_newcomer_sends_a_suggestion_and_sees_its_checkpoints(open_tab: Open) -> None:
    tab = open_tab()
    assert "/playground?thread=" in tab.page.url
    expect(tab.page.locator(".st-key-chat .hello")).to_be_visible()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    expect(tab.page.locator(".st-key-chat .hello")).to_have_count(0)
    for row in tab.rows.all():
        assert all(row.get_attribute(f"data-{name}") is not None for name in ATTRIBUTES)
    assert tab.of_rows("parent-id")[1:] == tab.of_rows("checkpoint-id")[:-1]
    assert tab.of_rows("head") == ["false", "false", "true"]
    expect(tab.selected).to_have_attribute("data-head", "true")
    expect(tab.bubbles).to_have_count(2)
    expect(tab.bubbles.first).to_have_attribute(
        "data-checkpoint-id", tab.of_rows("checkpoint-id")[1]
    )


def test_the_articles_two_turns_and_two_threads(open_tab: Open) -> None:
    tab = open_tab("/playground?lang=zh")
    tab.send("座位偏好：靠窗")
    expect(tab.rows).to_have_count(3)
    tab.send("我的座位偏好是什么？")
    expect(tab.rows).to_have_count(6)
    assert tab.of_rows("messages") == ["0", "1", "2", "2", "3", "4"]
    assert tab.of_rows("next") == ["__start__", "reply", ""] * 2
    expect(tab.bubbles.last).to_have_text("已记录：靠窗")
    tab.open_thread("demo-chat-b")
    expect(tab.rows).to_have_count(0)
    tab.send("我的座位偏好是什么？")
    expect(tab.bubbles.last).to_have_text("尚未记录座位偏好")
    tab.choose("thread", "demo-chat-a")
    expect(tab.rows).to_have_count(6)
    expect(tab.bubbles.last).to_have_text("已记录：靠窗")


def test_a_row_opens_down_to_versions_seen_and_stays_after_a_reload(open_tab: Open) -> None:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    tab.rows.nth(1).click()
    expect(tab.sentence).to_contain_text("Due next: reply")
    due = tab.page.locator(".st-key-why_next tr.runs")
    expect(due).to_have_count(1)
    expect(due).to_contain_text("branch:to:reply")
    seen = tab.page.locator(".st-key-versions_seen")
    seen.locator("summary").first.click()
    expect(seen.locator("tbody")).to_contain_text("__start__")
    tab.rows.nth(2).click()
    expect(tab.sentence).to_contain_text("Nothing is due")
    expect(seen.locator("tbody")).to_be_visible()
    expect(seen.locator("tbody")).to_contain_text("reply")
    chosen = tab.of_rows("checkpoint-id")[1]
    tab.rows.nth(1).click()
    expect(tab.sentence).to_contain_text("Due next: reply")
    tab.page.reload()
    tab.idle()
    expect(tab.selected).to_have_attribute("data-checkpoint-id", chosen)
    expect(tab.sentence).to_contain_text("Due next: reply")
    tab.page.locator(".st-key-history .follow").click()
    expect(tab.sentence).to_contain_text("Nothing is due")
    assert "checkpoint=" not in tab.page.url


def test_the_keyboard_reaches_every_row(open_tab: Open) -> None:
    tab = open_tab()
    for count in (3, 6):
        tab.suggestion(0).click()
        expect(tab.rows).to_have_count(count)
    tab.page.locator(".st-key-history .grid").focus()
    for key, step in (("Home", "-1"), ("ArrowDown", "0"), ("End", "4"), ("ArrowUp", "3")):
        tab.page.keyboard.press(key)
        expect(tab.selected).to_have_attribute("data-step", step)
        expect(tab.sentence).to_contain_text(f"Step {step}:")
    grid = tab.page.locator(".st-key-history .grid")
    expect(grid).to_have_attribute("aria-rowcount", "6")
    expect(tab.selected).to_have_attribute("aria-rowindex", "5")
    tab.page.keyboard.press("Escape")
    expect(tab.selected).to_have_attribute("data-head", "true")


def test_the_language_changes_and_loses_nothing(open_tab: Open) -> None:
    tab = open_tab()
    tab.suggestion(0).click()
    expect(tab.rows).to_have_count(3)
    tab.rows.nth(1).click()
    expect(tab.sentence).to_contain_text("Due next: reply")
    box = tab.page.get_by_test_id("stChatInputTextArea")
    box.fill("half a sentence")
    tab.speak("中文")
    expect(tab.sentence).to_contain_text("接下来运行 reply")
    expect(tab.selected).to_have_attribute("data-step", "0")
    expect(box).to_have_value("half a sentence")
    assert "lang=zh" in tab.page.url and "checkpoint=" in tab.page.url
