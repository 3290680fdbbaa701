"""The entry script: the frame of every page. The pages themselves lie in `pages/`.

It stands alone in its folder: a `pages/` beside it would collide with `st.navigation`, and its
folder comes first on the import path.
"""

from __future__ import annotations

import streamlit as st

from lib.text import Text
from lib.ui import style
from lib.ui.opening import enter, language, session_or_sentence

# Before `st.navigation`, and an emoji: a Material icon here would be fetched from elsewhere.
st.set_page_config(page_title="Checkpoint Lab", page_icon="🧭", layout="wide")
style.apply()

s = session_or_sentence()
text = s.text if s else Text(language())


def home() -> None:
    st.switch_page(learn, query_params=st.query_params.to_dict())


learn = st.Page("../../../pages/learn.py", title=text("nav.learn"), url_path="learn")
playground = st.Page(
    "../../../pages/playground.py", title=text("nav.playground"), url_path="playground"
)
# A default page is not reachable by its own path, so the default one only leads on. It is the
# name in the navigation, which Streamlit draws for two pages and more.
start = st.Page(home, title="Checkpoint Lab", icon=":material/explore:", default=True)
page = st.navigation([start, learn, playground], position="top")
if s and enter(s, page.url_path):
    page.run()
