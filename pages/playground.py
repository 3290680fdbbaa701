"""Playground: the workbench with everything enabled."""

from lib.ui.panels import bar, workbench
from lib.ui.session import current

s = current()
bar.draw(s)
workbench.draw(s)
