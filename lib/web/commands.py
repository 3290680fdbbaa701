"""`/api/commands`: the same path as the page's buttons, with the key that makes a retry safe."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lib.identity import commands, runs
from lib.identity.commands import Command
from lib.identity.requests import requests_of
from lib.identity.states import UNFINISHED
from lib.lab.actions import Done, Regenerate, Resume, Send
from lib.lab.hub import hub
from lib.lab.lab import Lab
from lib.text import Refused, Said
from lib.web.caller import body_of, caller, check_origin, lab_key
from lib.web.problems import problem

LONGEST_WAIT = 30
KINDS = ("send", "regenerate", "resume")


async def post(request: Request) -> Response:
    """Accept a command, or find it again; `Prefer: wait=n` holds the reply until it is finished."""
    who = await asyncio.to_thread(caller, request)
    check_origin(request, who)
    key = request.headers.get("idempotency-key")
    if not key:
        raise Refused("errors.no_key")
    body = await body_of(request)
    lab = await asyncio.to_thread(lambda: hub().open(lab_key(request, who)))
    action = await asyncio.to_thread(action_of, lab, key, body)
    done = await asyncio.to_thread(lab.do, action, "http")
    assert done.command
    command = await _finished(lab, done.command, _wait(request))
    return await asyncio.to_thread(_reply, request, lab, done, command)


def action_of(lab: Lab, key: str, body: dict[str, Any]) -> Send | Regenerate | Resume:
    """The action that a body asks for; refused where it is none."""
    kind, conversation_id = body.get("kind", "send"), body.get("conversation_id")
    if kind not in KINDS or not isinstance(conversation_id, str):
        raise Refused("errors.bad_body", detail="kind, conversation_id")
    how = _text(body, "durability", "sync")
    if kind == "regenerate":
        return Regenerate(conversation_id, _text(body, "of"), key, how)
    if kind == "resume":
        return Resume(conversation_id, _text(body, "at"), _answers(body), key, how)
    message = body.get("message")
    if not isinstance(message, dict):
        raise Refused("errors.bad_body", detail="message")
    text, message_id = _text(message, "text"), _text(message, "id")
    at = _text(body, "at") if body.get("at") is not None else None
    return Send(conversation_id, text, key, message_id, how, at=at)


def _text(body: dict[str, Any], name: str, default: str | None = None) -> str:
    value = body.get(name, default)
    if not isinstance(value, str):
        raise Refused("errors.bad_body", detail=name)
    return value


def _answers(body: dict[str, Any]) -> dict[str, str]:
    value = body.get("answers")
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise Refused("errors.bad_body", detail="answers")
    return value


def _wait(request: Request) -> float:
    found = re.search(r"(?:^|[,;\s])wait=(\d{1,4})", request.headers.get("prefer", ""))
    return min(int(found[1]), LONGEST_WAIT) if found else 0


async def _finished(lab: Lab, command: Command, seconds: float) -> Command:
    """The command as it stands when it is finished, or when the time is up. No polling: the lab's
    topic tells when something was written.
    """
    end = time.monotonic() + seconds
    with hub().bus.watch(lab.key.id) as watch:
        now = await asyncio.to_thread(_now, lab, command)
        while now.state in UNFINISHED and (left := end - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(watch.next(), left)
            except TimeoutError:
                break
            now = await asyncio.to_thread(_now, lab, command)
    return now


def _now(lab: Lab, command: Command) -> Command:
    with lab.ledger.read() as connection:
        return commands.command_at(connection, command.position)


def _reply(request: Request, lab: Lab, done: Done, command: Command) -> Response:
    with lab.ledger.read() as connection:
        answer = runs.answer_of(connection, command)
    attempts = runs.runs_of(lab.ledger, command)
    said: dict[str, Any] = {
        "command_id": command.id,
        "state": command.state,
        "run_id": attempts[-1].id if attempts else None,
        "request_id": done.request_id,
        "answer": answer,
        "replayed": not (done.new or done.starts),
    }
    if command.state == "superseded":
        return problem(request, Said("errors.superseded"), **said)
    if command.state == "waiting":
        head = lab.head(done.conversation)
        said["questions"] = [{"id": q.id, "node": q.node, "value": q.value} for q in head.questions]
        said["at"] = head.checkpoint_id
    return JSONResponse(said, 202 if command.state in UNFINISHED else 200)


def get(request: Request) -> Response:
    """One command of the learner with its requests, runs and answer."""
    who = caller(request)
    ledger = hub().ledger
    with ledger.read() as connection:
        command = commands.by_id(connection, who.learner_id, request.path_params["command_id"])
        if command is None:
            raise Refused("errors.no_command")
        answer = runs.answer_of(connection, command)
    return JSONResponse(
        {
            "command_id": command.id,
            "conversation_id": command.conversation_id,
            "kind": command.kind,
            "state": command.state,
            "answer": answer,
            "requests": [vars(one) for one in requests_of(ledger, command)],
            "runs": [vars(one) for one in runs.runs_of(ledger, command)],
        }
    )
