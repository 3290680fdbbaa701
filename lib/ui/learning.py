"""The part of a tab's session that a lesson adds: which one, which stage, what it allows."""

from __future__ import annotations

from dataclasses import dataclass

from lib.lab.lab import Lab
from lib.lessons.format import Button, Lesson, Panel
from lib.lessons.playing import Stand
from lib.lessons.walk import Stage


@dataclass(kw_only=True)
class Learning:
    """`lesson` is None in the playground; `slug` is the lesson opened last in this tab.

    `following`: the page shows whatever thread the lesson plays on. `recalled` is the lesson for
    which an earlier one was asked about again, `recall_choice` the answer to that.
    """

    drawn: str = "en"
    lesson: Lesson | None = None
    slug: str = ""
    stage: Stage = "predict"
    projector: bool = False
    following: bool = False
    recalled: str = ""
    recall_choice: int | None = None

    @property
    def lab(self) -> Lab:
        raise NotImplementedError

    @property
    def stand(self) -> Stand:
        """The lesson that is open, with what is kept of it."""
        assert self.lesson
        lesson = self.lesson
        return self.lab.fresh(("stand", lesson.id), lambda: Stand(self.lab, lesson))

    def may(self, button: Button) -> bool:
        """Whether a button is there: in a lesson, what it allows, and only for its challenge."""
        if self.lesson is None:
            return True
        walk = self.stand.walk
        free = self.stage == "challenge" and walk.ran and not walk.playing
        return free and not self.lesson.too_new and button in self.lesson.actions

    def has(self, panel: Panel) -> bool:
        """Whether a panel is on screen; a projector leaves the drawing of the graph away."""
        if self.projector and panel == "graph":
            return False
        return self.lesson is None or panel in self.lesson.panels
