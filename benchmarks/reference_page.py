"""The page to compare with: as many elements as the playground shows, and nothing behind them.

It imports what the app imports, so that start and memory compare as well.
"""

import time

started = time.perf_counter()
import graphviz  # noqa: E402
import langchain_core.messages  # noqa: E402, F401
import langgraph.checkpoint.sqlite  # noqa: E402
import langgraph.graph  # noqa: E402, F401
import pandas as pd  # noqa: E402
import streamlit as st  # noqa: E402

ROWS = 50
st.set_page_config(layout="wide", page_icon="🧭")
state = st.session_state
state.setdefault(
    "messages",
    [
        ("user" if i % 2 == 0 else "assistant", f"message number {i} with some text")
        for i in range(10)
    ],
)
state.setdefault("clicks", 0)


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "step": range(ROWS),
            "checkpoint_id": [f"1f0c{i:04x}-7a3b-6c1d-8002-0123456789ab" for i in range(ROWS)],
            "parent": [f"1f0c{max(i - 1, 0):04x}" for i in range(ROWS)],
            "source": ["loop" if i % 3 else "input" for i in range(ROWS)],
            "next": [["model"] if i % 2 else ["tools"] for i in range(ROWS)],
            "messages": [i // 2 for i in range(ROWS)],
        }
    )


def tree(selected: int | None) -> graphviz.Digraph:
    graph = graphviz.Digraph(node_attr={"shape": "box", "style": "rounded", "fontsize": "10"})
    for i in range(ROWS):
        graph.node(
            str(i), f"step {i}", **({"color": "red", "penwidth": "2"} if i == selected else {})
        )
        if i:
            graph.edge(str(i - 1 if i % 9 else max(0, i - 5)), str(i))
    return graph


cause, effect, reason = st.columns([2, 3, 3])
with effect:
    chosen = st.dataframe(
        table(), key="table", on_select="rerun", selection_mode="single-row", height=300
    ).selection.rows
    row = chosen[0] if chosen else None
    st.json(
        {
            "checkpoint": row,
            "values": {"messages": [{"type": "human", "content": f"hello {i}"} for i in range(10)]},
            "next": ["model"],
        },
        expanded=2,
    )
with reason:
    st.graphviz_chart(tree(row))
with cause:
    box = st.container(height=400)
    if text := st.chat_input("Say something", key="chat"):
        state.messages = [*state.messages, ("user", text), ("assistant", f"echo: {text}")][-40:]
    for role, body in state.messages:
        with box.chat_message(role):
            st.markdown(body)
if st.button("Go", key="go"):
    state.clicks += 1
st.caption(
    f"clicks={state.clicks} selected={row} script_ms={(time.perf_counter() - started) * 1000:.1f}"
)
