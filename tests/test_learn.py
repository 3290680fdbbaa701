"""The lesson page, stage by stage, through AppTest: what it asks, allows, keeps and says."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

import pytest

from lib.identity.learners import preferences
from lib.lab.actions import OpenThread
from lib.lab.hub import hub
from lib.lessons import catalog
from lib.lessons.playing import Stand
from lib.lessons.walk import all_progress, read
from lib.ui import url
from lib.ui.panels import showing
from lib.ui.session import Session
from tests.pages import Tab, learner

__all__ = ["learner"]


class Lesson(Tab):
    """A tab with a lesson open."""

    def __init__(self, learner_id: str, slug: str = "threads", **query: str) -> None:
        super().__init__(learner_id, "learn", lesson=slug, **query)

    def press(self, key: str) -> None:
        self.app.button(key=key).click().run()
        self.run()

    def has(self, key: str) -> bool:
        return any(one.key == key for one in self.app.button)

    def predict(self, option: int, *, sure: bool = False) -> None:
        self.press(f"option_{option}")
        if sure:
            self.app.toggle(key="sure").set_value(True).run()
        self.press("run")

    def on(self, *stages: str) -> None:
        for stage in stages:
            self.press("next")
            assert self.session.stage == stage

    @property
    def bar(self) -> str:
        """The HTML of the lesson bar."""
        return "\n".join(str(one.proto.body) for one in self.app.get("html"))

    @property
    def stand(self) -> Any:
        return self.session.stand


def open_popover(tab: Tab, key: str) -> None:
    tab.app.session_state[key] = True
    tab.run()


def progress(learner: str, slug: str = "threads") -> Any:
    return read(hub().ledger, learner, slug)[0]


def test_run_is_disabled_until_an_answer_is_chosen(learner: str) -> None:
    tab = Lesson(learner)
    assert tab.app.button(key="run").disabled
    tab.press("option_2")
    assert not tab.app.button(key="run").disabled
    tab.press("option_3")
    assert tab.stand.walk.choice == 2


def test_nothing_is_explained_before_the_prediction(learner: str) -> None:
    for one in catalog.lessons():
        tab = Lesson(learner, one.id)
        assert one.belief and one.belief.in_("en") not in tab.bar
        assert all(option.why.in_("en") not in tab.bar for option in one.asks.options)


def test_nothing_can_be_sent_before_the_challenge(learner: str) -> None:
    tab = Lesson(learner)
    for stage in (None, "observe", "explain"):
        tab.predict(1) if stage is None else tab.on(stage)
        assert tab.app.chat_input(key="message").disabled and tab.data("chat")["tries"] == []
    tab.on("challenge")
    assert not tab.app.chat_input(key="message").disabled and tab.data("chat")["tries"]


def test_choice_and_outcome_stand_side_by_side_and_stay_after_the_challenge(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(1, sure=True)
    assert tab.stand.walk.outcome == 1
    shown = tab.bar
    assert 'class="lesson-option chosen" data-option="1"' in shown
    assert 'class="lesson-option happened" data-option="2"' in shown
    tab.on("observe", "explain", "challenge")
    tab.send("seat: window")
    assert tab.stand.walk.outcome == 1 and tab.stand.walk.choice == 0
    kept = progress(learner)
    assert (kept.first_choice, kept.sure, kept.right, kept.attempts) == (0, True, False, 1)


def test_a_chosen_answer_is_not_changed_by_another_tab_after_the_run(learner: str) -> None:
    tab, other = Lesson(learner), Lesson(learner)
    tab.predict(1)
    other.app.button(key="option_2").click().run()
    other.run()
    assert tab.stand.walk.choice == 0


def test_two_tabs_that_run_at_once_run_it_once(learner: str) -> None:
    one, lab = catalog.every()["checkpoints"], Lesson(learner, "checkpoints").session.lab
    first, second = Stand(lab, one), Stand(lab, one)
    for stand in (first, second):
        stand.run("en", 0.0)
    assert hub().runner.wait_idle(20)
    assert lab.backend.count(lab.conversations()[0].thread_id) == 6
    assert progress(learner, "checkpoints").attempts == 1


def test_two_tabs_that_set_a_lesson_up_at_once_do_it_once(learner: str) -> None:
    one, lab = catalog.every()["replay"], Lesson(learner, "replay").session.lab
    first, second = Stand(lab, one), Stand(lab, one)
    for stand in (first, second):
        stand.prepare("en")
    assert hub().runner.wait_idle(20)
    assert lab.backend.count(lab.conversations()[0].thread_id) == 6
    second.prepare("en")
    assert hub().runner.wait_idle(20)
    assert lab.backend.count(lab.conversations()[0].thread_id) == 6


def test_a_run_that_a_stop_cut_off_says_so_and_can_be_started_over(learner: str) -> None:
    tab = Lesson(learner)
    stand = tab.stand
    stand.walk.stage, stand.walk.playing = "run", True
    stand.keep()
    tab = Lesson(learner, stage="run")
    assert "This run was cut off" in tab.bar and not tab.has("next")
    tab.press("run")
    assert tab.session.stage == "predict" and not tab.stand.walk.playing
    tab.predict(2)
    assert tab.stand.walk.outcome == 1


def test_explain_tells_of_the_answer_that_was_chosen(learner: str) -> None:
    asks = catalog.every()["threads"].asks
    tab = Lesson(learner)
    tab.predict(3)
    tab.on("observe", "explain")
    assert asks.options[2].why.in_("en") in tab.bar
    belief = catalog.every()["threads"].belief
    assert belief and f"<s>{belief.in_('en')}</s>" in tab.bar


def test_a_wrong_row_gets_a_hint_and_locks_nothing_and_a_right_one_is_kept(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(2)
    tab.on("observe")
    session, lab = tab.session, tab.session.lab
    session.select(lab.window(session.conversation).rows[0].checkpoint_id)
    tab.run()
    assert "Not that one" in tab.bar and not tab.stand.walk.observed
    assert tab.has("next")
    first = next(talk for talk in lab.conversations() if talk.thread_id == "a")
    session.conversation_id = first.id
    session.select(lab.window(first).head)
    tab.run()
    assert "that is the one" in tab.bar and tab.stand.walk.observed


def test_the_goal_ticks_when_the_lab_meets_it_and_counts_as_solved(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(2)
    tab.on("observe", "explain", "challenge")
    assert 'data-met="false"' in tab.bar and not progress(learner).solved
    first = next(talk for talk in tab.session.threads if talk.thread_id == "a")
    tab.session.conversation_id = first.id
    tab.run()
    tab.send("what is my seat?")
    assert 'data-met="true"' in tab.bar and progress(learner).solved


def test_three_hints_then_the_solution_which_counts_as_shown_only(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(2)
    tab.on("observe", "explain", "challenge")
    hints = [hint.in_("en") for hint in catalog.every()["threads"].hints]
    for number, hint in enumerate(hints, 1):
        tab.press("hint")
        assert tab.stand.walk.hints == number and hint[:20] in tab.bar
    assert not tab.has("hint") and not tab.has("solution")
    open_popover(tab, "solution_menu")
    tab.press("solution")
    kept = progress(learner)
    assert 'data-met="true"' in tab.bar
    assert (kept.shown, kept.solved) == (True, False) and tab.stand.walk.outcome == 1


def test_a_link_to_a_later_stage_runs_nothing_and_offers_one_button(learner: str) -> None:
    for stage in ("run", "observe", "explain", "challenge"):
        tab = Lesson(learner, "checkpoints", stage=stage, lang="zh")
        assert tab.session.stage == stage and "链接不会运行任何东西" in tab.bar
        assert not any(tab.session.lab.backend.count(one.thread_id) for one in tab.session.threads)
        assert tab.has("run") and not tab.has("next") and not tab.has("option_1")
    tab.press("run")
    assert tab.stand.walk.ran and tab.session.stage == "challenge"


@pytest.mark.parametrize("query", [{"stage": "nonsense"}, {"lesson": "scene_nobody"}, {"lang": ""}])
def test_a_link_that_says_nonsense_opens_the_first_question(
    learner: str, query: dict[str, str]
) -> None:
    tab = Tab(learner, "learn", **query)
    assert tab.session.stage == "predict"
    assert tab.session.lesson and tab.session.lesson.id == "threads"


def test_the_playground_never_sees_a_lesson_and_takes_it_only_when_told(learner: str) -> None:
    play = Tab(learner)
    play.send("hello")
    before = [(one.thread_id, len(play.data("history")["rows"])) for one in play.session.threads]
    tab = Lesson(learner)
    tab.predict(2)
    play.run()
    assert [(one.thread_id, 3) for one in play.session.threads] == before
    open_popover(tab, "lesson_menu")
    tab.press("lesson_take")
    play.run()
    names = [one.thread_id for one in play.session.threads]
    assert names == ["demo-chat-a", "threads-a", "threads-b"]
    tab.press("lesson_take")
    play.run()
    assert play.session.threads[-1].thread_id == "threads-b-2"


def test_starting_over_empties_the_lab_and_keeps_the_progress(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(1)
    open_popover(tab, "lesson_menu")
    tab.press("lesson_reset")
    assert tab.session.stage == "predict" and not tab.stand.walk.ran
    assert [one.thread_id for one in tab.session.threads] == ["a", "b"]
    assert tab.data("history")["rows"] == []
    tab.predict(2)
    assert (progress(learner).first_choice, progress(learner).attempts) == (0, 2)


def test_forgetting_all_starts_every_lesson_anew_and_leaves_the_playground(learner: str) -> None:
    play, tab, other = Tab(learner), Lesson(learner), Lesson(learner, "checkpoints")
    play.send("hello")
    tab.predict(1)
    other.predict(1)
    open_popover(tab, "lesson_menu")
    tab.press("lesson_reset_all")
    assert not any(one.attempts for one in all_progress(hub().ledger, learner).values())
    again = Lesson(learner, "checkpoints")
    assert again.session.stage == "predict" and again.data("history")["rows"] == []
    play.run()
    assert len(play.data("history")["rows"]) == 3


def test_progress_can_be_taken_along_and_every_entry_is_checked(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(1, sure=True)
    open_popover(tab, "lesson")
    good = {"solved": True, "first_choice": 1, "attempts": 2}
    entries = {
        "replay": good,
        "unknown": good,
        "reducers": {"solved": "yes"},
        "checkpoints": {"first_choice": 2, "surprise": 1},
        "threads": {"solved": True, "first_choice": 1},
    }
    loaded = json.dumps({"version": 1, "lessons": entries}).encode()
    tab.app.file_uploader(key="progress_upload").upload("p.json", loaded, "application/json")
    tab.run()
    said = tab.app.info[0].value.replace("\\", "")
    assert "taken over: 2" in said and "unknown: 3" in said
    kept = all_progress(hub().ledger, learner)
    assert set(kept) == {"threads", "replay"} and kept["replay"].solved
    assert kept["threads"].solved and kept["threads"].first_choice == 0 and kept["threads"].sure


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"version":2,"lessons":{}}', b"[" * 9999, b" " * 70_000]
)
def test_what_is_no_progress_file_gets_a_sentence_and_changes_nothing(
    learner: str, data: bytes
) -> None:
    tab = Lesson(learner)
    tab.predict(1)
    before = all_progress(hub().ledger, learner)
    open_popover(tab, "lesson")
    tab.app.file_uploader(key="progress_upload").upload("p.json", data, "application/json")
    tab.run()
    assert "no progress file" in tab.app.info[0].value
    assert all_progress(hub().ledger, learner) == before


def test_what_one_was_sure_of_and_got_wrong_is_asked_again_first(learner: str) -> None:
    right, wrong = Lesson(learner), Lesson(learner, "checkpoints")
    right.predict(2, sure=True)
    wrong.predict(1, sure=True)
    assert progress(learner, "checkpoints").right is False
    asked = catalog.every()["checkpoints"]
    assert asked.title.in_("en") not in Lesson(learner, "why_it_runs").bar, "one back is too near"
    tab = Lesson(learner, "reducers")
    assert asked.title.in_("en") in tab.bar and not tab.has("run")
    tab.press("option_1")
    assert "It was:" in tab.bar
    tab.press("next")
    assert tab.app.button(key="run").disabled and tab.stand.walk.choice is None
    assert asked.title.in_("en") not in tab.bar


def test_a_projector_hides_hints_progress_and_the_graph(learner: str) -> None:
    tab = Lesson(learner, mode="projector")
    tab.predict(2)
    tab.on("observe", "explain", "challenge")
    assert not tab.has("hint") and not tab.session.has("graph")
    open_popover(tab, "lesson")
    assert not tab.app.get("file_uploader") and not tab.app.get("download_button")


def test_a_lesson_or_scene_for_a_newer_langgraph_says_so_and_offers_the_next(
    learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = {
        slug: one.model_copy(update={"needs": "99.1"}) for slug, one in catalog.every().items()
    }
    monkeypatch.setattr(catalog, "every", lambda: newer)
    tab = Lesson(learner, stage="challenge")
    assert "needs LangGraph 99.1 or newer" in tab.bar and version("langgraph") in tab.bar
    assert not tab.has("run") and not tab.has("option_1") and not tab.session.may("send")
    tab.press("next")
    assert tab.session.lesson and tab.session.lesson.id == "checkpoints"
    play = Tab(learner)
    open_popover(play, "scene")
    assert play.app.button(key="scene_nobody").disabled


def test_a_thread_opened_while_the_page_is_drawn_is_shown(
    learner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, opened = showing.keep_up, list[str]()

    def keep_up(s: Session) -> None:
        if not opened:
            opened.append(s.lab.do(OpenThread("late", "seat")).conversation.id)
            url.show(s, opened[0])
        real(s)

    tab = Lesson(learner)
    monkeypatch.setattr(showing, "keep_up", keep_up)
    tab.run()
    assert tab.session.conversation.thread_id == "late"


def test_a_scene_opens_once_on_threads_of_its_own(learner: str) -> None:
    tab = Tab(learner)
    for _ in range(2):
        open_popover(tab, "scene")
        tab.app.button(key="scene_second_saver").click().run()
        tab.run()
    assert [one.thread_id for one in tab.session.threads] == ["demo-chat-a", "saver"]
    assert tab.session.conversation.thread_id == "saver" and "second saver" in str(tab.notice)
    last = tab.data("chat")["bubbles"][-1]
    assert last["text"] == "no seat preference yet" and "not stored here" in last["state_text"]


def test_a_call_that_raised_says_so_in_the_chat(learner: str) -> None:
    tab = Tab(learner)
    open_popover(tab, "scene")
    tab.app.button(key="scene_nobody").click().run()
    tab.run()
    last = tab.data("chat")["bubbles"][-1]
    assert last["text"] == "hello?" and "ValueError" in last["state_text"]


def test_the_next_lesson_is_remembered_for_the_next_visit(learner: str) -> None:
    tab = Lesson(learner)
    tab.predict(2)
    tab.on("observe", "explain", "challenge")
    tab.press("next")
    assert preferences(hub().ledger, learner)["lesson"] == "checkpoints"
