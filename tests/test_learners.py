"""Learners: known by a cookie value that this server issued, and by nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from lib.identity.learners import issue_token, learner_of, prefer, preferences
from lib.identity.ledger import Ledger
from tests.worlds import dump, new_learner


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "ledger.db")
    yield opened
    opened.close()


def test_a_token_leads_to_its_learner_and_only_its_hash_is_stored(
    ledger: Ledger, tmp_path: Path
) -> None:
    token = issue_token(ledger)
    learner_id = learner_of(ledger, token)
    assert learner_id and len(token) >= 43
    ((stored_id, stored_hash, *_),) = dump(ledger)["learners"]
    assert (stored_id, stored_hash) == (learner_id, hashlib.sha256(token.encode()).hexdigest())
    ledger.close()
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes(), file.name


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param("", id="empty"),
        pytest.param(None, id="none"),
        pytest.param(MagicMock(), id="what AppTest has for a cookie"),
        pytest.param(b"bytes", id="bytes"),
        pytest.param(7, id="number"),
        pytest.param("x" * 43, id="right length"),
        pytest.param("x" * 10_000_000, id="very long"),
        pytest.param("\ud800", id="surrogate"),
        pytest.param("' OR 1=1 --", id="sql"),
    ],
)
def test_a_value_that_was_never_issued_leads_to_nobody(ledger: Ledger, forged: object) -> None:
    new_learner(ledger)
    assert learner_of(ledger, forged) is None


def test_neither_a_hash_nor_a_changed_token_is_a_token(ledger: Ledger) -> None:
    token = issue_token(ledger)
    ((learner_id, token_hash, *_),) = dump(ledger)["learners"]
    for near in (learner_id, token_hash, token[:-1], token + "=", token.swapcase(), f" {token}"):
        assert learner_of(ledger, near) is None


def test_every_token_is_a_learner_of_its_own(ledger: Ledger) -> None:
    tokens = {issue_token(ledger) for _ in range(20)}
    learners = {learner_of(ledger, token) for token in tokens}
    assert len(tokens) == len(learners) == 20 and None not in learners


def test_choices_are_merged_and_belong_to_one_learner(ledger: Ledger) -> None:
    me, you = new_learner(ledger), new_learner(ledger)
    assert preferences(ledger, me) == {}
    prefer(ledger, me, lang="zh", thread="a")
    prefer(ledger, me, thread="b", slow=True)
    prefer(ledger, you, lang="en")
    assert preferences(ledger, me) == {"lang": "zh", "thread": "b", "slow": True}
    assert preferences(ledger, you) == {"lang": "en"}


def test_choices_of_nobody_are_none_and_make_nobody(ledger: Ledger) -> None:
    before = dump(ledger)
    prefer(ledger, "nobody", lang="zh")
    assert preferences(ledger, "nobody") == {}
    assert dump(ledger) == before
