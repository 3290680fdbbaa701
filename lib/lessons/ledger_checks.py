"""Checks of what was asked and what ran: commands, requests, runs, node calls."""

from __future__ import annotations

from lib.identity import outcomes, runs
from lib.identity.calls import call_counts
from lib.identity.commands import Command
from lib.identity.runs import Run
from lib.lab.lab import Lab
from lib.lessons import checks
from lib.lessons.checks import check, counted


def _commands(lab: Lab, name: str) -> list[Command]:
    found = checks.thread(lab, name)
    return outcomes.commands_of(lab.ledger, found.id) if found else []


def _last_run(lab: Lab, name: str) -> Run | None:
    found = checks.thread(lab, name)
    last = lab.last_run(found.id) if found else None
    return last[1] if last else None


@check
def node_calls(
    lab: Lab, thread: str, node: str, equals: int | None = None, at_least: int | None = None
) -> bool:
    """How often a node really ran on the thread."""
    found = checks.thread(lab, thread)
    ran = call_counts(lab.ledger, found.id).get(node, 0) if found else 0
    return counted(ran, equals, at_least)


@check
def asked(
    lab: Lab,
    thread: str,
    kind: str | None = None,
    equals: int | None = None,
    at_least: int | None = None,
) -> bool:
    """How many commands were accepted on the thread, all or of one kind."""
    found = [c for c in _commands(lab, thread) if kind in (None, c.kind)]
    return counted(len(found), equals, at_least)


@check
def pinned_send(lab: Lab, thread: str) -> bool:
    """Whether a message went on from the tip of an older branch."""
    return any(c.kind == "send" and c.payload.get("at") for c in _commands(lab, thread))


@check
def failed(lab: Lab, thread: str, error: str | None = None) -> bool:
    """Whether the last run ended in an error, or in one of that class."""
    run = _last_run(lab, thread)
    said = run.error if run else None
    return said is not None and (error is None or said.startswith(f"{error}:"))


@check
def retried(lab: Lab, thread: str) -> bool:
    """Whether a command came more than once and still has one run only."""
    found = checks.thread(lab, thread)
    for command in _commands(lab, thread) if found else []:
        assert found
        if lab.strip(found.id, command).requests > 1:
            return len(runs.runs_of(lab.ledger, command)) == 1
    return False
