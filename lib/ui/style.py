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
[role=tooltip]:has(.stTooltipContent), .stTooltipContent * { pointer-events: none !important }
.stTooltipContent { pointer-events: none !important }
.stTooltipContent { max-width: 19rem !important }
.st-key-lang { margin-left: auto }
.st-key-bar .stPopover button > div > [aria-hidden] { display: none }
@media (min-width: 1100px) { .st-key-bar { flex-wrap: nowrap !important } }
.st-key-bar > * { flex: none }
.st-key-bar > :has(.stSelectbox) { flex: 0 1 auto; min-width: 0 }
.st-key-history { --h: calc(var(--main) - var(--graph)) }
.st-key-chat { --h: calc(var(--main) - 6.5rem - var(--under)) }
.st-key-details { --h: calc(var(--main) - 2.4rem) }
.st-key-chat { --under: 0rem }
[data-testid=stColumn]:has(.st-key-fail_next) .st-key-chat { --under: 2.2rem }
[data-testid=stColumn]:has(.st-key-answers) .st-key-chat { --under: 9.6rem }
[data-testid=stColumn]:has(.st-key-answer_2) .st-key-chat { --under: 13.4rem }
.st-key-answers { max-height: 13rem; overflow-y: auto }
.st-key-answers [data-testid=stForm] { padding: .4rem .6rem }
.st-key-answers .stVerticalBlock { gap: .3rem !important }
.st-key-answers :is(p, label) { font-size: 12.5px !important; line-height: 1.35; min-height: 0 }
.st-key-answers [data-testid=stTextInputRootElement] { min-height: 0; height: 2rem }
.st-key-answers button { min-height: 1.9rem !important }
.st-key-fail_next { height: 1.8rem }
.st-key-fail_next button { min-height: 1.8rem !important }
.st-key-history_panel { position: relative }
.st-key-history_bar { position: absolute; top: .14rem; right: 9.6rem; width: auto; height: 1.7rem }
.st-key-history_bar.stHorizontalBlock { gap: .3rem !important }
.st-key-history_bar button { min-height: 1.5rem !important; height: 1.5rem; padding: 0 .4rem }
.st-key-history_bar p, .st-key-history_bar input { font-size: 12.5px !important }
.st-key-history_bar [role=group] { height: 1.5rem; min-height: 0 }
.st-key-history_bar input { padding: 0 0 0 .5rem }
.st-key-history_bar .stSelectbox button { padding: 0 }
.st-key-history_graph { height: calc(var(--main) - var(--graph)) !important; overflow: auto;
  flex: none !important; display: block !important;
  padding: 2rem .5rem .5rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
  border-radius: .5rem }
