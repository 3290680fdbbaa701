"""`python -m lib.lessons check`: whether every lesson holds on the installed LangGraph."""

from __future__ import annotations

import sys
from importlib.metadata import version

from lib.lessons.catalog import every
from lib.lessons.proof import prove


def main(arguments: list[str]) -> int:
    """0 when all hold, 1 when one does not, 2 for another word than `check`."""
    if arguments != ["check"]:
        print("usage: python -m lib.lessons check", file=sys.stderr)
        return 2
    failed = 0
    for lesson in every().values():
        lines = prove(lesson)
        failed += bool(lines)
        print(f"{'no ' if lines else 'yes'} {lesson.id}", *lines, sep="\n      ")
    print(f"{len(every()) - failed} of {len(every())} hold on langgraph {version('langgraph')}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
