"""What runs: rule-based scenarios, one per file, and their registry."""

from __future__ import annotations

from lib.graphs import (
    approval,
    keeper,
    lookup,
    parallel,
    plain_add,
    seat,
    series,
    team,
    trip,
    two_step,
)
from lib.graphs.effects import Effects, Uncounted
from lib.graphs.scenario import Scenario

SCENARIOS: dict[str, Scenario] = {
    module.SCENARIO.id: module.SCENARIO
    for module in (
        *(seat, two_step, trip, lookup, approval, team),
        *(series, parallel, plain_add, keeper),
    )
}

__all__ = ["SCENARIOS", "Effects", "Scenario", "Uncounted"]
