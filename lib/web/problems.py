"""Errors as RFC 9457 problem details, worded in the caller's language."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from lib.text import LANGS, Lang, Refused, Said, Text, as_lang

STATUS = {
    "errors.other_payload": 409,
    "errors.other_message": 409,
    "errors.question_gone": 409,
    "errors.thread_busy": 409,
    "errors.superseded": 409,
    "errors.thread_unknown": 404,
    "errors.no_command": 404,
    "errors.no_such_checkpoint": 404,
    "errors.no_turn": 404,
    "errors.message_long": 413,
    "errors.body_long": 413,
    "errors.command_id": 400,
    "errors.no_key": 400,
    "errors.bad_query": 400,
    "errors.no_learner": 401,
    "errors.other_origin": 403,
    "errors.no_json": 415,
    "errors.disk_full": 507,
    "errors.storage": 503,
}
"""What is not here could not be processed as it was: 422."""


def language(request: Request) -> Lang:
    """`?lang=`, else the first language of `Accept-Language` that we speak."""
    wanted = [request.query_params.get("lang"), *_accepted(request)]
    spoken: list[Lang] = [lang for one in wanted if (lang := as_lang(one))]
    return spoken[0] if spoken else LANGS[0]


def _accepted(request: Request) -> list[str]:
    header = request.headers.get("accept-language", "")
    return [one.split(";")[0].strip().split("-")[0].lower() for one in header.split(",")]


def problem(request: Request, said: Said, **more: Any) -> JSONResponse:
    status = STATUS.get(said.key, 422)
    body = {
        "type": f"urn:checkpoint-lab:{said.key.removeprefix('errors.')}",
        "title": Text("en").say(said).split(".")[0],
        "status": status,
        "detail": Text(language(request)).say(said),
        **more,
    }
    return JSONResponse(body, status, media_type="application/problem+json")


def refused(request: Request, error: Refused) -> JSONResponse:
    return problem(request, error.said)
