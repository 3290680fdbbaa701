"""Ids of ours, ids that learners type, and the fingerprint that tells two payloads apart."""

from __future__ import annotations

import hashlib
import json
import secrets
import unicodedata
import uuid
from collections.abc import Mapping
from typing import Any

from lib.text import Refused

LONGEST_THREAD_ID = 128
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
CONTROL_CATEGORIES = frozenset(("Cc", "Cs", "Co", "Zl", "Zp"))


def new_id() -> str:
    """A random id that is safe in URLs and file names."""
    return uuid.uuid4().hex


def new_token() -> str:
    """An unguessable cookie value."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def checked_thread_id(typed: str) -> str:
    """The thread id that a learner typed, without outer blanks; an unfit one is refused."""
    thread_id = typed.strip()
    if not is_visible(thread_id):
        raise Refused("errors.thread_id_blank")
    if len(thread_id) > LONGEST_THREAD_ID:
        raise Refused("errors.thread_id_long", limit=LONGEST_THREAD_ID, found=len(thread_id))
    if any(is_control(character) for character in thread_id):
        raise Refused("errors.thread_id_control")
    return thread_id


def is_visible(text: str) -> bool:
    """Whether there is anything to see: not only blanks, controls and zero-width characters."""
    return any(unicodedata.category(character)[0] not in "CZ" for character in text)


def is_control(character: str) -> bool:
    """Characters that can't be seen and change how others are shown or stored."""
    return unicodedata.category(character) in CONTROL_CATEGORIES or character in BIDI_CONTROLS


def fingerprint(payload: Mapping[str, Any]) -> str:
    """SHA-256 of the payload's canonical JSON: equal for equal intent, whatever the key order."""
    text = json.dumps(payload, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
