"""Learn: the workbench with a lesson bar."""

from lib.ui.panels import workbench
from lib.ui.session import current

workbench.draw(current())
