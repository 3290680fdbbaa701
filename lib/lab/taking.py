"""Taking the threads of one lab of a learner to another."""

from __future__ import annotations

from lib.backends import Backend
from lib.evidence import config_of
from lib.lab.actions import OpenThread
from lib.lab.lab import Lab
from lib.text import Refused, Said


def take_to(source: Lab, target: Lab) -> Said:
    """Copy every thread that holds anything, with its whole history, under an id of its own."""
    if source.works:
        raise Refused("errors.thread_busy")
    taken = []
    for talk in source.conversations():
        if not source.backend.count(talk.thread_id):
            continue
        thread_id = _free(target, f"{source.key.name.removeprefix('lesson:')}-{talk.thread_id}")
        target.do(OpenThread(thread_id, talk.scenario))
        _copy(source.backend, target.backend, talk.thread_id, thread_id)
        taken.append(thread_id)
    target.publish()
    if not taken:
        raise Refused("lesson.nothing_to_take")
    return Said("lesson.taken", {"threads": ", ".join(taken)})


def _free(target: Lab, wanted: str) -> str:
    used = {talk.thread_id for talk in target.conversations()}
    names = [wanted, *(f"{wanted}-{number}" for number in range(2, len(used) + 3))]
    return next(name for name in names if name not in used)


def _copy(source: Backend, target: Backend, old: str, new: str) -> None:
    """Through LangGraph's own savers, oldest first, so that every parent is there."""
    for row in reversed(list(source.reader.list({"configurable": {"thread_id": old}}))):
        where = row.config["configurable"]
        parent = (row.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        place = config_of(new, where["checkpoint_ns"], parent)
        versions = row.checkpoint["channel_versions"]
        stored = target.saver.put(place, row.checkpoint, row.metadata, versions)
        by_task: dict[str, list[tuple[str, object]]] = {}
        for task_id, channel, value in row.pending_writes or ():
            by_task.setdefault(task_id, []).append((channel, value))
        for task_id, writes in by_task.items():
            target.saver.put_writes(stored, writes, task_id)
