"""`/api/conversations`: what is stored, as the page shows it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lib.evidence import Row, config_of, plain
from lib.identity.conversations import Conversation
from lib.lab.hub import hub
from lib.lab.lab import Lab
from lib.text import Refused
from lib.web.caller import caller, lab_key

MOST = 500
"""Rows of one answer."""


def conversations(request: Request) -> Response:
    who = caller(request)
    try:
        lab = hub().open(lab_key(request, who))
    except Refused:
        return JSONResponse([])
    return JSONResponse([_conversation(lab, one) for one in lab.conversations()])


def _conversation(lab: Lab, one: Conversation) -> dict[str, Any]:
    found = lab.backend.thread(one.thread_id)
    newest = found and lab.backend.reader.get_tuple(config_of(one.thread_id, "", found.head))
    return {
        "conversation_id": one.id,
        "thread_id": one.thread_id,
        "scenario": one.scenario,
        "checkpoints": found.checkpoints if found else 0,
        "head": found.head if found else None,
        "bytes": found.bytes if found else 0,
        "updated_at": newest.checkpoint["ts"] if newest else None,
    }


def _opened(request: Request) -> tuple[Lab, Conversation]:
    lab = hub().open(lab_key(request, caller(request)))
    found = lab.conversation(request.path_params["conversation_id"])
    if found is None:
        raise Refused("errors.thread_unknown")
    return lab, found


def checkpoints(request: Request) -> Response:
    """A page of one namespace, newest first."""
    lab, found = _opened(request)
    query = request.query_params
    ns, limit = query.get("ns", ""), query.get("limit", "100")
    if not limit.isascii() or not limit.isdigit() or not 1 <= int(limit) <= MOST:
        raise Refused("errors.bad_query", name="limit", limit=MOST)
    _check_ns(lab, found, ns)
    rows = lab.page(found, ns, int(limit), query.get("before")).rows
    return JSONResponse([_row(row, ns) for row in reversed(rows)])


def _check_ns(lab: Lab, found: Conversation, ns: str) -> None:
    if ns and ns not in dict(lab.namespaces(found)):
        raise Refused("errors.no_such_checkpoint")


def _row(row: Row, ns: str) -> dict[str, Any]:
    return {
        "checkpoint_id": row.checkpoint_id,
        "parent_id": row.parent_id,
        "ns": ns,
        "step": row.step,
        "source": row.source,
        "next": row.decoded.next,
        "messages": row.decoded.messages,
        "bytes": row.bytes,
        "ts": row.decoded.at,
    }


def checkpoint(request: Request) -> Response:
    """One checkpoint in full."""
    lab, found = _opened(request)
    ns, checkpoint_id = request.query_params.get("ns", ""), request.path_params["checkpoint_id"]
    _check_ns(lab, found, ns)
    record = lab.record(found, checkpoint_id, ns, head=False)
    if record is None:
        raise Refused("errors.no_such_checkpoint")
    stored = record.checkpoint
    triggers = [{**vars(t), "runs": t.runs} for t in record.explanation.triggers]
    names = ("channel_values", "channel_versions", "versions_seen", "updated_channels")
    return JSONResponse(
        {
            "checkpoint_id": record.checkpoint_id,
            "parent_id": record.parent_id,
            "ns": record.ns,
            **{name: plain(stored.get(name)) for name in names},
            "pending_writes": [{**vars(w), "value": plain(w.value)} for w in record.writes],
            "metadata": plain(record.metadata),
            "next": record.next,
            "triggers": triggers,
        }
    )
