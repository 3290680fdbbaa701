"""The HTTP API under random calls: no traceback, no 5xx, and nothing written on any 4xx."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lib.lab.hub import hub
from tests.callers import Client, served
from tests.worlds import dump

__all__ = ["served"]
pytestmark = pytest.mark.usefixtures("served")


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.text(max_size=8), values, max_size=3)


ODD = st.sampled_from(
    ["", " ", "\x00", "é", "../x", "%00", "null", "a" * 70, "😀", "\ud800", "1e9"]
)
LEAF = st.none() | st.booleans() | st.integers() | st.floats() | ODD | st.text(max_size=20)
ANY = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=3) | objects(inner), max_leaves=6)
HEADER = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=70)


@st.composite
def bodies(draw: st.DrawFn) -> Any:
    """Often nearly right, with one part or another replaced by anything."""
    body: dict[str, Any] = {
        "conversation_id": "CONVERSATION",
        "kind": draw(st.sampled_from(["send", "regenerate", "resume", "steal"])),
        "message": {"id": draw(ODD | st.just("m")), "text": draw(ODD | st.just("hello"))},
        "of": draw(ODD | st.just("k")),
        "at": draw(ODD | st.none()),
        "answers": draw(objects(LEAF)),
        "durability": draw(st.sampled_from(["sync", "async", "exit", "never"])),
    }
    for name in draw(st.lists(st.sampled_from(sorted(body)), max_size=2)):
        body[name] = draw(ANY)
    return draw(st.one_of(st.just(body), ANY))


def as_json(body: Any) -> bytes:
    return json.dumps(body).encode()


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=bodies(), key=HEADER | st.just("k"), wait=st.sampled_from(["wait=5", "wait=x", ""]))
def test_a_post_is_accepted_or_changes_nothing(body: Any, key: str, wait: str) -> None:
    client = Client()
    content = as_json(body).replace(b"CONVERSATION", client.talk.id.encode())
    before = dump(hub().ledger), client.lab.backend.rows("t")

    async def call() -> Any:
        async with client.open() as http:
            headers = {"Idempotency-Key": key, "Prefer": wait, "Content-Type": "application/json"}
            return await http.post("/api/commands", content=content, headers=headers)

    found = asyncio.run(call())
    assert found.status_code < 500, found.text
    assert "Traceback" not in found.text
    if found.status_code >= 400:
        assert found.headers["content-type"] == "application/problem+json"
        assert (dump(hub().ledger), client.lab.backend.rows("t")) == before
    assert hub().runner.wait_idle(20)


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    path=st.sampled_from(
        [
            "/api/conversations",
            "/api/conversations/{id}/checkpoints",
            "/api/conversations/{id}/checkpoints/{odd}",
            "/api/conversations/{odd}/checkpoints",
            "/api/commands/{odd}",
        ]
    ),
    odd=HEADER.filter(lambda text: "/" not in text and text not in ("", ".", "..")),
    query=st.dictionaries(st.sampled_from(["lab", "ns", "limit", "before", "lang"]), ODD),
)
def test_a_get_writes_nothing_and_never_breaks(path: str, odd: str, query: dict[str, str]) -> None:
    client = Client()
    place = path.replace("{id}", client.talk.id).replace("{odd}", odd)
    shown = {name: value.encode("utf-8", "replace") for name, value in query.items()}
    before = dump(hub().ledger)

    async def call() -> Any:
        async with client.open() as http:
            return await http.get(place.replace("?", "").replace("#", "") or "/", params=shown)

    found = asyncio.run(call())
    assert found.status_code < 500, found.text
    assert dump(hub().ledger) == before


def test_whatever_stands_where_json_should_is_refused() -> None:
    client = Client()
    for content in (b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"a":' * 5_000, b"NaN"):

        async def call(sent: bytes = content) -> Any:
            async with client.open() as http:
                headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
                return await http.post("/api/commands", content=sent, headers=headers)

        assert asyncio.run(call()).status_code == 422
