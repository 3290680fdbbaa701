"""One browser tab over Streamlit's own protocol, without a browser: for costs, not for looks."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

TIMEOUT = 120.0
TEXT_FIELDS = {"button": "trigger_value", "text_input": "string_value", "checkbox": "bool_value"}


@dataclass
class Run:
    """One script run as a tab sees it: seconds from asking to its end, and what the app raised."""

    seconds: float
    messages: int
    exceptions: list[str] = field(default_factory=list)


def new_cookie(url: str) -> str:
    """The cookie of a new learner, as his first page gives it."""
    page = urllib.request.Request(url, headers={"Accept": "text/html"})
    with urllib.request.urlopen(page, timeout=30) as answer:
        return str(answer.headers["set-cookie"]).split(";")[0]


class Tab:
    """`data` holds what the server sent last to each inline component, by its key."""

    def __init__(self, url: str, page: str = "", cookie: str = "", query: str = "") -> None:
        self.url, self.page, self.query = url, page, query
        self.headers = {"Cookie": cookie} if cookie else {}
        self.data: dict[str, dict[str, Any]] = {}
        self._ids: dict[str, tuple[str, str, str]] = {}
        self._cached: dict[str, int] = {}
        self._page_hash = ""
        self._count = 0
        self._socket: Any = None

    async def open(self) -> Run:
        stream = self.url.replace("http://", "ws://") + "/_stcore/stream"
        self._socket = await websockets.connect(
            stream,
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            compression=None,
            additional_headers=self.headers,
            ping_interval=None,
            open_timeout=TIMEOUT,
        )
        return await self.run()

    async def close(self) -> None:
        await self._socket.close()

    def typed(self, key: str, text: str) -> WidgetState:
        state = WidgetState(id=self._ids[key][1])
        state.chat_input_value.data = text
        return state

    def pressed(self, key: str) -> WidgetState:
        return WidgetState(id=self._ids[key][1], trigger_value=True)

    def triggered(self, key: str, event: str, value: Any) -> WidgetState:
        """A trigger of an inline component, as its JavaScript would send it."""
        state = WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{self._ids[key][1]}__events")
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        return state

    async def trigger(self, key: str, event: str, value: Any) -> Run:
        """Fire it: only the fragment that the component stands in runs."""
        return await self.run(self.triggered(key, event, value), fragment=self._ids[key][2])

    async def run(self, *states: WidgetState, fragment: str = "") -> Run:
        message = BackMsg()
        ask = message.rerun_script
        ask.query_string, ask.page_script_hash, ask.fragment_id = (
            self.query,
            self._page_hash,
            fragment,
        )
        ask.page_name = "" if self._page_hash else self.page
        ask.cached_message_hashes.extend(self._cached)
        ask.context_info.timezone, ask.context_info.locale = "Europe/Berlin", "en-US"
        ask.context_info.url = f"{self.url}/{self.page}"
        ask.widget_states.widgets.extend(states)
        started = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        return await asyncio.wait_for(self._finished(started, bool(fragment)), TIMEOUT)

    async def _finished(self, started: float, fragment: bool) -> Run:
        raised: list[str] = []
        count = 0
        while True:
            message = ForwardMsg()
            message.ParseFromString(await self._socket.recv())
            count += 1
            self._remember(message)
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._note(message, raised)
            elif kind == "new_session":
                self._page_hash = message.new_session.page_script_hash or self._page_hash
            elif kind == "navigation":
                self._page_hash = message.navigation.page_script_hash or self._page_hash
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "script_finished":
                name = ForwardMsg.ScriptFinishedStatus.Name(message.script_finished)
                if name != "FINISHED_EARLY_FOR_RERUN":
                    self._count += not fragment
                    return Run(time.perf_counter() - started, count, raised)

    def _remember(self, message: ForwardMsg) -> None:
        """Keep hashes as a browser does: what two full runs did not use is dropped."""
        if message.WhichOneof("type") == "ref_hash":
            self._cached[message.ref_hash] = self._count
        elif message.hash and message.metadata.cacheable:
            self._cached[message.hash] = self._count
        self._cached = {k: n for k, n in self._cached.items() if n >= self._count - 2}

    def _note(self, message: ForwardMsg, raised: list[str]) -> None:
        delta = message.delta
        if delta.WhichOneof("type") != "new_element":
            return
        kind = delta.new_element.WhichOneof("type")
        element = getattr(delta.new_element, kind) if kind else None
        if kind == "exception":
            raised.append(f"{element.type}: {element.message}")
        parts = str(getattr(element, "id", "")).split("-", 2)
        if len(parts) == 3:
            self._ids[parts[2]] = (kind or "", element.id, delta.fragment_id)
        if kind == "bidi_component" and element.bytes:
            self.data[parts[2]] = json.loads(element.bytes)
