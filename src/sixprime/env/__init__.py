"""Environments for reinforcement learning: Gymnasium, PettingZoo, and thousands of games at once in NumPy.

    import gymnasium
    import sixprime.env

    env = gymnasium.make("sixprime/Backgammon-v0", opponent="club", length=5, cube=True)

Importing this registers `sixprime/Backgammon-v0`, against an opponent, and `sixprime/BackgammonSelfPlay-v0`, in which
the agent plays both sides; the latter is quick with `gymnasium.make_vec`. `sixprime.env.backgammon_v0` is PettingZoo's,
and `BatchedBackgammon` needs neither library.
"""

from importlib.util import find_spec

from sixprime.env.batches import BatchedBackgammon, BatchState, StepResult
from sixprime.env.observations import encode
from sixprime.env.pubeval import PubevalPlayer, pubeval
from sixprime.env.settings import GameSettings, InvalidSettings

__all__ = [
    "BatchState",
    "BatchedBackgammon",
    "GameSettings",
    "InvalidSettings",
    "PubevalPlayer",
    "StepResult",
    "encode",
    "pubeval",
]


def _register() -> None:
    """Make the environments known to Gymnasium, if it is installed: `pip install "sixprime[env]"`."""
    if find_spec("gymnasium") is None:
        return
    from gymnasium.envs.registration import register, registry

    if "sixprime/Backgammon-v0" in registry:
        return
    register("sixprime/Backgammon-v0", entry_point="sixprime.env.gym_envs:BackgammonEnv")
    register(
        "sixprime/BackgammonSelfPlay-v0",
        entry_point="sixprime.env.gym_envs:BackgammonEnv",
        vector_entry_point="sixprime.env.vectors:BackgammonVectorEnv",
        kwargs={"opponent": "self"},
    )


_register()
