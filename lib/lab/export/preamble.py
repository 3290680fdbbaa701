"""What every exported text begins with, and the helpers that some steps need. Text, never run here.

No name in it may be one that `lib.graphs` uses at module level: all share one namespace.
"""

from __future__ import annotations

STRICT = """\
import os

# Read once, when LangGraph is imported: without it, reading a checkpoint can run code from it.
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
"""

EFFECTS = '''\
import time
from collections import Counter
from contextlib import contextmanager
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_config
from langgraph.types import Command

class Effects:
    """What nodes do outside their graph: calls are counted, and one can be told to fail."""

    def __init__(self):
        self.calls, self.failing = Counter(), Counter()

    def call(self, node):
        thread_id = get_config()["configurable"]["thread_id"]
        self.calls[thread_id, node] += 1
        return self.calls[thread_id, node]

    def may_fail(self, node, beside):
        thread_id = get_config()["configurable"]["thread_id"]
        if self.failing[thread_id]:
            self.failing[thread_id] -= 1
            time.sleep(0.5)  # so that what `beside` returned is stored by then
            raise TimeoutError(f"{node} was told to fail")


saver, effects, graphs = InMemorySaver(), Effects(), {}


@contextmanager
def made(thread_id):
    """Lists the ids of the checkpoints that a step makes, oldest first; a failure is printed."""

    def stored():
        where = {"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}
        return {row.config["configurable"]["checkpoint_id"] for row in saver.list(where)}

    before, new = stored(), []
    try:
        yield new
    except Exception as error:
        print(f"a run on {thread_id} failed: {type(error).__name__}: {error}")
    new += sorted(stored() - before)
'''

QUESTIONS = '''\
def questions(state):
    """The ids of the questions that a checkpoint asks, by the node that asks."""
    return {task.name: [asking.id for asking in task.interrupts] for task in state.tasks}
'''

COPY_THREAD = '''\
def copy_thread(source, target):
    """Copies every checkpoint with its writes; no saver of LangGraph has a call for it."""
    for row in reversed(list(saver.list({"configurable": {"thread_id": source}}))):
        parent = row.parent_config["configurable"]["checkpoint_id"] if row.parent_config else None
        ns = row.config["configurable"]["checkpoint_ns"]
        place = {"thread_id": target, "checkpoint_ns": ns, "checkpoint_id": parent}
        # All versions are new to the copy: a value whose version is not named would be lost.
        versions = row.checkpoint["channel_versions"]
        stored = saver.put({"configurable": place}, row.checkpoint, row.metadata, versions)
        by_task = {}
        for task_id, channel, value in row.pending_writes:
            by_task.setdefault(task_id, []).append((channel, value))
        for task_id, writes in by_task.items():
            saver.put_writes(stored, writes, task_id)
'''

FORGET_CALLS = '''\
def forget_calls(thread_id):
    """A new thread of a deleted one's id has made no calls and is not told to fail."""
    del effects.failing[thread_id]
    for key in [key for key in effects.calls if key[0] == thread_id]:
        del effects.calls[key]
'''

HELPERS = {
    "questions": QUESTIONS,
    "copy_thread": COPY_THREAD,
    "forget_calls": FORGET_CALLS,
}
"""Each is there only when a step calls it."""

HISTORIES = """\
for thread_id, scenario in threads.items():
    print(f"\\n{thread_id} ({scenario})\\n  step  source  messages  next")
    here = {"configurable": {"thread_id": thread_id}}
    for state in reversed(list(graphs[scenario].get_state_history(here))):
        step, source = state.metadata["step"], state.metadata["source"]
        count = len(state.values.get("messages", ()))
        print(f"  {step:>4}  {source:<6}  {count:>8}  {', '.join(state.next) or '-'}")
"""
