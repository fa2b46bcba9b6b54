"""Analyses in the database: jobs and their leases, what they have found, comments of players, notes of the tutor."""

from sixprime.server.store.analyses.comments import Comments
from sixprime.server.store.analyses.jobs import AnalysisJob, JobState, JobStore, JobSubject
from sixprime.server.store.analyses.results import ResultStore
from sixprime.server.store.analyses.tutor_notes import TutorNote, TutorNotes

__all__ = ["AnalysisJob", "Comments", "JobState", "JobStore", "JobSubject", "ResultStore", "TutorNote", "TutorNotes"]
