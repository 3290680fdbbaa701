"""The page's one style sheet: three columns that fit 1280×720 without page scroll.

A custom property set on `.st-key-…` inherits into a component's shadow root: that is how a
component gets its height. Components load late, so each has a minimum height from the start.
"""

import streamlit as st

CSS = """
:root { --bar: 2.75rem; --main: calc(100dvh - 6.6rem); --graph: 8.4rem }
header.stAppHeader { height: var(--bar); min-height: 0 }
.stAppToolbar { height: var(--bar) }
.stMainBlockContainer { padding: calc(var(--bar) + .3rem) .75rem 0; max-width: 100% }
.stMainBlockContainer .stVerticalBlock { gap: .4rem }
.stMainBlockContainer .stHorizontalBlock { gap: .6rem }
.stMainBlockContainer :is(.stButton, .stPopover, .stButtonGroup) button,
.stMainBlockContainer [data-baseweb=select] > div { min-height: 2.2rem }
[data-testid="InputInstructions"] { display: none }
.st-key-lang { margin-left: auto }
.st-key-history { --h: calc(var(--main) - var(--graph)) }
.st-key-chat { --h: calc(var(--main) - 4.1rem) }
.st-key-details { --h: var(--main) }
.st-key-history_panel { position: relative }
.st-key-history_older { position: absolute; top: .2rem; right: 10rem; width: auto }
.st-key-history_older button { min-height: 1.4rem !important }
.st-key-history_older p { font-size: 12.5px !important }
.st-key-history, .st-key-chat, .st-key-details { min-height: var(--h) }
.st-key-graph { height: calc(var(--graph) - .4rem); overflow: hidden; align-items: center;
  justify-content: center }
.st-key-graph .stGraphVizChart svg { width: auto !important; height: auto !important;
  max-width: 100%; max-height: calc(var(--graph) - 1.8rem) }
.st-key-style { display: none }
.st-key-graph { position: relative }
.lab-legend { display: flex; justify-content: center; gap: .9rem; font-size: 12px }
.lab-legend span::before { content: ""; display: inline-block; width: .9em; height: .7em;
  margin-right: .35em; border-radius: .2em }
.st-key-graph .wrote path { fill: #b9e6cf; stroke: #2f9e6e; stroke-width: 2.2;
  stroke-dasharray: 5 3 }
.st-key-graph .due path { fill: #ffd97a; stroke: #b7791f; stroke-width: 2.4;
  stroke-dasharray: none }
.lab-legend .due::before { background: #ffd97a; border: 2px solid #b7791f }
.lab-legend .wrote::before { background: #b9e6cf; border: 2px dashed #2f9e6e }
.st-key-live { position: absolute; height: 0 }
@media (max-width: 640px) {
  .st-key-history_panel { position: relative }
.st-key-history_older { position: absolute; top: .2rem; right: 10rem; width: auto }
.st-key-history_older button { min-height: 1.4rem !important }
.st-key-history_older p { font-size: 12.5px !important }
.st-key-history, .st-key-chat, .st-key-details { --h: 24rem }
}
"""


def apply() -> None:
    with st.container(key="style"):
        st.html(f"<style>{CSS}</style>")
