"""Analyses in the database: jobs and their leases, what they have found, and comments that players write."""

from sixprime.server.store.analyses.comments import Comments
from sixprime.server.store.analyses.jobs import AnalysisJob, JobState, JobStore, JobSubject
from sixprime.server.store.analyses.results import ResultStore

__all__ = ["AnalysisJob", "Comments", "JobState", "JobStore", "JobSubject", "ResultStore"]
