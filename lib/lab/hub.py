"""The hub: everything that one process has once. It opens labs and finishes what a crash left."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import OrderedDict
from functools import cache

from filelock import FileLock, Timeout

from lib.backends import open_backend
from lib.evidence import Decoder
from lib.identity import runs
from lib.identity.conversations import LabKey, lab_of
from lib.identity.ledger import Ledger
from lib.identity.outbox import waiting_labs
from lib.lab.bus import Bus
from lib.lab.lab import Lab
from lib.lab.runner import Runner
from lib.lab.services import Services
from lib.settings import Settings, settings
from lib.text import Refused

log = logging.getLogger(__name__)
OPEN_LABS = 64
QUIET_SECONDS = 60
"""A lab that a page used this recently is not closed: the page may still be reading."""


class Hub:
    """Holds the data folder alone, through a lock that a kill releases."""

    def __init__(self, chosen: Settings) -> None:
        self.settings = chosen
        chosen.data_dir.mkdir(parents=True, exist_ok=True)
        self._held = FileLock(chosen.data_dir / "lock")
        try:
            self._held.acquire(timeout=0)
        except Timeout as error:
            raise Refused("errors.data_held", folder=str(chosen.data_dir)) from error
        self.bus = Bus()
        self.ledger = Ledger(chosen.ledger_path)
        self.runner = Runner(chosen.workers)
        self._services = Services(self.ledger, self.runner, self.bus, Decoder())
        self._labs: OrderedDict[str, Lab] = OrderedDict()
        self._opening = threading.RLock()

    def recover(self) -> int:
        """Queue what the last process accepted and did not finish; returns how many.

        A lab whose file can't be opened keeps its commands for the next start and stops nobody.
        """
        runs.recover(self.ledger)
        queued = 0
        for key, conversation_id in waiting_labs(self.ledger):
            try:
                lab = self.open(key)
            except (sqlite3.Error, OSError) as error:
                log.warning("lab %s can't be opened: %s", key.id, error)
                continue
            if conversation := lab.conversation(conversation_id):
                lab.queue(conversation)
                queued += 1
        return queued

    def lab(self, learner_id: str, name: str = "playground") -> Lab:
        """The learner's lab of that name, opened if it was not."""
        return self.open(lab_of(self.ledger, learner_id, name))

    def open(self, key: LabKey) -> Lab:
        with self._opening:
            lab = self._labs.get(key.id)
            if lab is None:
                path = self.settings.labs_dir / f"{key.id}.db"
                lab = Lab(key, open_backend(f"sqlite:///{path}"), self._services)
                self._labs[key.id] = lab
                self._close_quiet()
            self._labs.move_to_end(key.id)
            lab.used_at = time.monotonic()
            return lab

    def _close_quiet(self) -> None:
        """Close the labs used longest ago, but none with a run, a tab, or a page just reading."""
        too_many = len(self._labs) - OPEN_LABS
        quiet = time.monotonic() - QUIET_SECONDS
        for key, lab in list(self._labs.items())[: max(0, too_many)]:
            if not lab.busy and lab.used_at < quiet:
                del self._labs[key]
                lab.backend.close()

    def close(self) -> None:
        self.runner.close()
        with self._opening:
            for lab in self._labs.values():
                lab.backend.close()
            self._labs.clear()
        self.ledger.close()
        self._held.release()


_building = threading.Lock()


def hub() -> Hub:
    """This process's hub, made at the first call (two sessions may ask at once)."""
    with _building:
        return _hub()


@cache
def _hub() -> Hub:
    return Hub(settings())


def close_hub() -> None:
    """Close the hub; the next call of `hub` makes another, from settings read again."""
    with _building:
        if _hub.cache_info().currsize:
            _hub().close()
            _hub.cache_clear()
        settings.cache_clear()
