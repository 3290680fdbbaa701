"""What was stored: read-only records and explanations of a saver's checkpoints.

This room is handed a saver, a compiled graph and keys; it writes nothing and knows no learner.
"""

from lib.evidence.checkpoint import PendingWrite, Record, config_of, graph_of, read_record
from lib.evidence.decoder import Decoder
from lib.evidence.diff import Change, diff
from lib.evidence.explain import Explanation, Trigger, explain_next, state_channels
from lib.evidence.head import Head, Question, read_head
from lib.evidence.history import Decoded, Row, Window
from lib.evidence.lanes import Lanes, lanes
from lib.evidence.plain import plain, version_number
from lib.evidence.siblings import Mark, Siblings, marks_of, siblings
from lib.evidence.tree import Tree

__all__ = [
    "Change",
    "Decoded",
    "Decoder",
    "Explanation",
    "Head",
    "Lanes",
    "Mark",
    "PendingWrite",
    "Question",
    "Record",
    "Row",
    "Siblings",
    "Tree",
    "Trigger",
    "Window",
    "config_of",
    "diff",
    "explain_next",
    "graph_of",
    "lanes",
    "marks_of",
    "plain",
    "read_head",
    "read_record",
    "siblings",
    "state_channels",
    "version_number",
]
