"""The code of an action that runs a graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lib.identity.conversations import Conversation
from lib.lab.actions import Call, Fork, Regenerate, Replay, Resume, Send
from lib.lab.actions.asking import Asking
from lib.lab.actions.ground import checked_text
from lib.lab.execution import RECURSION_LIMIT
from lib.lab.export.calls import MESSAGE, call_code, message_code
from lib.lab.export.facts import Facts
from lib.lab.export.literals import Code, literal, quoted

TOO_LATE = "# It came too late: the question was not open any more."
NOT_YET = "# It has not run yet."
# When a thread is deleted while its lab is read; else every line that is left finds its own.
GONE = "# The checkpoint that it went on from was deleted with its thread."


Pinning = Send | Regenerate | Replay | Fork | Resume


class Running:
    """Writes the code of one export's commands."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._number = {
            action.command_id: number
            for number, action in enumerate(facts.actions, 1)
            if isinstance(action, Asking)
        }

    def code(self, action: Asking) -> str:
        went = self._facts.went.get(action.command_id)
        if went and not went.runs:
            return NOT_YET
        if went and set(went.runs) == {"superseded"}:
            return TOO_LATE
        if isinstance(action, Call):
            return call_code(action, lambda given: self._made(action, given))
        named = self._named(action)
        pinned = named is not None and (not isinstance(action, Send) or went is None or went.pinned)
        at = self._checkpoint(action) if pinned else None
        if pinned and at is None:
            return GONE
        match action:
            case Send():
                return self._send(action, at)
            case Replay() | Regenerate():
                return "\n".join((self._config(action, at), *self._made(action, "None")))
        return self._fork(action, at) if isinstance(action, Fork) else self._resume(action, at)

    def _named(self, action: Pinning) -> str | None:
        """The checkpoint that the action starts from; a turn's start stands on the command."""
        if isinstance(action, Regenerate):
            went = self._facts.went.get(action.command_id)
            return went.at if went else None
        return action.at

    def _thread(self, action: Asking) -> Conversation:
        return self._facts.threads[action.conversation_id]

    def _checkpoint(self, action: Pinning) -> Code | None:
        """The variable that holds the checkpoint's id; None when none does."""
        thread_id = self._thread(action).thread_id
        place = self._facts.place(thread_id, str(self._named(action)))
        number = self._number.get(place.command_id) if place else None
        return Code(f"c{number}[{place.nth}]") if place and number else None

    def _send(self, action: Send, at: Code | None) -> str:
        message = message_code(action.text, action.message_id)
        run = self._made(action, MESSAGE)
        return "\n".join((self._config(action, at), message, *run))

    def _fork(self, action: Fork, at: Code | None) -> str:
        values = self._values(action)
        lines = [self._pinned(action, at), self._config(action)]
        if values != action.values:
            lines.append(f'messages = {self._graph(action)}.get_state(pinned).values["messages"]')
        lines.append(f"values = {literal(values)}")
        as_node = literal(action.as_node)
        update = f"{self._graph(action)}.update_state(pinned, values, as_node={as_node})"
        return "\n".join((*lines, *self._made(action, "None", update)))

    def _values(self, action: Fork) -> dict[str, Any]:
        """The change; a message whose id is made anew in each run is named by its place."""
        changed, written = dict(action.values), action.values.get("messages")
        thread_id = self._thread(action).thread_id
        there = self._facts.message_ids(thread_id, action.at)

        def named(message: Any) -> Any:
            id_ = message.get("id") if isinstance(message, Mapping) else None
            if id_ in self._facts.sent or id_ not in there:
                return message
            return {**message, "id": Code(f"messages[{there.index(id_)}].id")}

        if isinstance(written, list):
            changed["messages"] = [named(message) for message in written]
        elif written is not None:
            changed["messages"] = named(written)
        return changed

    def _resume(self, action: Resume, at: Code | None) -> str:
        thread = self._thread(action)
        asked = self._facts.questions(thread, action.at)
        resume = {
            Code(f"ids[{quoted(asked[id_][0])}][{asked[id_][1]}]"): checked_text(text)
            for id_, text in action.answers.items()
            if text
        }
        lines = (
            self._pinned(action, at),
            self._config(action),
            f"ids = questions({self._graph(action)}.get_state(pinned))",
            f"resume = {literal(resume)}",
        )
        return "\n".join((*lines, *self._made(action, "Command(resume=resume)")))

    def _graph(self, action: Asking) -> str:
        return f"graphs[{quoted(self._thread(action).scenario)}]"

    def _where(self, action: Asking, at: Code | None) -> dict[str, Any]:
        where = {"thread_id": self._thread(action).thread_id}
        return where | ({"checkpoint_ns": "", "checkpoint_id": at} if at else {})

    def _config(self, action: Asking, at: Code | None = None) -> str:
        where = self._where(action, at)
        config = {"configurable": where, "recursion_limit": RECURSION_LIMIT}
        return f"config = {literal(config)}"

    def _pinned(self, action: Fork | Resume, at: Code | None) -> str:
        return f"pinned = {literal({'configurable': self._where(action, at)})}"

    def _made(self, action: Asking, given: str, *before: str) -> list[str]:
        """The run itself, which may fail, and what comes before it in the same command."""
        thread_id = quoted(self._thread(action).thread_id)
        durability = quoted(action.durability)
        invoke = f"{self._graph(action)}.invoke({given}, config, durability={durability})"
        name = f"c{self._number[action.command_id]}"
        lines = [f"with made({thread_id}) as {name}:", *(f"    {c}" for c in (*before, invoke))]
        went = self._facts.went.get(action.command_id)
        for _ in [state for state in (went.runs[1:] if went else ()) if state != "lost"]:
            # A retry goes on with what the run before it stored, or starts once more.
            again = invoke.replace(given, f"None if {name} else {given}", 1)
            lines += [f"with made({thread_id}) as more:", f"    {again}", f"{name} += more"]
        return lines
