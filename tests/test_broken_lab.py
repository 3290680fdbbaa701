"""One learner's broken file is his alone: the others' commands are finished all the same."""

from __future__ import annotations

from pathlib import Path

from lib.identity.commands import accept, open_commands
from lib.lab.actions import OpenThread
from lib.lab.hub import Hub
from tests.worlds import new_learner, settings_for


def test_a_broken_lab_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    hub = Hub(settings_for(tmp_path))
    labs = [hub.lab(new_learner(hub.ledger)) for _ in range(2)]
    talks = [lab.do(OpenThread("t", "seat")).conversation for lab in labs]
    for talk in talks:  # accepted, and the process ends before anything is begun
        message = {"message": {"id": "m", "text": "seat: window"}}
        with hub.ledger.write() as connection:
            accept(connection, talk, "c", "send", message, {"durability": "sync", "pause": 0})
    hub.close()
    for path in (tmp_path / "labs").glob(f"{labs[0].key.id}*"):
        path.write_bytes(b"this is no database at all" * 100)

    again = Hub(settings_for(tmp_path))
    assert again.recover() == 1
    assert again.runner.wait_idle(20)
    assert [len(open_commands(again.ledger, talk.id)) for talk in talks] == [1, 0]
    again.close()
