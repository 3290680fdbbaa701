"""The served app from outside: who gets a cookie, and who may listen."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.browser.app import Server
from tests.visits import get, issued, live, new_cookie, refusal, visit

pytestmark = pytest.mark.slow
FORGED = "x" * 43


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("web") / "data")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def cookie(server: Server) -> str:
    """A learner's cookie; the playground has been open in his browser."""
    given = new_cookie(server.url)
    with visit(server.url, given):
        return given


@pytest.mark.parametrize("path", ["/", "/playground", "/playground?lang=zh"])
def test_a_first_page_brings_a_cookie_that_scripts_and_other_sites_cannot_use(
    server: Server, path: str
) -> None:
    given = issued(get(server.url + path))
    assert given and len(given.value) >= 43
    assert (given["path"], given["max-age"], given["samesite"]) == ("/", "31536000", "Lax")
    assert given["httponly"] and not given["secure"] and not given["domain"]


def test_a_browser_that_has_its_cookie_keeps_it(server: Server, cookie: str) -> None:
    assert issued(get(server.url, cookie)) is None


@pytest.mark.parametrize("forged", [FORGED, "", "é", "a b", "x" * 4000, '"', "../../etc/passwd"])
def test_a_value_that_was_never_issued_is_replaced(server: Server, forged: str) -> None:
    given = issued(get(server.url, forged))
    assert given and given.value != forged


def test_no_two_browsers_get_the_same_cookie(server: Server) -> None:
    assert len({new_cookie(server.url) for _ in range(5)}) == 5


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/host-config"])
@pytest.mark.parametrize("accept", ["application/json", "*/*", ""])
def test_what_is_not_a_page_brings_no_cookie(server: Server, path: str, accept: str) -> None:
    assert issued(get(server.url + path, accept=accept)) is None


def test_a_learners_own_page_may_listen(server: Server, cookie: str) -> None:
    for origin in (server.url, None):
        with live(server.url, cookie, origin=origin) as tab:
            assert str(tab.recv(timeout=10)).isdigit()


@pytest.mark.parametrize("forged", [None, "", FORGED, "x" * 4000])
def test_who_shows_no_cookie_of_ours_may_not_listen(
    server: Server, cookie: str, forged: str | None
) -> None:
    assert refusal(server.url, forged) == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1", "garbage"]
)
def test_another_sites_page_may_not_listen(server: Server, cookie: str, origin: str) -> None:
    assert refusal(server.url, cookie, origin=origin) == 403


@pytest.mark.parametrize("lab", ["", "nonsense", "lesson:none", "..%2F..", "%00"])
def test_there_is_nothing_to_hear_of_a_lab_that_was_never_opened(
    server: Server, cookie: str, lab: str
) -> None:
    assert refusal(server.url, cookie, lab) == 403


def test_a_learner_without_a_lab_has_nothing_to_hear(server: Server, cookie: str) -> None:
    assert refusal(server.url, new_cookie(server.url)) == 403


def test_a_tab_hears_versions_that_grow_and_nothing_else(server: Server, cookie: str) -> None:
    with visit(server.url, cookie) as shown, live(server.url, cookie) as tab:
        heard = [tab.recv(timeout=10)]
        shown.send("seat: window")
        heard.append(tab.recv(timeout=10))
        tab.send("nonsense")
        shown.send("what is my seat?")
        heard.append(tab.recv(timeout=10))
    versions = [int(one) for one in heard]
    assert versions == sorted(set(versions))


def test_a_tab_hears_nothing_of_another_learner(server: Server, cookie: str) -> None:
    with visit(server.url, new_cookie(server.url)) as other, live(server.url, cookie) as tab:
        tab.recv(timeout=10)
        other.send("seat: window")
        with pytest.raises(TimeoutError):
            tab.recv(timeout=1)


def test_a_tab_that_goes_away_ends_quietly(server: Server, cookie: str) -> None:
    before = server._log.stat().st_size
    for _ in range(5):
        with live(server.url, cookie) as tab:
            tab.recv(timeout=10)
            tab.socket.shutdown(socket.SHUT_RDWR)
    assert refusal(server.url, cookie) == 101
    assert "Traceback" not in server._log.read_text()[before:]


def test_the_served_app_answers_commands_beside_its_pages(server: Server) -> None:
    cookie = new_cookie(server.url)
    with visit(server.url, cookie):
        pass
    headers = {"Authorization": f"Bearer {cookie}", "Idempotency-Key": "k", "Prefer": "wait=20"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=30) as http:
        (talk,) = http.get("/api/conversations").json()
        message = {"id": "m", "text": "seat: window"}
        body = {"conversation_id": talk["conversation_id"], "message": message}
        first, second = (http.post("/api/commands", json=body).json() for _ in range(2))
        path = f"/api/conversations/{talk['conversation_id']}/checkpoints"
        assert len(http.get(path).json()) == 3
        assert http.get("/api/conversations", headers={"Authorization": "Bearer x"}).is_error
    assert first["answer"]["text"] == "noted: window" and second["replayed"]
    own = {"Cookie": f"lab_learner={cookie}", "Idempotency-Key": "k2", "Origin": server.url}
    assert httpx.post(f"{server.url}/api/commands", json=body, headers=own).status_code < 300
    other = own | {"Origin": "http://evil.example"}
    assert httpx.post(f"{server.url}/api/commands", json=body, headers=other).status_code == 403
