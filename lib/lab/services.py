"""What all labs of a process share."""

from __future__ import annotations

from dataclasses import dataclass

from lib.evidence import Decoder
from lib.identity.ledger import Ledger
from lib.lab.bus import Bus
from lib.lab.runner import Runner


@dataclass(frozen=True)
class Services:
    """One of each."""

    ledger: Ledger
    runner: Runner
    bus: Bus
    decoder: Decoder
