"""The registry of checks: small predicates over what really happened in a lab.

A check is structural: it counts, compares and relates, and never names a row by its number or
compares what a learner typed. `@check` registers a function `(lab, **args) -> bool`; a check with
a parameter `picked` is about the checkpoint that was selected.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lib.identity.conversations import Conversation
from lib.lab.lab import Lab
from lib.lessons.parts import Claim

CHECKS: dict[str, Callable[..., bool]] = {}


@dataclass(frozen=True)
class Picked:
    """The checkpoint that the learner selected."""

    conversation: Conversation
    ns: str
    checkpoint_id: str


def check(function: Callable[..., bool]) -> Callable[..., bool]:
    CHECKS[function.__name__] = function
    return function


def asks_for_pick(claim: Claim) -> bool:
    return "picked" in inspect.signature(CHECKS[claim.check]).parameters


def holds(lab: Lab, claim: Claim, picked: Picked | None = None) -> bool:
    """Whether a claim is true now. Nothing selected: no claim about a selection is."""
    args = claim.args
    if asks_for_pick(claim):
        if picked is None:
            return False
        args["picked"] = picked
    return CHECKS[claim.check](lab, **args) is not claim.negated


def all_hold(lab: Lab, claims: Iterable[Claim], picked: Picked | None = None) -> bool:
    return all(holds(lab, claim, picked) for claim in claims)


def thread(lab: Lab, name: str) -> Conversation | None:
    return next((c for c in lab.conversations() if c.thread_id == name), None)


def counted(found: int, equals: int | None, at_least: int | None) -> bool:
    """A number against what a claim says of it; at least one of the two has to be said."""
    if equals is None and at_least is None:
        raise ValueError("say `equals` or `at_least`")
    return (equals is None or found == equals) and (at_least is None or found >= at_least)
