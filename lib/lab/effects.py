"""What scenarios' nodes do outside their graph, written to the ledger of the run that does it."""

from __future__ import annotations

from collections.abc import Mapping

from langgraph.config import get_config

from lib.identity import calls
from lib.identity.ledger import Ledger
from lib.lab.underway import UnderWay

LONGEST_WAIT = 2.0
"""Seconds that a failure waits for its sibling; under `exit` nothing is stored to wait for."""


class CountedEffects:
    """Counts node calls for the runs under way, by run id."""

    def __init__(self, ledger: Ledger, under_way: Mapping[str, UnderWay]) -> None:
        self._ledger = ledger
        self._under_way = under_way

    def call(self, node: str) -> int:
        run_id, task_id = _who()
        run = self._under_way[run_id]
        run.calls[node] = task_id
        return calls.count_call(self._ledger, run_id, run.conversation_id, node, task_id)

    def may_fail(self, node: str, beside: str) -> None:
        run_id, task_id = _who()
        run = self._under_way[run_id]
        if calls.take_failure(self._ledger, run_id, run.conversation_id, task_id):
            run.wait_written(beside, LONGEST_WAIT)
            raise TimeoutError(f"{node} was told to fail")


def _who() -> tuple[str, str]:
    """The run and the task that a node's body is called in."""
    noted = get_config()["metadata"]
    # A node's own namespace is `<node>:<task id>`, below the one its graph runs in.
    task_id = str(noted["langgraph_checkpoint_ns"]).rsplit(":", 1)[-1]
    return noted["business_run_id"], task_id
