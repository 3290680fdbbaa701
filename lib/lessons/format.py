"""The format of a lesson file, as models: what is missing, misspelt or too much is refused.

`GUIDE.md` beside this tells an author what each part is for.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Literal

from packaging.version import Version
from pydantic import AfterValidator, Field, model_validator

from lib.graphs import SCENARIOS
from lib.lessons.parts import Claims, Part, Step, Words

Track = Literal["main", "architect", "scene"]
Panel = Literal["chat", "history", "graph", "keys", "details"]
Button = Literal[
    "send", "open_thread", "retry", "regenerate", "replay", "fork", "continue", "compare", "undo"
]


def _release(value: str) -> str:
    Version(value)
    return value


class Option(Part):
    text: Words
    when: Claims
    why: Words


class Predict(Part):
    question: Words
    options: tuple[Option, ...] = Field(min_length=2, max_length=3)


class Observe(Part):
    question: Words
    select: Claims
    hint: Words


class Goal(Part):
    text: Words
    all: Claims


class Lesson(Part):
    """One file. A scene has a title, a seed and a note on what to look at, and no questions."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    order: int
    track: Track
    scenario: str
    concepts: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ("chat", "history", "graph", "details")
    actions: tuple[Button, ...] = ()
    needs: Annotated[str, AfterValidator(_release)] | None = None
    seed: tuple[Step, ...] = ()
    act: tuple[Step, ...] = ()
    solution: tuple[Step, ...] = ()
    title: Words
    note: Words | None = None
    belief: Words | None = None
    predict: Predict | None = None
    observe: Observe | None = None
    goal: Goal | None = None
    further: Goal | None = None
    hints: tuple[Words, ...] = ()
    recall: Words | None = None

    @property
    def too_new(self) -> bool:
        """Whether it needs a newer LangGraph than the installed one."""
        return bool(self.needs) and Version(version("langgraph")) < Version(str(self.needs))

    @property
    def asks(self) -> Predict:
        """The question of a lesson, which a scene does not have."""
        assert self.predict
        return self.predict

    @model_validator(mode="after")
    def _complete(self) -> Lesson:
        unknown = {self.scenario, *(s.scenario for s in self.seed if s.scenario)} - set(SCENARIOS)
        asked = (self.belief, self.predict, self.observe, self.goal)
        if unknown:
            raise ValueError(f"no scenario {sorted(unknown)}")
        if self.track == "scene" and (any(asked) or not self.note or not self.seed):
            raise ValueError("a scene has a note and a seed, and asks nothing")
        if self.track != "scene" and (not all(asked) or len(self.hints) != 3 or not self.solution):
            raise ValueError("a lesson has belief, predict, observe, goal, solution, three hints")
        return self
