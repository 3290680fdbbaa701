"""What the parts of a lesson file are made of: words, claims, steps."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from lib.text import Lang


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
