"""Analyses of matches and positions: jobs that processes claim and work at in the background, and who watches them."""

from sixprime.server.live.analyses.analyses import Analyses
from sixprime.server.live.analyses.contents import FoundDecision
from sixprime.server.live.analyses.kept_contents import AnalysedMatch

__all__ = ["AnalysedMatch", "Analyses", "FoundDecision"]
