"""Start and stop of the process."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
from collections.abc import AsyncIterator

import streamlit as st

from lib.lab.hub import close_hub, hub
from lib.text import LANGS, Refused, Text


@contextlib.asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[None]:
    """Take the data folder, finish what a crash left, and freeze what was imported.

    The first visitor must not pay for imports, and frozen objects cost no collection any more.
    """
    try:
        left = await asyncio.to_thread(lambda: hub().recover())
    except Refused as refused:
        print(
            *(Text(lang).say(refused.said) for lang in LANGS), sep="\n", file=sys.stderr, flush=True
        )
        os._exit(1)  # nothing is open yet, and any exception would end in a page of traceback
    if left:
        print(f"finishing {left} accepted command(s) of the last process", file=sys.stderr)
    gc.collect()
    gc.freeze()
    yield
    await asyncio.to_thread(close_hub)
