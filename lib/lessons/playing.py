"""Playing a lesson in its lab: seed, act and solution, each step when the one before has ended.

A step that runs a graph is queued like any action; the next one waits behind it, so that no page
and no worker waits. Who plays what is written to the ledger when it ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from importlib.metadata import version

from lib.identity import learning
from lib.lab.lab import Lab
from lib.lessons.checks import all_hold
from lib.lessons.format import Lesson
from lib.lessons.parts import Step
from lib.lessons.steps import Playing
from lib.lessons.walk import Progress, Walk, read
from lib.text import Lang

NEITHER = -1
"""The outcome when not exactly one option came true."""
_starting = threading.Lock()
"""Two tabs that press at the same moment start one thing: under this, each looks again first."""


def play(playing: Playing, steps: Sequence[Step], ended: Callable[[], None]) -> None:
    """Do the steps in turn, then call `ended`."""
    left = list(steps)
    while left:
        step = left.pop(0)
        talk = playing.do(step)
        if step.runs:
            playing.lab.after(talk, lambda: play(playing, left, ended))
            return
    ended()


def outcome(lab: Lab, lesson: Lesson) -> int:
    """The option that holds, or `NEITHER`."""
    true = [n for n, option in enumerate(lesson.asks.options) if all_hold(lab, option.when)]
    return true[0] if len(true) == 1 else NEITHER


class Stand:
    """A learner's lesson in its lab, with what is kept of it; made anew for each look."""

    def __init__(self, lab: Lab, lesson: Lesson) -> None:
        self.lab, self.lesson = lab, lesson
        self._look()

    def _look(self) -> None:
        kept = read(self.lab.ledger, self.lab.key.learner_id, self.lesson.id)
        self.progress, self.walk = kept

    def keep(self) -> None:
        """Write progress and walk down, and tell the lab's tabs."""
        kept = {"progress": self.progress.model_dump(), "walk": self.walk.model_dump()}
        learning.keep(self.lab.ledger, self.lab.key.learner_id, self.lesson.id, **kept)
        self.lab.publish()

    @property
    def is_ready(self) -> bool:
        """Whether the seed is there, or is only threads to open."""
        return self.walk.seeded or not any(step.runs for step in self.lesson.seed)

    def prepare(self, lang: Lang) -> None:
        """Put the lab into the state in which the lesson asks; nothing if that is being done."""
        with _starting:
            self._look()
            if not self.walk.seeded and not self.lab.works:
                self._seed(lang, lambda: None)

    def _seed(self, lang: Lang, then: Callable[[], None]) -> None:
        playing = Playing(self.lab, self.lesson, lang, 0.0, [])

        def ended() -> None:
            self.walk.seeded, self.walk.made = True, playing.made
            self.keep()
            then()

        play(playing, self.lesson.seed, ended)

    def run(self, lang: Lang, pause: float) -> None:
        """What the lesson does, with the prediction that was made; the outcome is written once."""
        with _starting:
            self._look()
            if self.walk.ran or self.walk.playing or self.lab.works:
                return
            self.walk.stage, self.walk.playing = "run", True
            self.progress = _attempted(self.progress, self.walk)
            self.keep()
        if self.walk.seeded:
            self._act(lang, pause)
        else:
            self._seed(lang, lambda: self._act(lang, pause))

    def _act(self, lang: Lang, pause: float) -> None:
        playing = Playing(self.lab, self.lesson, lang, pause, list(self.walk.made))

        def ended() -> None:
            self.walk.outcome = outcome(self.lab, self.lesson)
            self.walk.langgraph = version("langgraph")
            self.walk.playing, self.walk.made = False, playing.made
            if self.progress.right is None and self.walk.choice is not None:
                self.progress.right = self.walk.choice == self.walk.outcome
            self.keep()

        play(playing, self.lesson.act, ended)

    def start_over(self, lang: Lang) -> None:
        """The lab and the walk as they were at first; progress stays. `Refused` while it runs."""
        self.lab.reset()
        self.walk = Walk()
        self.keep()
        self.prepare(lang)

    def show_solution(self, lang: Lang, pause: float) -> None:
        """A fresh lab, then seed, act and solution; recorded as shown."""
        before = self.walk
        self.lab.reset()
        kept = before.model_dump() | {"seeded": False, "made": [], "playing": True}
        self.walk = Walk.model_validate(kept)
        self.progress.shown = True
        self.keep()
        steps = (*self.lesson.seed, *self.lesson.act, *self.lesson.solution)
        playing = Playing(self.lab, self.lesson, lang, pause, [])

        def ended() -> None:
            self.walk.seeded, self.walk.playing, self.walk.made = True, False, playing.made
            self.keep()

        play(playing, steps, ended)


def _attempted(progress: Progress, walk: Walk) -> Progress:
    """The first choice stays the first, whatever is chosen when the lesson is done again."""
    update: dict[str, object] = {"attempts": progress.attempts + 1}
    if progress.first_choice is None and walk.choice is not None:
        update |= {"first_choice": walk.choice, "sure": walk.sure}
    return progress.model_copy(update=update)
