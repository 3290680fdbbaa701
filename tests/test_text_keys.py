"""Keys that the code puts together: which ones, name by name, so that none is missing or idle."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from lib.text import FOLDER, words

ROOT = Path(__file__).parents[1]
CODE = sorted([*ROOT.glob("lib/**/*.py"), *ROOT.glob("pages/*.py")])
TOPS = "|".join(path.stem for path in FOLDER.glob("*.toml"))
COLUMNS = "step source next messages node time size command"
PARTS = "why_next channel_values versions_seen metadata diff"
PUT_TOGETHER = {
    "chat.{}": "title tries close queued running earlier_sibling later_sibling",
    "details.{}.title": PARTS,
    "details.{}.says": PARTS,
    "details.head.{}": "type content id node trigger version seen available runs channel seen_by"
    " value task name",
    "details.sentence.{}": "input started between done done_before waits fork fork_done update"
    " update_done",
    "graph.{}": "due wrote",
    "history.{}": "title empty head head_help tip_help nothing done follow following",
    "history.as.{}": "lanes graph",
    "history.column.{}": COLUMNS,
    "history.about.{}": COLUMNS,
    "keys.{}": "thread ns checkpoints",
    "lesson.{}": "chosen happened done shown_done",
    "lesson.stage.{}": "predict run observe explain challenge",
    "lesson.to.{}": "observe explain challenge",
    "lesson.observe.{}": "found try_again click",
    "lesson.state.{}": "solved shown begun new",
    "turn.{}": "retry regenerate",
    "turn.{}_help": "retry regenerate",
    "turn.found_{}": "accepted running waiting superseded undone",
    "turn.state.{}": "accepted running answered failed waiting superseded",
    "journal.{}": "OpenThread LabelThread ChooseScenario CopyThread DeleteThread FailNext Send"
    " Regenerate Replay Fork Resume Call",
}
"""Each f-string that makes a key, with the names that are put into it."""


def in_the_code() -> tuple[set[str], set[str]]:
    """Literals and class names of the code, and the f-strings that make keys, names left out."""
    literals: set[str] = set()
    made: set[str] = set()
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                literals.add(node.value)
            elif isinstance(node, ast.ClassDef):
                literals.add(node.name)
            elif isinstance(node, ast.JoinedStr):
                parts = [str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values]
                made.add("".join(parts))
    return literals, {text for text in made if re.fullmatch(rf"({TOPS})\.[a-z_.{{}}]+", text)}


def put_together() -> set[str]:
    return {made.format(name) for made, names in PUT_TOGETHER.items() for name in names.split()}


def test_the_table_names_every_place_where_a_key_is_put_together() -> None:
    assert in_the_code()[1] == set(PUT_TOGETHER)


def test_every_name_in_the_table_stands_in_the_code() -> None:
    literals, _ = in_the_code()
    names = {name for names in PUT_TOGETHER.values() for name in names.split()}
    assert {n for n in names if not {n, n.removesuffix("_done")} & literals} == set()


def test_whole_and_put_together_keys_are_exactly_the_texts() -> None:
    whole = in_the_code()[0] & set(words())
    assert put_together() - set(words()) == set(), "no text"
    assert set(words()) - whole - put_together() == set(), "never said"
