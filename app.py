"""Checkpoint Lab. `streamlit run app.py` serves the ASGI app below.

Streamlit looks for a literal `st.App(...)` in this file without running it: behind a function of
ours it would not be found, and this file would be run as a page.
"""

import streamlit as st

from lib import web

app = st.App(web.ENTRY, lifespan=web.lifespan, routes=web.ROUTES, middleware=web.MIDDLEWARE)
