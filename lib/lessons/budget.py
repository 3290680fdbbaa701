"""How long a lesson's texts may be, so that the page never grows; characters by language."""

from __future__ import annotations

from collections.abc import Iterator

from lib.lessons.format import Lesson
from lib.lessons.parts import Words
from lib.text import LANGS

TITLE, SENTENCE, OPTION = {"en": 40, "zh": 20}, {"en": 115, "zh": 56}, {"en": 45, "zh": 22}


def texts(lesson: Lesson) -> Iterator[tuple[str, Words, dict[str, int]]]:
    """Every text of a lesson by where it stands, with its limits."""
    yield "title", lesson.title, TITLE
    sentences = {"note": lesson.note, "belief": lesson.belief, "recall": lesson.recall}
    for name, goal in (("goal", lesson.goal), ("further", lesson.further)):
        sentences[name] = goal.text if goal else None
    if lesson.observe:
        sentences |= {"observe": lesson.observe.question, "observe.hint": lesson.observe.hint}
    for place, hint in enumerate(lesson.hints, 1):
        sentences[f"hint {place}"] = hint
    for place, option in enumerate(lesson.predict.options if lesson.predict else (), 1):
        yield f"option {place}", option.text, OPTION
        sentences[f"why {place}"] = option.why
    if lesson.predict:
        sentences["question"] = lesson.predict.question
    yield from ((name, text, SENTENCE) for name, text in sentences.items() if text)


def too_long(lesson: Lesson) -> Iterator[str]:
    """A line for each text over its limit."""
    for name, text, limits in texts(lesson):
        for lang in LANGS:
            if len(text.in_(lang)) > limits[lang]:
                yield f"{name} ({lang}): {len(text.in_(lang))} characters, {limits[lang]} fit"
