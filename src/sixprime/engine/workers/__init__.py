"""Where pieces of work are done: threads of this machine, or a Ray cluster. The results are the same."""

from sixprime.engine.workers.clusters import RayCluster
from sixprime.engine.workers.jobs import Plan, Result, Work, Workers, WorkersProblem
from sixprime.engine.workers.threads import Alone, Threads

__all__ = ["Alone", "Plan", "RayCluster", "Result", "Threads", "Work", "Workers", "WorkersProblem"]
