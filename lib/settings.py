"""The environment variables, read once."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """What an installation can choose from outside. Paths are absolute."""

    data_dir: Path
    workers: int
    slow_seconds: float

    @property
    def ledger_path(self) -> Path:
        return self.data_dir / "ledger.db"

    @property
    def labs_dir(self) -> Path:
        return self.data_dir / "labs"


@cache
def settings() -> Settings:
    """The settings of this process; after `settings.cache_clear()` they are read again."""
    return Settings(
        data_dir=Path(os.environ.get("LAB_DATA_DIR", "data")).resolve(),
        workers=int(os.environ.get("LAB_WORKERS", "4")),
        slow_seconds=float(os.environ.get("LAB_SLOW_SECONDS", "0.8")),
    )
