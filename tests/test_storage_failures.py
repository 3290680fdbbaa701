"""A disk that is full and a file that is broken, as the page says it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from lib.identity.journal import lines_of
from lib.lab.hub import close_hub, hub
from lib.text import LANGS
from tests.pages import Tab, learner

__all__ = ["learner"]

each_language = pytest.mark.parametrize("lang", LANGS)


def fill_the_disk(connection: Any, *_: Any) -> None:
    """SQLite itself then says that the disk is full: as many pages as there are, not one more."""
    connection.exec_driver_sql("PRAGMA max_page_count = 1")


def empty_the_disk(connection: Any, *_: Any) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 1073741823")


@each_language
def test_a_full_disk_gets_a_sentence_and_the_page_stays(learner: str, lang: str) -> None:
    tab = Tab(learner, lang=lang)
    tab.send("seat: window")
    before = lines_of(hub().ledger, tab.session.lab.key.id)
    engine = hub().ledger._engine
    event.listen(engine, "begin", fill_the_disk)
    tab.send("x" * 30_000)
    event.remove(engine, "begin", fill_the_disk)
    assert tab.notice == tab.session.text("errors.disk_full")
    assert len(tab.data("history")["rows"]) == 3
    assert lines_of(hub().ledger, tab.session.lab.key.id) == before
    event.listen(engine, "begin", empty_the_disk)
    tab.send("what is my seat?")
    assert tab.notice is None
    assert len(tab.data("history")["rows"]) == 6


@each_language
def test_a_lab_whose_file_is_broken_gets_a_sentence(learner: str, lang: str) -> None:
    tab = Tab(learner, lang=lang)
    folder = hub().settings.labs_dir
    close_hub()
    for path in folder.iterdir():
        path.write_bytes(b"this is no database at all" * 100)
    tab.app.query_params["lang"] = lang
    tab.app.run()
    assert not tab.app.exception
    (said,) = [error.value for error in tab.app.error]
    before, after = tab.session.text("errors.storage", detail="#").split("#")
    assert said.startswith(before) and said.endswith(after) and "database" in said
