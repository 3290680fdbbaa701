"""The ledger's tables. Who asked for what; LangGraph's checkpoints are not in here.

`tests/test_ledger.py` holds these definitions against what the migrations really build.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()

learners = Table(
    "learners",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("preferences", JSON, nullable=False),
    Column("created_at", Float, nullable=False),
)

labs = Table(
    "labs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("learner_id", Text, ForeignKey("learners.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    UniqueConstraint("learner_id", "name"),
)

journal = Table(
    "journal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("lab_id", Text, ForeignKey("labs.id"), nullable=False, index=True),
    Column("v", Integer, nullable=False),
    Column("action", JSON, nullable=False),
    Column("at", Float, nullable=False),
    Column("command", Integer),
    Column("before", JSON(none_as_null=True)),
    Column("undone", Boolean, nullable=False, server_default=text("0")),
)

conversations = Table(
    "conversations",
    metadata,
    Column("id", Text, primary_key=True),
    Column("learner_id", Text, ForeignKey("learners.id"), nullable=False),
    Column("lab_id", Text, ForeignKey("labs.id"), nullable=False),
    *(Column(name, Text, nullable=False) for name in ("thread_id", "label", "scenario")),
    Column("created_at", Float, nullable=False),
    Column("fail_next", Boolean, nullable=False, server_default=text("0")),
    UniqueConstraint("lab_id", "thread_id"),
)

commands = Table(
    "commands",
    metadata,
    Column("position", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("learner_id", Text, ForeignKey("learners.id"), nullable=False),
    Column("conversation_id", Text, ForeignKey("conversations.id"), nullable=False),
    *(Column(name, Text, nullable=False) for name in ("kind", "fingerprint")),
    Column("payload", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("answer", JSON),
    Column("accepted_at", Float, nullable=False),
    Column("settled_by", Integer),
    UniqueConstraint("learner_id", "id"),
    Index("ix_commands_conversation", "conversation_id", "state"),
    sqlite_autoincrement=True,
)

runs = Table(
    "runs",
    metadata,
    Column("id", Text, primary_key=True),
    Column("command", Integer, ForeignKey("commands.position"), nullable=False, index=True),
    Column("attempt", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("start_checkpoint", Text),
    Column("end_checkpoint", Text),
    Column("error", Text),
    Column("started_at", Float, nullable=False),
    Column("ended_at", Float),
    UniqueConstraint("command", "attempt"),
)

node_calls = Table(
    "node_calls",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", Text, ForeignKey("runs.id"), nullable=False, index=True),
    Column("conversation_id", Text, ForeignKey("conversations.id"), nullable=False),
    *(Column(name, Text, nullable=False) for name in ("node", "task_id")),
    Column("at", Float, nullable=False),
    Column("told_to_fail", Boolean, nullable=False, server_default=text("0")),
    Index("ix_node_calls_node", "conversation_id", "node"),
)

writes_before = Table(
    "writes_before",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("command", Integer, ForeignKey("commands.position"), nullable=False),
    Column("ns", Text, nullable=False),
    Column("checkpoint_id", Text, nullable=False),
    Column("rows", JSON, nullable=False),
    UniqueConstraint("command", "ns", "checkpoint_id"),
)

messages = Table(
    "messages",
    metadata,
    Column("conversation_id", Text, ForeignKey("conversations.id"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

lessons = Table(
    "lessons",
    metadata,
    Column("learner_id", Text, ForeignKey("learners.id"), primary_key=True),
    Column("slug", Text, primary_key=True),
    *(Column(name, JSON, nullable=False) for name in ("progress", "walk")),
)

requests = Table(
    "requests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("command", Integer, ForeignKey("commands.position"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("via", "found")),
    Column("replayed", Boolean, nullable=False),
)
