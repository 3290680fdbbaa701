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
    asked = held = 0
    for lesson in every().values():
        if lesson.too_new:
            print(f"--  {lesson.id}: needs langgraph {lesson.needs}")
            continue
        lines = prove(lesson)
        asked, held = asked + 1, held + (not lines)
        print(f"{'no ' if lines else 'yes'} {lesson.id}", *lines, sep="\n      ")
    print(f"{held} of {asked} hold on langgraph {version('langgraph')}")
    return 0 if held == asked else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
