"""Visits to a served app, without a browser: HTTP, the live signal, and Streamlit's own socket."""

from __future__ import annotations

import contextlib
import urllib.request
from collections.abc import Iterator
from email.message import Message
from http.cookies import Morsel, SimpleCookie

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from lib.identity.learners import COOKIE

PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"


def get(url: str, cookie: str | None = None, accept: str = PAGE) -> Message:
    """The headers of the answer to one GET."""
    request = urllib.request.Request(url, headers={"Accept": accept})
    if cookie is not None:
        request.add_header("Cookie", f"{COOKIE}={cookie}")
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 200
        found: Message = answer.headers
        return found


def issued(headers: Message) -> Morsel[str] | None:
    """The learner cookie that an answer sets."""
    found = [SimpleCookie(line) for line in headers.get_all("set-cookie") or ()]
    return next((cookie[COOKIE] for cookie in found if COOKIE in cookie), None)


def new_cookie(url: str) -> str:
    cookie = issued(get(url))
    assert cookie
    return cookie.value


def live(
    url: str, cookie: str | None, lab: str = "playground", origin: str | None = None
) -> contextlib.AbstractContextManager[ClientConnection]:
    """A tab that listens; `InvalidStatus` when it may not."""
    headers = {} if cookie is None else {"Cookie": f"{COOKIE}={cookie}"}
    if origin is not None:
        headers["Origin"] = origin
    address = f"{url.replace('http', 'ws')}/live?lab={lab}"
    return connect(address, additional_headers=headers, open_timeout=10, close_timeout=2)


def refusal(url: str, cookie: str | None, lab: str = "playground", origin: str = "") -> int:
    """The HTTP status with which a listening tab is refused; 101 when it is not."""
    try:
        with live(url, cookie, lab, origin or None):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@contextlib.contextmanager
def visit(url: str, cookie: str) -> Iterator[Visit]:
    """A tab that shows the playground."""
    headers = {"Cookie": f"{COOKIE}={cookie}", "Origin": url}
    address = f"{url.replace('http', 'ws')}/_stcore/stream"
    protocols = [Subprotocol("streamlit")]
    with connect(
        address, additional_headers=headers, subprotocols=protocols, max_size=None, max_queue=None
    ) as socket:
        opened = Visit(socket)
        opened.run(BackMsg())
        opened.turn_to("playground")
        yield opened


class Visit:
    """One tab's socket to Streamlit."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._page = self._message_box = ""
        self._pages: dict[str, str] = {}

    def run(self, asked: BackMsg) -> None:
        """Run the page and read its answer to the end."""
        asked.rerun_script.page_script_hash = self._page
        self._socket.send(asked.SerializeToString())
        while True:
            told = ForwardMsg.FromString(bytes(self._socket.recv(timeout=30, decode=False)))
            if told.delta.new_element.HasField("chat_input"):
                self._message_box = told.delta.new_element.chat_input.id
            if told.HasField("navigation"):
                pages = told.navigation.app_pages
                self._pages = {page.url_pathname: page.page_script_hash for page in pages}
            if told.HasField("new_session"):
                self._page = told.new_session.page_script_hash
            if told.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and told.HasField(
                "script_finished"
            ):
                return

    def turn_to(self, path: str) -> None:
        """Open another page."""
        self._page = self._pages[path]
        self.run(BackMsg())

    def send(self, text: str) -> None:
        """Type a message and press Enter."""
        asked = BackMsg()
        typed = asked.rerun_script.widget_states.widgets.add(id=self._message_box)
        typed.chat_input_value.data = text
        self.run(asked)
