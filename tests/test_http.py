"""The HTTP API: its contract, its refusals, and what many calls at once do."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lib.identity.calls import call_counts
from lib.identity.commands import by_id
from lib.identity.requests import requests_of
from lib.identity.runs import runs_of
from lib.lab.hub import hub
from tests.callers import Client, asks, served
from tests.worlds import dump

__all__ = ["served"]
pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("served")]
CHECKPOINT = {
    "checkpoint_id",
    "parent_id",
    "ns",
    "step",
    "source",
    "next",
    "messages",
    "bytes",
    "ts",
}
RECORD = {
    *("channel_values", "channel_versions", "versions_seen", "updated_channels"),
    *("pending_writes", "metadata", "next", "triggers", "checkpoint_id", "parent_id", "ns"),
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def command_of(client: Client, key: str) -> Any:
    with hub().ledger.read() as connection:
        return by_id(connection, client.learner_id, key)


async def test_a_send_is_answered_and_its_repetition_gets_the_same_answer() -> None:
    client = Client()
    async with client.open() as http:
        first = await http.post("/api/commands", json=client.body(), headers=asks("k"))
        before = client.lab.backend.rows("t"), call_counts(hub().ledger, client.talk.id)
        second = await http.post("/api/commands", json=client.body(), headers=asks("k"))
        told = (await http.get("/api/commands/k")).json()
    assert (first.status_code, second.status_code) == (200, 200)
    one, two = first.json(), second.json()
    assert one["state"] == "answered" and one["answer"]["text"] == "noted: window"
    assert (one["replayed"], two["replayed"]) == (False, True)
    same = ("command_id", "state", "run_id", "answer")
    assert [one[n] for n in same] == [two[n] for n in same]
    assert one["request_id"] != two["request_id"]
    assert before == (client.lab.backend.rows("t"), call_counts(hub().ledger, client.talk.id))
    assert [r["id"] for r in told["requests"]] == [one["request_id"], two["request_id"]]
    assert [run["state"] for run in told["runs"]] == ["answered"]


async def test_what_takes_longer_than_the_wait_is_accepted() -> None:
    client = Client()
    async with client.open() as http:
        headers = asks("k", wait=None)
        accepted = await http.post("/api/commands", json=client.body(), headers=headers)
        assert accepted.status_code in (200, 202)
        ended = await http.post("/api/commands", json=client.body(), headers=asks("k"))
    assert ended.status_code == 200 and ended.json()["replayed"]


async def test_conversations_and_checkpoints_are_told_as_the_contract_has_them() -> None:
    client = Client("team")
    async with client.open() as http:
        await http.post("/api/commands", json=client.body("tell me about Tokyo"), headers=asks("k"))
        (one,) = (await http.get("/api/conversations")).json()
        path = f"/api/conversations/{client.talk.id}/checkpoints"
        rows = (await http.get(path)).json()
        page = (
            await http.get(path, params={"limit": 2, "before": rows[0]["checkpoint_id"]})
        ).json()
        ns = client.lab.namespaces(client.talk)[1][0]
        inner = (await http.get(path, params={"ns": ns})).json()
        record = (await http.get(f"{path}/{rows[1]['checkpoint_id']}")).json()
    assert set(one) == {
        *("conversation_id", "thread_id", "scenario", "checkpoints", "head"),
        *("bytes", "updated_at"),
    }
    assert (one["checkpoints"], one["head"]) == (9, rows[0]["checkpoint_id"])
    assert set(rows[0]) == CHECKPOINT and [r["step"] for r in rows] == [3, 2, 1, 0, -1]
    assert page == rows[1:3] and [r["ns"] for r in inner] == [ns] * 4
    assert set(record) == RECORD and record["next"] == ["reply"]
    assert record["channel_values"]["messages"][0]["content"] == "tell me about Tokyo"


async def test_a_question_is_told_and_answered_over_http() -> None:
    client = Client("approval")
    async with client.open() as http:
        body = client.body("book a trip to Tokyo")
        waits = (await http.post("/api/commands", json=body, headers=asks("k"))).json()
        assert waits["state"] == "waiting" and len(waits["questions"]) == 2
        answers = {q["id"]: "yes" for q in waits["questions"]}
        resume = {"conversation_id": client.talk.id, "kind": "resume", "at": waits["at"]}
        sent = {**resume, "answers": answers}
        done = (await http.post("/api/commands", json=sent, headers=asks("r"))).json()
        again = (await http.post("/api/commands", json=body, headers=asks("k"))).json()
        new = {"conversation_id": client.talk.id, "kind": "regenerate", "of": "k"}
        other = (await http.post("/api/commands", json=new, headers=asks("g"))).json()
    assert done["answer"]["text"] == "flight: booked, hotel: booked (#1)"
    assert (again["state"], again["answer"], again["replayed"]) == (
        "answered",
        done["answer"],
        True,
    )
    assert other["state"] == "waiting"


def refusals(client: Client, stranger: Client) -> dict[str, tuple[int, Any, dict[str, str]]]:
    """Status, body and headers of calls that may not come in."""
    body, cookie = client.body(), client.by_cookie()
    return {
        "no key": (400, body, {}),
        "bad key": (400, body, asks("a b")),
        "long key": (400, body, asks("x" * 65)),
        "nobody": (401, body, asks("k", Authorization="Bearer nobody")),
        "not yours": (404, body | {"conversation_id": stranger.talk.id}, asks("k")),
        "other payload": (409, client.body("other"), asks("known")),
        "too long": (413, client.body("x" * 40_000), asks("k")),
        "far too long": (413, client.body("x" * 90_000), asks("k")),
        "blank": (422, client.body("  "), asks("k")),
        "no text": (422, body | {"message": {"id": "m"}}, asks("k")),
        "no object": (422, [], asks("k")),
        "no kind": (422, body | {"kind": "steal"}, asks("k")),
        "number": (422, body | {"conversation_id": 7}, asks("k")),
        "answers": (422, body | {"kind": "resume", "at": "x", "answers": [1]}, asks("k")),
        "durability": (422, body | {"durability": "never"}, asks("k")),
        "other site": (403, body, asks("k", **cookie, Origin="http://evil.example")),
        "a form": (415, body, asks("k", **cookie, **{"Content-Type": "text/plain"})),
    }


NAMES = (
    "no key,bad key,long key,nobody,not yours,other payload,too long,far too long,blank,no text,"
    "no object,no kind,number,answers,durability,other site,a form"
).split(",")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
async def test_a_refusal_is_a_problem_in_the_callers_language(name: str, lang: str) -> None:
    client, stranger = Client(), Client()
    async with client.open() as http:
        await http.post("/api/commands", json=client.body(), headers=asks("known"))
        before = dump(hub().ledger), client.lab.backend.rows("t")
        status, body, headers = refusals(client, stranger)[name]
        headers = {
            "Accept-Language": f"{lang}-XX,en;q=0.5",
            "Content-Type": "application/json",
        } | headers
        found = await http.post("/api/commands", json=body, headers=headers)
    assert found.status_code == status, found.text
    assert found.headers["content-type"] == "application/problem+json"
    said = found.json()
    assert said["status"] == status and said["type"].startswith("urn:checkpoint-lab:")
    assert any("\u4e00" <= c <= "\u9fff" for c in said["detail"]) == (lang == "zh")
    assert (dump(hub().ledger), client.lab.backend.rows("t")) == before


async def test_the_cookie_of_the_own_page_is_let_in() -> None:
    client = Client()
    async with client.open() as http:
        own = client.by_cookie(Origin="http://lab.local")
        found = await http.post("/api/commands", json=client.body(), headers=asks("k", **own))
    assert found.status_code == 200


async def test_two_hundred_identical_requests_are_one_run_and_one_answer() -> None:
    client = Client()
    async with client.open() as http:
        calls = (
            http.post("/api/commands", json=client.body(), headers=asks("k")) for _ in range(200)
        )
        found = await asyncio.gather(*calls)
    assert {answer.status_code for answer in found} == {200}
    assert len({answer.json()["answer"]["message_id"] for answer in found}) == 1
    assert [answer.json()["replayed"] for answer in found].count(False) == 1
    command = command_of(client, "k")
    assert len(runs_of(hub().ledger, command)) == 1
    assert len({r.id for r in requests_of(hub().ledger, command)}) == 200
    assert call_counts(hub().ledger, client.talk.id) == {"reply": 1}
    assert client.lab.backend.rows("t")[0] == 3


async def test_fifty_commands_on_one_thread_are_answered_in_order() -> None:
    client = Client()
    async with client.open() as http:

        async def one(n: int) -> Any:
            body = client.body(f"seat: {n}", f"m{n}")
            return (await http.post("/api/commands", json=body, headers=asks(f"k{n}"))).json()

        found = await asyncio.gather(*(one(n) for n in range(50)))
    order = sorted(range(50), key=lambda n: command_of(client, f"k{n}").position)
    assert [answer["answer"]["text"] for answer in found] == [f"noted: {n}" for n in range(50)]
    head = client.lab.window(client.talk, newest=200)
    messages = client.lab.values(client.talk, str(head.head))["messages"]
    assert [m.text for m in messages if m.type == "human"] == [f"seat: {n}" for n in order]
    assert head.total == 150


async def test_twenty_threads_side_by_side_lose_nothing() -> None:
    clients = [Client() for _ in range(20)]

    async def talk(client: Client) -> None:
        async with client.open() as http:
            for n in range(10):
                body = client.body(f"seat: {n}", f"m{n}")
                found = await http.post("/api/commands", json=body, headers=asks(f"k{n}"))
                assert found.json()["answer"]["text"] == f"noted: {n}"

    await asyncio.gather(*map(talk, clients))
    for client in clients:
        assert client.lab.backend.rows("t")[0] == 30
        assert call_counts(hub().ledger, client.talk.id) == {"reply": 10}
