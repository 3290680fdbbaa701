"""Every word a learner sees, in English and 中文, looked up by a dotted key.

Rooms below the screen never build sentences: they return a `Said` (key and parameters), and the
face renders it in the learner's language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

Lang = Literal["en", "zh"]
LANGS: tuple[Lang, ...] = ("en", "zh")
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Said:
    """A sentence without a language yet. Parameters may be `Said` themselves."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


class Refused(Exception):
    """Nothing was changed; `said` tells the learner what happened and what to do next."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.said = Said(key, params)


@cache
def words() -> dict[str, dict[Lang, str]]:
    """All entries of `lib/text/*.toml` under dotted keys that begin with the file's name."""
    found: dict[str, dict[Lang, str]] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        _flatten(path.stem, tomllib.loads(path.read_text("utf-8")), found)
    return found


def _flatten(prefix: str, node: dict[str, Any], into: dict[str, dict[Lang, str]]) -> None:
    if set(node) == set(LANGS):
        into[prefix] = {lang: node[lang] for lang in LANGS}
        return
    for name, child in node.items():
        if not isinstance(child, dict):
            raise ValueError(f"{prefix}.{name}: a text needs both {' and '.join(LANGS)}")
        _flatten(f"{prefix}.{name}", child, into)


@dataclass(frozen=True)
class Text:
    """The words in one language: `text("details.step", step=3)`, `text.say(said)`."""

    lang: Lang

    def __call__(self, key: str, **params: Any) -> str:
        return words()[key][self.lang].format(**{k: self._plain(v) for k, v in params.items()})

    def say(self, said: Said) -> str:
        return self(said.key, **said.params)

    def _plain(self, value: Any) -> Any:
        return self.say(value) if isinstance(value, Said) else value


def as_lang(value: object) -> Lang | None:
    """`value` when it names a language we have, else None."""
    return next((lang for lang in LANGS if lang == value), None)
