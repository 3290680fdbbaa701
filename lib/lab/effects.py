"""What scenarios' nodes do outside their graph, written to the ledger of the run that does it."""

from __future__ import annotations

from collections.abc import Mapping

from langgraph.config import get_config

from lib.identity import runs
from lib.identity.ledger import Ledger
from lib.lab.underway import UnderWay


class CountedEffects:
    """Counts node calls for the runs under way, by run id."""

    def __init__(self, ledger: Ledger, under_way: Mapping[str, UnderWay]) -> None:
        self._ledger = ledger
        self._under_way = under_way

    def call(self, node: str) -> int:
        noted = get_config()["metadata"]
        run_id = noted["business_run_id"]
        # A node's own namespace is `<node>:<task id>`, below the one its graph runs in.
        task_id = str(noted["langgraph_checkpoint_ns"]).rsplit(":", 1)[-1]
        conversation_id = self._under_way[run_id].conversation_id
        return runs.count_call(self._ledger, run_id, conversation_id, node, task_id)
