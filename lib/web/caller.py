"""Who calls, and whether the call may come in: cookie or bearer, origin, size, JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from lib.identity.conversations import LabKey, find_lab
from lib.identity.learners import COOKIE, learner_of
from lib.lab.hub import hub
from lib.text import Refused

LARGEST_BODY = 65_536
"""Bytes of a request's body."""


@dataclass(frozen=True)
class Caller:
    """A learner behind a call; `by_cookie`: a browser sent it along without being asked."""

    learner_id: str
    by_cookie: bool


def caller(request: Request) -> Caller:
    """The bearer's learner, else the cookie's; refused when there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    by_cookie = scheme.lower() != "bearer"
    found = learner_of(hub().ledger, request.cookies.get(COOKIE) if by_cookie else token.strip())
    if found is None:
        raise Refused("errors.no_learner")
    return Caller(found, by_cookie)


def lab_key(request: Request, who: Caller) -> LabKey:
    """The learner's lab that `?lab=` names; refused when it was never opened."""
    name = request.query_params.get("lab", "playground")
    with hub().ledger.read() as connection:
        found = find_lab(connection, who.learner_id, name)
    if found is None:
        raise Refused("errors.thread_unknown")
    return found


def check_origin(request: Request, who: Caller) -> None:
    """What a browser sends by cookie has to be JSON from a page of this host."""
    if not who.by_cookie:
        return
    origin = request.headers.get("origin")
    if origin and origin.split("://", 1)[-1] != request.headers.get("host"):
        raise Refused("errors.other_origin")
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refused("errors.no_json")


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent; too much of it is not even read."""
    read = b""
    async for chunk in request.stream():
        read += chunk
        if len(read) > LARGEST_BODY:
            raise Refused("errors.body_long", limit=LARGEST_BODY)
    try:
        found = json.loads(read)
    except (ValueError, RecursionError) as error:
        raise Refused("errors.bad_body", detail=str(error)[:200]) from error
    if not isinstance(found, dict):
        raise Refused("errors.bad_body", detail="not an object")
    return found
