"""The code of a message, and of a call with a config of its own."""

from __future__ import annotations

from collections.abc import Callable

from lib.lab.actions import Call
from lib.lab.actions.ground import checked_text
from lib.lab.execution import RECURSION_LIMIT
from lib.lab.export.literals import literal, quoted

MESSAGE = '{"messages": [message]}'
APART = ".builder.compile(checkpointer=InMemorySaver())"


def message_code(text: str, message_id: str) -> str:
    return f"message = HumanMessage({quoted(checked_text(text))}, id={quoted(message_id)})"


def call_code(action: Call, made: Callable[[str], list[str]]) -> str:
    """`made` gives the lines of the run for what is to be invoked with."""
    where, lines = dict(action.config), []
    if where.get("thread_id", "") is None:
        where["thread_id"] = "None"
        lines.append("# It was None, which SqliteSaver stores as text and InMemorySaver as it is.")
    config = {"configurable": where, "recursion_limit": RECURSION_LIMIT}
    lines.append(f"config = {literal(config)}")
    if action.text is not None:
        lines.append(message_code(action.text, action.message_id))
    run = made("None" if action.text is None else MESSAGE)
    if action.saver == "new":
        run = [line.replace(".invoke(", f"{APART}.invoke(") for line in run]
    return "\n".join((*lines, *run))
