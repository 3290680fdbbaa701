"""The inline components: live signal, history, chat, details. Their JavaScript lies beside this."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

FOLDER = Path(__file__).parent
Callback = Callable[[], None]


def _asset(name: str) -> str | None:
    path = FOLDER / name
    return path.read_text("utf-8") if path.exists() else None


def _register(name: str, html: str | None = None, *, isolated: bool = True) -> Any:
    return st.components.v2.component(
        f"lab_{name}",
        html=html or _asset(f"{name}.html"),
        css=_asset(f"{name}.css"),
        js=_asset(f"{name}.js"),
        isolate_styles=isolated,
    )


def _nothing() -> None:
    """The run that a trigger causes is all that is wanted of it."""


_SIGNAL = _register("signal", "<span hidden></span>")
_HISTORY = _register("history")
_CHAT = _register("chat")
# Its parts carry the `st-key-…` classes that others look for, so it is not hidden in a shadow root.
_DETAILS = _register("details", '<div class="lab-details" tabindex="0"></div>', isolated=False)


def encode(data: dict[str, Any]) -> bytes:
    """A component's data. Streamlit would encode a dict twice a run; bytes it sends as they are."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def signal(lab: str, version: int) -> None:
    """Rerun the fragment around it when the lab has something newer than `version`."""
    data = {"lab": lab, "version": version, "base": st.get_option("server.baseUrlPath")}
    _SIGNAL(key="live", data=encode(data), on_tick_change=_nothing, height=1)


def ticked() -> bool:
    """Whether the signal asked for this run, inside any callback of it."""
    return bool(st.session_state.get("live") and st.session_state["live"]["tick"])


def history(data: bytes) -> None:
    """The live history. What is selected in it reaches the server through the details."""
    _HISTORY(key="history", data=data)


def chat(data: bytes, on_send: Callback) -> None:
    """The chat. `on_send` finds `{text, command_id, message_id}` in `sent()`."""
    _CHAT(key="chat", data=data, on_send_change=on_send)


def sent() -> dict[str, str]:
    """What the chat's suggested message sent, inside `on_send`."""
    value: Any = st.session_state["chat"]["send"]
    return {name: str(text) for name, text in (value or {}).items()}


def details(data: bytes, on_show: Callback) -> None:
    """`{html, due, wrote, choice}`: a checkpoint's details, escaped, and the graph's marked nodes.

    `choice` counts the selections that the server made, and has the last one for the page's URL.

    `on_show` finds the checkpoint that was selected anywhere on the page in `selected()`.
    """
    _DETAILS(key="details", data=data, on_show_change=on_show)


def selected() -> str | None:
    """The checkpoint to show, inside `on_show`; None: follow the head."""
    return str(st.session_state["details"]["show"] or "") or None
