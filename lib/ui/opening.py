"""Opening a tab: from the cookie to a session with a thread to show."""

from __future__ import annotations

import streamlit as st

from lib.identity.conversations import lab_of
from lib.identity.learners import COOKIE, learner_of, preferences
from lib.lab.hub import hub
from lib.text import LANGS, Lang, Text, as_lang
from lib.ui import url
from lib.ui.panels import threads
from lib.ui.session import KEY, STORAGE_ERRORS, Session, storage_failure

LAB = "playground"


def session_or_sentence() -> Session | None:
    """This tab's session, or None after saying in the page why there is none."""
    try:
        found = session()
    except STORAGE_ERRORS as error:
        st.error(Text(language()).say(storage_failure(error)))
        return None
    if found is None:
        st.warning(Text(language())("errors.no_learner"))
    return found


def session() -> Session | None:
    """This tab's session, brought in line with the URL; None for a browser without a learner."""
    found = st.session_state.get(KEY)
    if not isinstance(found, Session):
        learner_id = learner_of(hub().ledger, st.context.cookies.get(COOKIE))
        if learner_id is None:
            return None
        found = st.session_state[KEY] = remembered(learner_id)
    found.threads = found.lab.conversations()
    if not found.threads:
        threads.open_first(found)
    url.read(found)
    return found


def remembered(learner_id: str) -> Session:
    """A session as the learner left the last one."""
    kept = preferences(hub().ledger, learner_id)
    return Session(
        lab_of(hub().ledger, learner_id, LAB),
        lang=as_lang(kept.get("lang")) or browser_language(),
        durability=str(kept.get("durability", "sync")),
        slow=bool(kept.get("slow", False)),
        conversation_id=str(kept.get("thread", "")),
    )


def language() -> Lang:
    """The language to speak where there is no session to ask: the URL's, else the browser's."""
    return as_lang(st.query_params.get("lang")) or browser_language()


def browser_language() -> Lang:
    locale = st.context.locale
    return next((x for x in LANGS if isinstance(locale, str) and locale.startswith(x)), LANGS[0])
