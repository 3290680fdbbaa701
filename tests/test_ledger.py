"""The ledger file: its tables, its migrations, and who may write when."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect

from lib.identity.journal import lines_of
from lib.identity.learners import preferences
from lib.identity.ledger import Ledger
from lib.identity.migrations import STEPS, migrate
from lib.identity.tables import learners, metadata
from lib.lab.kept import unneeded
from lib.text import Refused
from tests.worlds import dump, new_learner


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "ledger.db")
    yield opened
    opened.close()


def shape(connection: Connection) -> dict[str, Any]:
    """Everything that SQLAlchemy can tell about the tables behind a connection."""
    seen = inspect(connection)
    return {
        table: {
            "columns": [
                (c["name"], repr(c["type"]), c["nullable"], c["primary_key"], c["default"])
                for c in seen.get_columns(table)
            ],
            "unique": {tuple(u["column_names"]) for u in seen.get_unique_constraints(table)},
            "indexes": {
                (i["name"], tuple(i["column_names"]), bool(i["unique"]))
                for i in seen.get_indexes(table)
            },
            "foreign": {
                (tuple(f["constrained_columns"]), f["referred_table"], tuple(f["referred_columns"]))
                for f in seen.get_foreign_keys(table)
            },
            "autoincrement": "AUTOINCREMENT" in _sql(connection, table),
        }
        for table in seen.get_table_names()
    }


def _sql(connection: Connection, table: str) -> str:
    query = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?"
    return str(connection.exec_driver_sql(query, (table,)).scalar_one())


def test_the_migrations_build_what_the_tables_say(ledger: Ledger) -> None:
    said = create_engine("sqlite://")
    with said.connect() as expected, ledger.read() as connection:
        metadata.create_all(expected)
        assert shape(connection) == shape(expected)
    said.dispose()


def test_migrating_again_changes_nothing(ledger: Ledger, tmp_path: Path) -> None:
    new_learner(ledger)
    with ledger.read() as connection:
        before = shape(connection), dump(ledger)
    with ledger.write() as connection:
        migrate(connection)
    again = Ledger(tmp_path / "ledger.db")
    with again.read() as connection:
        assert (shape(connection), dump(again)) == before
        assert connection.exec_driver_sql("PRAGMA user_version").scalar_one() == len(STEPS)
    again.close()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_file_of_a_newer_version_is_refused_and_untouched(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "ledger.db"
    Ledger(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        Ledger(path)
    assert refused.value.said.key == "errors.ledger_newer"
    assert refused.value.said.params == {"found": 99, "known": len(STEPS)}
    assert path.read_bytes() == before


def test_writers_in_many_threads_take_turns_and_lose_nothing(ledger: Ledger) -> None:
    learner_id = new_learner(ledger)
    threads, each = 8, 20
    together = Barrier(threads)

    def count_up(_: int) -> None:
        together.wait(10)
        for _ in range(each):
            with ledger.write() as connection:
                row = learners.c.id == learner_id
                kept = connection.execute(learners.select().where(row)).one().preferences
                counted = {"count": kept.get("count", 0) + 1}
                connection.execute(learners.update().where(row).values(preferences=counted))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count_up, range(threads)))
    assert preferences(ledger, learner_id) == {"count": threads * each}


def test_a_read_waits_for_no_write_and_sees_what_is_committed(ledger: Ledger) -> None:
    before = dump(ledger)
    with ThreadPoolExecutor(1) as pool:
        with ledger.write() as connection:
            values = {"id": "x", "token_hash": "y", "preferences": {}, "created_at": 0.0}
            connection.execute(learners.insert().values(values))
            assert pool.submit(dump, ledger).result(timeout=10) == before
        assert len(pool.submit(dump, ledger).result(timeout=10)["learners"]) == 1


def test_a_write_waits_for_no_read(ledger: Ledger) -> None:
    with ThreadPoolExecutor(1) as pool, ledger.read() as connection:
        connection.exec_driver_sql("BEGIN")
        before = connection.execute(learners.select()).all()
        pool.submit(new_learner, ledger).result(timeout=10)
        assert connection.execute(learners.select()).all() == before, "one view to its end"


def test_a_write_that_fails_leaves_nothing_and_lets_the_next_one_in(ledger: Ledger) -> None:
    before = dump(ledger)
    with pytest.raises(ZeroDivisionError), ledger.write() as connection:
        values = {"id": "x", "token_hash": "y", "preferences": {}, "created_at": 0.0}
        connection.execute(learners.insert().values(values))
        raise ZeroDivisionError
    assert dump(ledger) == before
    assert new_learner(ledger)


def test_a_row_that_names_nobody_is_refused(ledger: Ledger) -> None:
    lab = metadata.tables["labs"].insert()
    with pytest.raises(Exception, match="FOREIGN KEY"), ledger.write() as connection:
        connection.execute(lab.values(id="x", learner_id="nobody", name="n", created_at=0.0))


def test_lines_of_the_first_format_name_their_threads_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as old:
        for statement in STEPS[0]:
            old.execute(statement)
        old.execute("INSERT INTO learners VALUES ('l', 'h', '{}', 0)")
        old.execute("INSERT INTO labs VALUES ('lab', 'l', 'playground', 0)")
        old.execute("INSERT INTO conversations VALUES ('c', 'l', 'lab', 't', '', 'seat', 0)")
        for action in (
            '{"do": "OpenThread", "thread_id": " t ", "scenario": "seat", "label": ""}',
            '{"do": "ChooseScenario", "conversation_id": "c", "scenario": "trip"}',
        ):
            row = "INSERT INTO journal (lab_id, v, action, at) VALUES ('lab', 1, ?, 0)"
            old.execute(row, (action,))
        old.execute("PRAGMA user_version = 1")
    old.close()
    ledger = Ledger(path)
    lines = lines_of(ledger, "lab")
    assert [line.action["conversation_id"] for line in lines] == ["c", "c"]
    assert unneeded(lines, {"c"}) == [] and unneeded(lines, set()) == [2, 1]
    ledger.close()
