"""Every lesson still tells the truth; and each line of the proof can say no."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest
from pydantic import ValidationError

from lib.lessons import catalog, reproducing
from lib.lessons.__main__ import main
from lib.lessons.checks import CHECKS
from lib.lessons.format import Lesson
from lib.lessons.parts import Claim
from lib.lessons.proof import prove

EVERY = list(catalog.every().values())
ASKING = ("threads", "checkpoints", "why_it_runs", "reducers", "lookup_keys", "replay")


@pytest.mark.parametrize("lesson", EVERY, ids=lambda one: one.id)
def test_a_lesson_holds_on_this_langgraph(lesson: Lesson) -> None:
    if lesson.too_new:
        pytest.skip(f"needs langgraph {lesson.needs}")
    assert prove(lesson) == []


def test_the_lessons_of_the_syllabus_are_there_in_order() -> None:
    assert [one.id for one in catalog.lessons()] == [*ASKING, "same_message"]
    assert all(slug in catalog.every() for one in EVERY for slug in one.after)


def raw() -> dict[str, Any]:
    """The first lesson as plain data, to be spoilt."""
    return tomllib.loads((catalog.FOLDER / "threads.toml").read_text("utf-8"))


def spoilt(spoil: Callable[[dict[str, Any]], Any]) -> Lesson:
    data = raw()
    spoil(data)
    return Lesson.model_validate(data)


def _two_true(data: dict[str, Any]) -> None:
    data["predict"]["options"][0]["when"] = data["predict"]["options"][1]["when"]


def _none_true(data: dict[str, Any]) -> None:
    data["predict"]["options"][1]["when"] = {"check": "checkpoints", "thread": "b", "equals": 9}


def _met_before(data: dict[str, Any]) -> None:
    data["goal"]["all"] = [{"check": "messages", "thread": "a", "equals": 2}]


def _no_solution(data: dict[str, Any]) -> None:
    data["solution"] = data["act"][1:]


def _every_row(data: dict[str, Any]) -> None:
    data["observe"]["select"] = {"check": "holds_messages", "at_least": 0}


def _no_row(data: dict[str, Any]) -> None:
    data["observe"]["select"] = {"check": "written_by", "node": "nobody"}


def _too_long(data: dict[str, Any]) -> None:
    data["title"]["zh"] = "长" * 21


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_two_true, "options that hold after act: [1, 2]"),
        (_none_true, "options that hold after act: none"),
        (_met_before, "the goal is met before"),
        (_no_solution, "the goal is open after the solution"),
        (_every_row, "observe:"),
        (_no_row, "observe: 0 of"),
        (_too_long, "title (zh): 21 characters, 20 fit"),
    ],
)
def test_a_lesson_that_tells_something_else_is_caught(
    spoil: Callable[[dict[str, Any]], Any], said: str
) -> None:
    assert any(said in line for line in prove(spoilt(spoil)))


def test_a_script_that_does_something_else_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reproducing.script
    monkeypatch.setattr(reproducing, "script", lambda lab: real(lab).replace("window", "aisle"))
    assert "en: the exported script leaves thread a otherwise" in prove(spoilt(lambda data: None))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data["title"].pop("zh"),
        lambda data: data["hints"].pop(),
        lambda data: data.pop("observe"),
        lambda data: data.update(colour="red"),
        lambda data: data.update(scenario="nowhere"),
        lambda data: data.update(needs="soon"),
        lambda data: data["predict"]["options"].pop() and data["predict"]["options"].pop(),
    ],
)
def test_a_file_that_is_not_complete_is_refused(spoil: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(ValidationError):
        spoilt(spoil)


def claims(value: Any) -> list[Claim]:
    """Every claim in a lesson, wherever it stands."""
    if isinstance(value, Claim):
        return [value]
    parts = dict(value).values() if isinstance(value, Lesson) else value
    if hasattr(value, "model_fields_set") and not isinstance(value, Lesson):
        parts = dict(value).values()
    if isinstance(parts, str | int | bool | None):
        return []
    return [claim for part in parts for claim in claims(part)]


def test_every_check_is_used_by_a_lesson() -> None:
    assert {claim.check for lesson in EVERY for claim in claims(lesson)} == set(CHECKS)


def test_the_command_says_whether_all_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lib.lessons.__main__.every", lambda: {"x": spoilt(_too_long)})
    assert main(["check"]) == 1
    assert "no  threads" in capsys.readouterr().out
    monkeypatch.setattr("lib.lessons.__main__.every", lambda: {"x": spoilt(lambda data: None)})
    assert main(["check"]) == 0
    assert main([]) == 2


def test_a_lesson_for_a_newer_langgraph_is_left_out_of_the_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, newer = version("langgraph"), spoilt(lambda data: data.update(needs="99.1"))
    same = spoilt(lambda data: data.update(needs=here))
    monkeypatch.setattr("lib.lessons.__main__.every", lambda: {"x": newer, "y": same})
    assert main(["check"]) == 0
    said = capsys.readouterr().out
    assert "--  threads: needs langgraph 99.1" in said and "1 of 1 hold" in said
