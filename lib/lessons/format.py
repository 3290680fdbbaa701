"""The format of a lesson file, as models: what is missing, misspelt or too much is refused.

`GUIDE.md` beside this tells an author what each part is for.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from lib.graphs import SCENARIOS
from lib.text import Lang

Track = Literal["main", "architect", "scene"]
Panel = Literal["chat", "history", "graph", "keys", "details"]
Button = Literal[
    "send", "open_thread", "retry", "regenerate", "replay", "fork", "continue", "compare", "undo"
]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, dict) else value


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(Part):
    """One text in both languages."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)

    def in_(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en


class Claim(BaseModel):
    """A check by name with its arguments; `not = true` turns it round."""

    model_config = ConfigDict(extra="allow", frozen=True)
    check: str
    negated: bool = Field(default=False, alias="not")

    @property
    def args(self) -> dict[str, Any]:
        return dict(self.model_extra or {})


Claims = Annotated[tuple[Claim, ...], BeforeValidator(_listed)]
"""Claims that hold together; a file may write a single one without the list."""


class At(Part):
    """The k-th checkpoint that action n made, both counted from 1 over seed, act and solution."""

    action: int = Field(ge=1)
    checkpoint: int = Field(ge=1)


class Step(Part):
    """One action. A thread that does not exist yet is opened, with `scenario` or the lesson's."""

    do: Literal["open", "send", "call", "replay", "fork", "regenerate", "retry", "select"]
    thread: str
    scenario: str | None = None
    text: Words | None = None
    message_id: str | None = None
    at: At | None = None
    of: int | None = None
    values: dict[str, Any] = {}
    as_node: str | None = None
    config: dict[str, Any] = {}
    none: tuple[str, ...] = ()
    saver: Literal["lab", "new"] = "lab"

    @property
    def runs(self) -> bool:
        """Whether it starts a graph."""
        return self.do not in ("open", "select")


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
    needs: str | None = None
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
