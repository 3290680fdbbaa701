"""Export: the script and the notebook, run without the app, leave the same threads behind."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from symtable import symtable
from typing import Any

from lib.graphs import SCENARIOS
from lib.identity.conversations import Conversation
from lib.identity.ids import new_id
from lib.lab import actions as do
from lib.lab.export import notebook, preamble, running, script, sources, steps
from tests.test_time_actions import at, resume
from tests.worlds import World, world

__all__ = ["world"]

ODD = "'one' \"two\" '''3''' \"\"\"3\"\"\"\n\r\tback\\slash \\n \0 \u2028 座位 🪑 {x} %s #"
BESIDE = {"thread_id": "seats", "checkpoint_ns": "beside", "tenant": "B"}
NOTEBOOK = """
import json, pathlib
title, *cells = json.loads(pathlib.Path("lab.ipynb").read_text("utf-8"))["cells"]
names = {}
for cell in cells:
    exec("".join(cell["source"]), names)
globals().update({name: names[name] for name in ("saver", "graphs", "threads")})
"""
TELL = """
told = {name: tell(saver, graphs[scenario], name) for name, scenario in threads.items()}
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


def run(folder: Path, code: str) -> Any:
    """Run in a fresh process that knows nothing of this app; what it tells of its threads."""
    needed = "\nimport json, pathlib, sys\nfrom typing import Any\n"
    (folder / "lab.py").write_text(code + needed + inspect.getsource(tell) + TELL, "utf-8")
    env = os.environ | {"PYTHONPATH": "", "PYTHONWARNINGS": "error"}
    subprocess.run([sys.executable, "lab.py"], cwd=folder, env=env, check=True)
    return json.loads((folder / "told.json").read_text())


def assert_reproduced(world: World, folder: Path) -> None:
    world.idle()
    lab, reader = world.lab, world.lab.backend.reader
    told = {c.thread_id: tell(reader, lab.drawing(c), c.thread_id) for c in lab.conversations()}
    (folder / "lab.ipynb").write_text(notebook(lab), "utf-8")
    for code in (script(lab), NOTEBOOK):
        assert run(folder, code) == json.loads(json.dumps(told))


def fork(world: World, talk: Conversation, place: int, values: Any, by: str | None = None) -> None:
    world.do(do.Fork(talk.id, at(world, talk, place), values, by, new_id()))


def replay(world: World, talk: Conversation, place: int) -> None:
    world.do(do.Replay(talk.id, at(world, talk, place), new_id()))


def hold(world: World, talk: Conversation) -> threading.Event:
    """What is asked from now on is accepted, and runs when the event is set."""
    go = threading.Event()
    world.hub.runner.submit(talk.id, (0.0 for _ in "1" if go.wait(10)))
    return go


def seats(world: World) -> None:
    """Replays, forks by message, pins and a copy."""
    talk = world.open("seats")
    world.say(talk, "seat: window", message_id="m1")
    world.say(talk, ODD)
    replay(world, talk, 1)
    replay(world, talk, 2)
    fork(world, talk, 1, {"messages": [{"role": "user", "content": ODD, "id": "m1"}]})
    answer = world.lab.values(talk, at(world, talk, 2))["messages"][1].id
    fork(world, talk, 2, {"messages": [{"type": "ai", "content": ODD, "id": answer}]}, "reply")
    fork(world, talk, 0, {"messages": {"role": "user", "content": "seat: aisle"}})
    world.say(talk, "which seat?", at=at(world, talk, 2), durability="exit")
    world.do(do.LabelThread(talk.id, "sunny \"side\" '''up"))
    copy = world.do(do.CopyThread(talk.id, "seats 'too' 座")).conversation
    world.say(copy, "seat: middle", at=at(world, copy, 2))
    world.say(talk, "still here?", pause=0.01)
    for config, saver in (({}, "lab"), ({"thread_id": "seats"}, "new"), (BESIDE, "lab")):
        world.do(do.Call(talk.id, config, "seat: none", new_id(), saver=saver))


