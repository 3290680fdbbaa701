"""A lab as plain LangGraph: a script or a notebook that does the same without this app."""

from __future__ import annotations

from lib.lab.export.documents import notebook, script
from lib.lab.export.steps import Step, steps

__all__ = ["Step", "notebook", "script", "steps"]
