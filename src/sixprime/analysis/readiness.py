"""All steps by which the program is compiled: moves, engine, rollouts and match files. Analyses call nothing else."""

from sixprime.engine import readiness as engine
from sixprime.formats import readiness as formats

STEPS = (engine.STEPS[0], *formats.STEPS, *engine.STEPS[1:])
"""In an order in which two processes are done at about the same time."""
