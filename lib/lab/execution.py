"""One run of one command, from the ledger to the saver and back; and what to do after a crash."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Literal, Protocol

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import StateSnapshot

from lib.evidence import config_of
from lib.evidence.explain import Graph
from lib.identity import runs
from lib.identity.commands import Command
from lib.identity.conversations import Conversation
from lib.identity.ledger import Ledger
from lib.identity.runs import Ended, Outcome, Run
from lib.lab.starts import start_of
from lib.lab.underway import UnderWay

RECURSION_LIMIT = 50
"""Super-steps of one run. LangGraph's own default would let an endless loop run 10,007 of them."""
log = logging.getLogger(__name__)

Steps = Generator[float, None, None]
Plan = Literal["start", "go on", "answered", "waiting", "superseded"]


class Place(Protocol):
    """What a run needs of the lab that it happens in."""

    @property
    def ledger(self) -> Ledger: ...

    def graph(self, conversation: Conversation) -> Graph: ...

    def running(self, run: Run, conversation: Conversation) -> AbstractContextManager[UnderWay]: ...

    def publish(self, *, urgent: bool = False) -> None: ...


def execute(lab: Place, conversation: Conversation) -> Steps:
    """The job for a conversation's accepted commands: runs them in order, yielding its pauses.

    A job leaves none behind: one whose start could not be written down is found by the next.
    """
    while begun := runs.begin(lab.ledger, conversation.id):
        yield from attempt(lab, conversation, *begun)


def attempt(lab: Place, conversation: Conversation, command: Command, run: Run) -> Iterator[float]:
    """One attempt of one command, begun in the ledger and ended there, however it goes."""
    ended, plan = Ended("failed"), None
    with lab.running(run, conversation) as under_way:
        try:
            graph = lab.graph(conversation)
            if command.payload.get("saver") == "new":
                graph = apart(graph)
            plan = plan_of(graph, conversation.thread_id, command, run)
            if plan in ("start", "go on"):
                yield from stream(graph, conversation.thread_id, command, run, plan)
            ended = _ended(graph, conversation.thread_id, plan)
            if command.kind == "resume":
                ended = replace(ended, settles=conversation.id)
        except Exception as failure:  # the one place that records a learner's failed run
            # A call is made to see what it does: its error is what it came to.
            outcome: Outcome = "answered" if command.kind == "call" else "failed"
            ended = Ended(outcome, error=f"{type(failure).__name__}: {failure}")
            log.info("run %s failed: %s", run.id, ended.error)
        # Only a run that began the turn has seen where it starts.
        start = under_way.start if plan == "start" else None
        runs.finish(lab.ledger, run, ended, start, under_way.end)
    lab.publish(urgent=True)


def apart(graph: Graph) -> Graph:
    """The same graph with a saver of its own, which knows nothing and is gone with it."""
    built: Any = graph
    return built.builder.compile(checkpointer=InMemorySaver())  # type: ignore[no-any-return]


def plan_of(graph: Graph, thread_id: str, command: Command, run: Run) -> Plan:
    """What a run has to do. A later attempt looks at what the one before left behind, and an answer
    whether its question is still asked.

    Every checkpoint of a run carries the command's id in its metadata, stored with the row itself.
    """
    if run.attempt == 1 and command.kind != "resume":
        return "start"
    head = graph.get_state(config_of(thread_id))
    if (head.metadata or {}).get("command_id") == command.id:
        if head.interrupts:
            return "waiting"
        # The record view: a task whose output is stored is still to be applied.
        return "go on" if graph.get_state(head.config).next else "answered"
    saver: Any = graph.checkpointer
    mine = saver.list(config_of(thread_id), filter={"command_id": command.id}, limit=1)
    if list(mine):
        return "superseded"
    return "start" if command.kind != "resume" or _is_asked(head, command, run) else "superseded"


def _is_asked(head: StateSnapshot, command: Command, run: Run) -> bool:
    """Whether the head still asks what a resume answers; a lost run may have answered it."""
    if head.config["configurable"].get("checkpoint_id") != command.payload["at"]:
        return False
    open_ids = {interrupt.id for interrupt in head.interrupts}
    return run.attempt > 1 or bool(open_ids & command.payload["answers"].keys())


def stream(graph: Graph, thread_id: str, command: Command, run: Run, plan: Plan) -> Iterator[float]:
    """Run the graph, one `yield` per pause. Slow motion pauses at each checkpoint."""
    options = command.payload["options"]
    noted: RunnableConfig = {
        # Not under `run_id`: LangGraph takes a repeated one for a re-entry and drops the input.
        "metadata": {"command_id": command.id, "business_run_id": run.id},
        "recursion_limit": RECURSION_LIMIT,
    }
    given: Any = None
    config: RunnableConfig = {**noted, **config_of(thread_id)}
    if plan == "start":
        given, config = start_of(graph, thread_id, command, noted)
    pause = float(options.get("pause", 0))
    for stored in graph.stream(
        given,
        config,
        stream_mode="checkpoints" if pause else "updates",
        durability=options["durability"],
    ):
        if pause and stored["next"]:
            yield pause


def _ended(graph: Graph, thread_id: str, plan: Plan) -> Ended:
    """How the command stands now that nothing of it runs; the answer is the head's last message."""
    if plan == "superseded":
        return Ended("superseded")
    head = graph.get_state(config_of(thread_id))
    if head.interrupts:
        return Ended("waiting")
    last = next((m for m in reversed(head.values.get("messages", ()))), None)
    if not isinstance(last, AIMessage):
        return Ended("answered")
    return Ended("answered", {"message_id": last.id, "text": last.text})