.st-key-history_graph [id^="lab-row-"] { cursor: pointer }
.st-key-history_graph .chosen path { stroke: #b7791f; stroke-width: 3 }
.st-key-history, .st-key-chat, .st-key-details { min-height: var(--h) }
.st-key-turn { min-height: 2rem }
.st-key-turn.stHorizontalBlock { gap: .3rem !important; flex-wrap: nowrap !important }
.st-key-turn button { min-height: 1.9rem !important; padding: .1rem .5rem }
.st-key-turn p { font-size: 12.5px; white-space: nowrap }
.st-key-turn label { align-items: center }
.st-key-acting { min-height: 2rem }
.st-key-acting.stHorizontalBlock { gap: .3rem !important }
.st-key-acting button { min-height: 1.9rem !important; padding: .1rem .6rem }
.st-key-acting p { font-size: 13px }
.st-key-graph { height: calc(var(--graph) - .4rem); overflow: hidden; align-items: center;
  justify-content: center }
.st-key-graph .stGraphVizChart svg { width: auto !important; height: auto !important;
  max-width: 100%; max-height: calc(var(--graph) - 1.8rem) }
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
.stMainBlockContainer:has(.st-key-lesson_bar) { --main: calc(100dvh - 10.8rem) }
.st-key-lesson_bar { height: 6.25rem !important; flex: none !important; overflow: hidden;
  border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
.st-key-lesson_bar .stVerticalBlock, .st-key-lesson_bar.stVerticalBlock { gap: .2rem }
.st-key-lesson_bar .stHorizontalBlock { gap: .4rem }
.st-key-lesson_bar button { min-height: 1.75rem !important; padding: .05rem .5rem }
.st-key-lesson_bar p { font-size: 13.5px; line-height: 1.3 }
.st-key-lesson_bar [class*=st-key-option_] button > * { width: 100%; justify-content: flex-start }
.st-key-lesson_bar [class*=st-key-option_] button { justify-content: flex-start }
.st-key-lesson_title button { border: 0; padding-left: 0; min-height: 1.4rem !important }
.st-key-lesson_title { height: 1.5rem }
.st-key-lesson_title p { font-weight: 600; font-size: 15px }
.st-key-lesson_bar [class*=st-key-option_] p { text-align: left }
.st-key-lesson_top { height: 1.75rem }
.st-key-lesson_leads { min-height: 1.9rem; flex-wrap: nowrap !important }
.st-key-lesson_leads .lesson-says { line-height: 1.15 }
.st-key-lesson_tools { min-height: 1.9rem }
.lesson-says { font-size: 14px; line-height: 1.3; margin: 0 }
.lesson-says.aside { font-size: 12.5px; opacity: .8 }
.lesson-says.belief { opacity: .75 }
.lesson-says.right { color: #2f9e6e; font-weight: 600 }
.lesson-says.hint { border-left: 3px solid #b7791f; padding-left: .5rem; font-size: 13px }
.lesson-goal { font-size: 14px; line-height: 1.25 }
.lesson-goal.met > span { color: #2f9e6e }
.lesson-option { display: flex; justify-content: space-between; gap: .5rem; font-size: 13.5px;
  line-height: 1.75rem; padding: 0 .5rem; border-radius: .4rem; margin-bottom: .15rem;
  border: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
.lesson-option span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.lesson-option b { white-space: nowrap; font-weight: 600; font-size: 12px }
.lesson-option.happened { border-color: #2f9e6e;
  background: color-mix(in srgb, #2f9e6e 14%, transparent) }
.lesson-strip { display: flex; gap: .1rem; font-size: 12px }
.lesson-strip span { opacity: .6; padding: .1rem .25rem; border-radius: .3rem }
.lesson-strip .here { opacity: 1; font-weight: 700;
  background: color-mix(in srgb, currentColor 14%, transparent) }
.st-key-lesson_threads { min-height: 2rem; flex-wrap: nowrap !important }
.st-key-lesson_threads > :first-child { min-width: 0; overflow-x: auto; scrollbar-width: none }
.st-key-lesson_threads > .st-key-thread_new { flex: none }
.st-key-lesson_threads button { min-height: 1.9rem !important; padding: .1rem .6rem }
.st-key-lesson_threads p { font-size: 13.5px }
.stMainBlockContainer:has(.st-key-lesson_bar) .st-key-chat {
  --h: calc(var(--main) - 6.3rem - var(--under)) }
.stMainBlockContainer:has(.st-key-lesson_bar) .st-key-turn:not(:has(button)) { display: none }
.stMainBlockContainer:has(.st-key-lesson_bar):has(.st-key-turn button) .st-key-chat {
  --h: calc(var(--main) - 8.8rem - var(--under)) }
.st-key-keys { height: calc(var(--graph) - .4rem); overflow: hidden }
@media (max-width: 640px) {
.st-key-history, .st-key-chat, .st-key-details { --h: 24rem }
}
"""
STYLE = f"<style>{CSS}</style>"


def apply() -> None:
    """Streamlit gives a style sheet alone no place in the page."""
    st.html(STYLE)
