"""Opening a tab: from the cookie to a session with a lab and a thread to show."""

from __future__ import annotations

import streamlit as st

from lib.identity.conversations import lab_of
from lib.identity.learners import COOKIE, learner_of, preferences
from lib.lab.hub import hub
from lib.lessons import catalog
from lib.lessons.format import Lesson
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
    """This tab's session; None for a browser without a learner."""
    found = st.session_state.get(KEY)
    if not isinstance(found, Session):
        learner_id = learner_of(hub().ledger, st.context.cookies.get(COOKIE))
        if learner_id is None:
            return None
        found = st.session_state[KEY] = remembered(learner_id)
    if url.is_new(found):
        found.lang = as_lang(st.query_params.get("lang")) or found.lang
    return found


def enter(s: Session, page: str) -> bool:
    """Bring the session in line with the page and its URL; False after saying why that failed."""
    try:
        s.lesson = _lesson(s) if page == "learn" else None
        name = catalog.lab_name(s.lesson.id) if s.lesson else LAB
        if s.key.name != name:
            kept = preferences(hub().ledger, s.learner_id).get("thread", "")
            s.move(lab_of(hub().ledger, s.learner_id, name), "" if s.lesson else str(kept))
        s.threads = s.lab.conversations()
        if not s.threads:
            threads.open_first(s)
        url.read(s)
        s.drawn = s.lang
    except STORAGE_ERRORS as error:
        st.error(s.text.say(storage_failure(error)))
        return False
    return True


def _lesson(s: Session) -> Lesson:
    """The URL's lesson, else the one open in this tab, else the learner's last, else the first."""
    asked = catalog.lesson(st.query_params.get("lesson")) if url.is_new(s) else None
    found = asked or catalog.lesson(s.slug)
    if found is None:
        kept = preferences(hub().ledger, s.learner_id).get("lesson")
        found = catalog.lesson(str(kept)) or catalog.lessons()[0]
    s.slug = found.id
    return found


def remembered(learner_id: str) -> Session:
    """A session as the learner left the last one."""
    kept = preferences(hub().ledger, learner_id)
    return Session(
        lab_of(hub().ledger, learner_id, LAB),
        lang=as_lang(kept.get("lang")) or browser_language(),
        durable=str(kept.get("durability", "sync")),
        slow=bool(kept.get("slow", False)),
        conversation_id=str(kept.get("thread", "")),
    )


def language() -> Lang:
    """The language to speak where there is no session to ask: the URL's, else the browser's."""
    return as_lang(st.query_params.get("lang")) or browser_language()


def browser_language() -> Lang:
    locale = st.context.locale
    return next((x for x in LANGS if isinstance(locale, str) and locale.startswith(x)), LANGS[0])
