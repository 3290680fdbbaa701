"""What to learn: lessons and scenes as data, checks over a lab, the walk through a lesson."""

from lib.lessons import ledger_checks, pick_checks, state_checks

REGISTERED = (ledger_checks, pick_checks, state_checks)
"""The modules whose checks a lesson file can name."""
