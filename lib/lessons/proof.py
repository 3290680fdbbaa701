"""The proof of a lesson: that the installed LangGraph still does what the file says, both ways."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lib.identity.learners import issue_token, learner_of
from lib.lab.hub import Hub
from lib.lab.lab import Lab
from lib.lessons.budget import too_long
from lib.lessons.checks import Picked, all_hold, asks_for_pick, holds
from lib.lessons.format import Lesson
from lib.lessons.parts import Step
from lib.lessons.playing import play
from lib.lessons.reproducing import differs
from lib.lessons.steps import Playing
from lib.settings import Settings
from lib.text import LANGS, Lang

SECONDS = 60


@contextmanager
def fresh_lab(folder: Path, name: str) -> Iterator[tuple[Hub, Lab]]:
    """A new learner's lab in an empty folder."""
    hub = Hub(Settings(data_dir=folder, workers=2, slow_seconds=0.01))
    try:
        learner_id = learner_of(hub.ledger, issue_token(hub.ledger))
        yield hub, hub.lab(str(learner_id), f"lesson:{name}")
    finally:
        hub.close()


def prove(lesson: Lesson) -> list[str]:
    """What does not hold, a line each; in both languages and in a fresh lab each time."""
    found = list(too_long(lesson))
    for lang in LANGS:
        with tempfile.TemporaryDirectory() as folder, fresh_lab(Path(folder), lesson.id) as opened:
            found += [f"{lang}: {line}" for line in _prove(lesson, *opened, lang)]
    return found


def _prove(lesson: Lesson, hub: Hub, lab: Lab, lang: Lang) -> Iterator[str]:
    playing = Playing(lab, lesson, lang, 0.0, [])
    _play(hub, playing, (*lesson.seed, *lesson.act))
    if lesson.predict:
        yield from _prediction(lesson, lab)
        yield from _evidence(lesson, lab)
        yield from _challenge(lesson, hub, playing)
    yield from differs(lab)


def _play(hub: Hub, playing: Playing, steps: tuple[Step, ...]) -> None:
    play(playing, steps, lambda: None)
    if not hub.runner.wait_idle(SECONDS):
        raise TimeoutError(playing.lesson.id)


def _prediction(lesson: Lesson, lab: Lab) -> Iterator[str]:
    true = [n for n, one in enumerate(lesson.asks.options, 1) if all_hold(lab, one.when)]
    if len(true) != 1:
        yield f"options that hold after act: {true or 'none'}"


def every_pick(lab: Lab) -> list[Picked]:
    """Every checkpoint of the lab, as a learner could select it."""
    return [
        Picked(talk, ns, row.checkpoint_id)
        for talk in lab.conversations()
        for ns, _ in lab.namespaces(talk) or [("", 0)]
        for row in lab.window(talk, ns).rows
    ]


def _evidence(lesson: Lesson, lab: Lab) -> Iterator[str]:
    assert lesson.observe
    right = [all_hold(lab, lesson.observe.select, pick) for pick in every_pick(lab)]
    if not any(right) or all(right):
        yield f"observe: {sum(right)} of {len(right)} rows are right"


def _challenge(lesson: Lesson, hub: Hub, playing: Playing) -> Iterator[str]:
    assert lesson.goal
    lab, goal = playing.lab, lesson.goal.all
    picks = every_pick(lab) if any(map(asks_for_pick, goal)) else []
    if any(all_hold(lab, goal, pick) for pick in (None, *picks)):
        yield "the goal is met before anything was done for it"
    _play(hub, playing, lesson.solution)
    last = playing.made[-1]
    talk = lab.conversation(last.conversation)
    picked = Picked(talk, "", last.checkpoint) if talk and last.checkpoint else None
    if open_ := [claim.check for claim in goal if not holds(lab, claim, picked)]:
        yield f"the goal is open after the solution: {open_}"
