"""Playground: the workbench with everything enabled."""

import streamlit as st

from lib.ui.panels import bar, workbench
from lib.ui.session import KEY

s = st.session_state[KEY]
bar.draw(s)
workbench.guarded(s)
