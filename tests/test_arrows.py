"""The rooms and their arrows, sizes and seams, read from the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted([*ROOT.glob("lib/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "app.py"])
MAY_USE = {
    "text": set(),
    "settings": set(),
    "graphs": set(),
    "backends": set(),
    "evidence": set(),
    "identity": {"text"},
    "lab": {"text", "settings", "graphs", "backends", "evidence", "identity"},
    "lessons": {"text", "settings", "graphs", "evidence", "identity", "lab"},
    "ui": {"text", "graphs", "evidence", "identity", "lab", "lessons"},
    "web": {"text", "evidence", "identity", "lab"},
    "pages": {"ui"},
    "app": {"web"},
}
STREAMLIT = {"ui", "web", "pages", "app"}
CATCHES_ALL = {"lib/lab/execution.py", "lib/lab/runner.py", "lib/lab/preview.py"}

each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))


def room_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[1] if parts[0] == "lib" and len(parts) > 1 else parts[0]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@each_source
def test_an_arrow_goes_one_way(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    used = {name.split(".")[1] for name in imports(path) if name.startswith("lib.")}
    assert used - {room} <= MAY_USE[room]


@each_source
def test_streamlit_stays_in_its_rooms(path: Path) -> None:
    heads = {name.split(".")[0] for name in imports(path)}
    assert "streamlit" not in heads or room_of(path) in STREAMLIT


@each_source
def test_rooms_and_functions_keep_their_size(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= (60 if room_of(path) == "pages" else 150)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            assert node.end_lineno - node.lineno < 40, node.name


@each_source
def test_only_what_records_a_failed_run_catches_everything(path: Path) -> None:
    handlers = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if _catches_all(n)]
    assert not handlers or str(path.relative_to(ROOT)) in CATCHES_ALL


def _catches_all(node: ast.AST) -> bool:
    if not isinstance(node, ast.ExceptHandler):
        return False
    return node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")


def test_the_entry_script_stands_alone_in_its_folder() -> None:
    assert [p.name for p in (ROOT / "lib/ui/entry").glob("*.py")] == ["shell.py"]
    names = {p.stem for p in (ROOT / "lib/ui").glob("*.py")} - {"__init__"}
    assert not names & sys.stdlib_module_names


def test_strict_msgpack_is_on_before_langgraph_is_imported() -> None:
    check = (
        "import os, sys, lib; assert os.environ['LANGGRAPH_STRICT_MSGPACK'] == 'true';"
        "assert not any(m.split('.')[0] == 'langgraph' for m in sys.modules);"
        "import lib.lab.hub; from langgraph.checkpoint.serde import jsonplus;"
        "from langgraph.checkpoint.serde import _msgpack as m; print(m.STRICT_MSGPACK_ENABLED)"
    )
    done = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "True", done.stderr
