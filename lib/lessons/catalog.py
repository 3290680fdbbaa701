"""All lessons and scenes, read once from the files beside this."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from lib.lessons.format import Lesson

FOLDER = Path(__file__).parent
TOO_FEW = 2
"""A question comes back when this many lessons lie between."""


def load(path: Path) -> Lesson:
    """One file; raises when it is no lesson, or is not called what it says."""
    lesson = Lesson.model_validate(tomllib.loads(path.read_text("utf-8")))
    if lesson.id != path.stem:
        raise ValueError(f"{path.name} calls itself {lesson.id}")
    return lesson


@cache
def every() -> dict[str, Lesson]:
    """Lessons and scenes by id, in their order."""
    found = sorted(map(load, FOLDER.glob("*.toml")), key=lambda one: one.order)
    return {one.id: one for one in found}


def lessons() -> list[Lesson]:
    """The lessons in order, the architect track among them."""
    return [one for one in every().values() if one.predict]


def scenes() -> list[Lesson]:
    return [one for one in every().values() if not one.predict]


def lesson(slug: str | None) -> Lesson | None:
    """The lesson of that id, if it is one."""
    found = every().get(slug or "")
    return found if found and found.predict else None


def following(one: Lesson) -> Lesson | None:
    """The lesson after this one."""
    return next((other for other in lessons() if other.order > one.order), None)


def long_before(one: Lesson) -> list[Lesson]:
    """Lessons that lie far enough back to be asked about again."""
    before = [other for other in lessons() if other.order < one.order]
    return before[: max(0, len(before) - TOO_FEW + 1)]


def lab_name(slug: str) -> str:
    """The lab that a lesson has for itself."""
    return f"lesson:{slug}"
