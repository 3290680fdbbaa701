"""Checkpoint Lab: see, break and repair LangGraph persistence.

Strict msgpack is read once, when LangGraph is imported: without it, reading a checkpoint can run
code from the file. So it is set here, before anything below `lib` can import LangGraph.
"""

import os

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
