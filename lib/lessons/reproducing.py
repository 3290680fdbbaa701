"""Whether a lab's exported script, run in a fresh process, leaves the same threads behind."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lib.lab.export import script
from lib.lab.lab import Lab

TELL = """
import json, pathlib, sys
from typing import Any
{source}
told = {{name: tell(saver, graphs[scenario], name) for name, scenario in threads.items()}}
pathlib.Path("told.json").write_text(json.dumps(told))
assert "lib" not in sys.modules
"""


def tell(saver: Any, graph: Any, thread_id: str) -> dict[str, Any]:
    """A thread without what differs between two runs: ids, times and versions."""
    here: Any = {"configurable": {"thread_id": thread_id}}
    states = list(graph.get_state_history(here))[::-1]
    places = {s.config["configurable"]["checkpoint_id"]: i for i, s in enumerate(states)}
    rows = []
    for state in states:
        parent = (state.parent_config or here)["configurable"].get("checkpoint_id")
        messages = [(m.type, m.text) for m in state.values.get("messages", ())]
        writes = sorted(row[1] for row in saver.get_tuple(state.config).pending_writes)
        said = (state.metadata["source"], state.metadata["step"], state.next)
        rows.append([*said, places.get(parent), {**state.values, "messages": messages}, writes])
    return {"rows": rows, "inner": len(list(saver.list(here))) - len(rows)}


def told(lab: Lab) -> Any:
    """The lab's own threads, as JSON has them."""
    reader = lab.backend.reader
    found = {c.thread_id: tell(reader, lab.drawing(c), c.thread_id) for c in lab.conversations()}
    return json.loads(json.dumps(found))


def run(folder: Path, code: str) -> Any:
    """Run in a fresh process that knows nothing of this app; what it tells of its threads."""
    source = inspect.getsource(tell)
    (folder / "lab.py").write_text(code + TELL.format(source=source), "utf-8")
    env = os.environ | {"PYTHONPATH": ""}
    command = [sys.executable, "lab.py"]
    subprocess.run(command, cwd=folder, env=env, check=True, timeout=60, capture_output=True)
    return json.loads((folder / "told.json").read_text())


def differs(lab: Lab) -> Iterator[str]:
    """A line for each thread that the exported script leaves otherwise than the lab."""
    with tempfile.TemporaryDirectory() as folder:
        made, own = run(Path(folder), script(lab)), told(lab)
    for name in own.keys() | made.keys():
        if own.get(name) != made.get(name):
            yield f"the exported script leaves thread {name} otherwise"
