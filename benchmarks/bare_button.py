"""The page that a click is compared with: one button, one number."""

import streamlit as st

st.session_state.setdefault("clicks", 0)
if st.button("Go", key="go"):
    st.session_state.clicks += 1
st.html(f'<div class="clicks">{st.session_state.clicks}</div>')