def rich(world: World) -> None:
    seats(world)
    talk = world.open("approvals", "approval")
    world.say(talk, "book a trip to Tokyo")
    world.do(resume(world, talk, ask_hotel="no"))
    copy = world.do(do.CopyThread(talk.id, "asked again")).conversation
    world.do(resume(world, talk, ask_flight=f"yes {ODD}"))
    world.do(resume(world, copy, ask_flight="yes"))
    replay(world, copy, 1)
    world.do(resume(world, copy, ask_hotel="yes", ask_flight="no"))
    world.say(copy, "book a trip to Paris")
    go = hold(world, copy)
    world.send(copy, "book a trip to London")
    world.lab.do(resume(world, copy, ask_flight="too late"))
    go.set()
    trip = world.open("trip")
    world.do(do.ChooseScenario(trip.id, "trip"))
    world.say(trip, "去东京旅行")
    fork(world, trip, 2, {"city": 'Ro"me', "flight": "x" * 90})
    look = world.open("look", "lookup")
    for text in ("seat: window", "again"):
        world.do(do.FailNext(look.id))
        world.say(look, text)
    replay(world, look, 1)
    team = world.open("team", "team")
    world.say(team, "and London?")
    replay(world, team, 2)
    world.say(world.do(do.CopyThread(team.id, "copied")).conversation, "Tokyo")
    world.say(team, "UNDONE by the deletion")
    world.do(do.DeleteThread(team.id, "team"))
    world.say(world.open("team", "two_step"), "Tokyo")
    world.say(trip, "UNDONE")
    world.lab.undo()


def test_script_and_notebook_do_what_was_done(world: World, tmp_path: Path) -> None:
    rich(world)
    assert_reproduced(world, tmp_path)
    made, code = [step.code for step in steps(world.lab)], script(world.lab)
    assert not re.search(r"\blib\b|UNDONE", code)
    assert made.count(running.TOO_LATE) == 1 and running.GONE not in made
    assert all(compile(step, "step", "exec") and step in code for step in (code, *made))
    for talk in world.lab.conversations():  # as when they go while this is reading
        world.lab.backend.delete_thread(talk.thread_id)
    assert running.GONE in [step.code for step in steps(world.lab)]


def test_an_empty_lab_is_a_script_that_runs(world: World, tmp_path: Path) -> None:
    assert steps(world.lab) == [] and run(tmp_path, script(world.lab)) == {}


def test_a_failure_told_in_mid_run_comes_before_the_run(world: World, tmp_path: Path) -> None:
    talk = world.open("t", "lookup")
    world.do(do.FailNext(talk.id))
    world.say(talk, "first")
    go = hold(world, talk)
    world.send(talk, "second")
    assert steps(world.lab)[-1].code == running.NOT_YET
    world.lab.do(do.FailNext(talk.id))
    go.set()
    assert_reproduced(world, tmp_path)


def test_texts_that_share_a_namespace_bind_no_name_twice(world: World) -> None:
    rich(world)
    exported = (preamble.EFFECTS, *preamble.HELPERS.values(), preamble.HISTORIES)
    inlined = [sources.speech(), *map(sources.scenario, SCENARIOS)]
    texts = ["\n".join((*exported, *(step.code for step in steps(world.lab)))), *inlined]
    bound = [s for t in texts for s in symtable(t, "", "exec").get_symbols() if s.is_assigned()]
    names = [symbol.get_name() for symbol in bound if not symbol.is_imported()]
    assert {n for n in names if names.count(n) > 1} == {"State", "build", "SCENARIO"}
    ours = set(re.findall(r"from lib\.(\S+) import|import lib", "\n".join(inlined)))
    assert ours == {"graphs.speech", "graphs.effects", "graphs.scenario"}
