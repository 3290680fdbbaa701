"""Source text moved out of its module: imports collected, what only this app needs left out."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from types import ModuleType

from lib.graphs import SCENARIOS

OURS = ("lib", "__future__")


def speech() -> str:
    """How the scenarios read a message."""
    return inspect.getsource(sys.modules["lib.graphs.speech"])


def scenario(scenario_id: str) -> str:
    """The text of the module that builds a scenario."""
    return inspect.getsource(module_of(scenario_id))


def module_of(scenario_id: str) -> ModuleType:
    return sys.modules[SCENARIOS[scenario_id].build.__module__]


def imports(texts: Iterable[str]) -> str:
    """The imports of all texts, each once, the standard library's first; none of this app's."""
    found: dict[str, set[str]] = {}
    for node in (node for text in texts for node in ast.parse(text).body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.setdefault(alias.name, set())
        elif isinstance(node, ast.ImportFrom) and _top(node.module) not in OURS:
            names = found.setdefault(str(node.module), set())
            names.update(ast.unparse(alias) for alias in node.names)
    groups: list[list[str]] = [[], []]
    for module, names in sorted(found.items(), key=lambda item: (bool(item[1]), item[0])):
        line = f"from {module} import {', '.join(sorted(names))}" if names else f"import {module}"
        groups[_top(module) not in sys.stdlib_module_names].append(line)
    return "\n\n".join("\n".join(group) for group in groups if group)


def _top(module: str | None) -> str:
    return str(module).partition(".")[0]


def body(text: str) -> str:
    """A module's text without imports and its `SCENARIO`; what its docstring says is a comment."""
    tree, lines = ast.parse(text), text.split("\n")
    left_out = [node for node in tree.body if _is_left_out(node)]
    gone = {i for node in left_out for i in range(node.lineno - 1, node.end_lineno or 0)}
    kept = "\n".join(line for i, line in enumerate(lines) if i not in gone).strip()
    said = (ast.get_docstring(tree) or "").splitlines()
    return "\n".join([*(f"# {line}".rstrip() for line in said), kept])


def _is_left_out(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "SCENARIO"
    return isinstance(node, ast.Import | ast.ImportFrom)
