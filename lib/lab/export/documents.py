"""An export as one text: the script, and the notebook with the same code in cells."""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from typing import Any

from lib.graphs import SCENARIOS
from lib.lab.export import preamble, sources
from lib.lab.export.facts import Facts
from lib.lab.export.literals import literal, quoted
from lib.lab.export.steps import Step, steps_of
from lib.lab.reading import Reading

PACKAGES = ("langgraph", "langgraph-checkpoint", "langchain-core")


def script(lab: Reading) -> str:
    """A Python script that does what was done in the lab, in memory and without this app."""
    intro = "\n".join(f"# {line}".rstrip() for line in _intro())
    return "\n\n\n".join((intro, *_cells(lab))) + "\n"


def notebook(lab: Reading) -> str:
    """The same as a Jupyter notebook: a title, what is needed, then a cell for each step."""
    what, how, install = _intro()
    title = f"# Checkpoint Lab\n\n{what}\n\n{how}\n\n```\n{install}\n```"
    cells = [_cell(0, "markdown", title)]
    for number, code in enumerate(_cells(lab), 1):
        cells.append(_cell(number, "code", code) | {"execution_count": None, "outputs": []})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": lines}


def _intro() -> tuple[str, str, str]:
    pins = " ".join(f"{package}=={version(package)}" for package in PACKAGES)
    return (
        "What was done in a Checkpoint Lab, step by step, in memory and without the app.",
        f"Made with Python {platform.python_version()}; ids and times differ from run to run.",
        f"pip install {pins}",
    )


def _cells(lab: Reading) -> list[str]:
    """The parts of the code, in order: each complete once those before it have run."""
    facts = Facts(lab)
    done = steps_of(facts)
    used = {thread.scenario for thread in facts.threads.values()}
    scenarios = [scenario for scenario in SCENARIOS if scenario in used]
    built = {scenario: sources.scenario(scenario) for scenario in scenarios}
    speech = [sources.speech()] if built else []
    helpers = [
        text
        for name, text in preamble.HELPERS.items()
        if any(f"{name}(" in step.code for step in done)
    ]
    imports = sources.imports((preamble.EFFECTS, *speech, *built.values()))
    return [
        f"{preamble.STRICT}\n{imports}",
        "\n\n\n".join(sources.body(text) for text in (preamble.EFFECTS, *helpers)),
        *map(sources.body, speech),
        *(f"{sources.body(text)}\n\n\n{_compiled(name)}" for name, text in built.items()),
        *(_titled(number, step) for number, step in enumerate(done, 1)),
        _histories(facts),
    ]


def _compiled(scenario: str) -> str:
    return f"graphs[{quoted(scenario)}] = build(effects).compile(checkpointer=saver)"


def _titled(number: int, step: Step) -> str:
    return f"# {number}. {step.line.action['do']}, thread {quoted(step.thread_id)}\n{step.code}"


def _histories(facts: Facts) -> str:
    threads = {c.thread_id: c.scenario for c in facts.alive}
    return f"threads = {literal(threads)}\n{preamble.HISTORIES}".rstrip()
