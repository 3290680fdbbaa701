"""Every learner-visible string, in both languages, used and nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from lib.text import FOLDER, LANGS, Refused, Said, Text, words

ROOT = Path(__file__).parents[1]
CODE = sorted([*ROOT.glob("lib/**/*.py"), *ROOT.glob("pages/*.py")])
CHINESE = re.compile(r"[\u4e00-\u9fff]")
TOPS = {path.stem for path in FOLDER.glob("*.toml")}


def literals() -> tuple[set[str], set[str]]:
    """Whole string literals of the code, and the beginnings of f-strings."""
    whole: set[str] = set()
    begun: set[str] = set()
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
    return whole, {b for b in begun if b.split(".")[0] in TOPS and "." in b}


def test_both_languages_say_the_same_with_the_same_parameters() -> None:
    for key, entry in words().items():
        found = [{n for _, n, _, _ in Formatter().parse(entry[lang]) if n} for lang in LANGS]
        assert found[0] == found[1], key
        assert all(entry[lang].strip() for lang in LANGS), key


def test_every_key_is_used_and_every_used_key_is_there() -> None:
    whole, begun = literals()
    keys = set(words())
    unused = {k for k in keys - whole if not any(k.startswith(b) for b in begun)}
    assert unused == set()
    dotted = {w for w in whole if re.fullmatch(rf"({'|'.join(TOPS)})\.[a-z_.]+", w)}
    assert {w for w in dotted - keys - begun if not w.endswith(".toml")} == set()
    assert all(any(k.startswith(b) for k in keys) for b in begun)


def test_sentences_of_errors_tell_what_to_do_next() -> None:
    for key, entry in words().items():
        if key.startswith("errors."):
            assert entry["en"].count(".") + entry["en"].count(":") >= 2, key
            assert entry["zh"].endswith("。"), key


@pytest.mark.parametrize("path", CODE, ids=lambda p: str(p.relative_to(ROOT)))
def test_chinese_stands_in_texts_and_scenarios_only(path: Path) -> None:
    if "graphs" in path.parts:
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name_of_a_language = node.value == "中文"
            docstring = "\n" in node.value or node.value.endswith(".")
            assert not CHINESE.search(node.value) or name_of_a_language or docstring


def test_a_sentence_may_hold_another_and_is_rendered_by_the_face() -> None:
    refused = Refused("errors.thread_exists", thread=Said("bar.new"))
    assert Text("en").say(refused.said).startswith("There is a thread New already.")
