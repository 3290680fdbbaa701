"""One plain sentence for a checkpoint: what it is, and what is due."""

from __future__ import annotations

from lib.evidence import Record
from lib.text import Said


def sentence(record: Record, *, is_tip: bool, waits: bool = False) -> Said:
    """Which sentence fits: by what wrote the checkpoint, and by what is due."""
    params = {
        "step": record.metadata.get("step", "?"),
        "next": ", ".join(record.next),
        "writers": ", ".join(record.writers),
    }
    source = record.metadata.get("source")
    if waits:
        kind = "waits"
    elif source in ("fork", "update"):
        kind = source if record.next else f"{source}_done"
    elif source == "input":
        kind = "input"
    elif not record.next:
        kind = "done" if is_tip else "done_before"
    elif record.writers == ("__start__",):
        kind = "started"
    else:
        kind = "between"
    return Said(f"details.sentence.{kind}", params)


def live_differs(record: Record) -> Said | None:
    """One line where the live view says something else than the record."""
    if record.live_error:
        return Said("details.live_error", {"error": record.live_error})
    if record.live_next is None or record.live_next == record.next:
        return None
    now = ", ".join(record.live_next) or "–"
    return Said("details.live_differs", {"next": ", ".join(record.next), "live": now})
