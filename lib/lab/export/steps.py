"""The steps of a lab: for each line that holds, the LangGraph code that does the same."""

from __future__ import annotations

from dataclasses import dataclass

from lib.identity.journal import Line
from lib.lab.actions import (
    Action,
    Call,
    ChooseScenario,
    CopyThread,
    DeleteThread,
    FailNext,
    Fork,
    LabelThread,
    OpenThread,
    Regenerate,
    Replay,
    Resume,
    Send,
)
from lib.lab.export.facts import Facts
from lib.lab.export.literals import quoted
from lib.lab.export.running import Running
from lib.lab.reading import Reading


@dataclass(frozen=True)
class Step:
    """One line of the journal; step n of an export keeps the checkpoints that it makes in `c<n>`.

    `code` is complete but for what every export begins with: `saver`, `graphs`, `effects`, `made`.
    """

    line: Line
    thread_id: str
    code: str


def steps(lab: Reading) -> list[Step]:
    """A step for each line that holds, in the order in which they have to be done."""
    return steps_of(Facts(lab))


def steps_of(facts: Facts) -> list[Step]:
    running = Running(facts)
    return [
        Step(line, _thread_id(facts, action), _code(facts, running, action))
        for line, action in zip(facts.lines, facts.actions, strict=True)
    ]


def _thread_id(facts: Facts, action: Action) -> str:
    """What a deleted thread was called stands on the line that deleted it."""
    if isinstance(action, DeleteThread):
        return action.confirmed.strip()
    return facts.threads[action.conversation_id].thread_id


def _code(facts: Facts, running: Running, action: Action) -> str:
    name = quoted(_thread_id(facts, action))
    match action:
        case OpenThread() | ChooseScenario():
            scenario = quoted(action.scenario)
            return f"# A thread begins with its first run. {name} will run graphs[{scenario}]."
        case LabelThread(_, label):
            return f"# A name for people, which LangGraph knows nothing of: {quoted(label)}."
        case CopyThread():
            source = facts.threads[action.source_id].thread_id
            return f"copy_thread({quoted(source)}, {name})"
        case DeleteThread():
            return f"saver.delete_thread({name})\nforget_calls({name})"
        case FailNext():
            return f"effects.failing[{name}] += 1"
        case Send() | Regenerate() | Replay() | Fork() | Resume() | Call():
            return running.code(action)
