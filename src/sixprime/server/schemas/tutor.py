"""What the tutor says about an action before it is taken, to the holder of the seat alone."""

from __future__ import annotations

from typing import Literal

from sixprime.server.matches.commands import ActionName
from sixprime.server.schemas.analyses import DecisionKindName, LuckMarkName, MarkName
from sixprime.server.schemas.base import AnswerModel, ChancesAnswer, Side, Step
from sixprime.server.schemas.studies import CubeDecisionAnswer, PlayHintAnswer, RankedActionAnswer

AdviceStage = Literal["weigh", "ask", "show"]
"""Whether an action is only weighed, the player is asked to look again, or wants to see what is better."""


class BetterChoiceAnswer(AnswerModel):
    """What is better than the action, and why; only where it is to be shown."""

    action: ActionName
    """`decline` beside a resignation means to play on"""
    words: str
    """the action in words; a play in its notation"""
    steps: list[Step] | None
    """of a play"""
    reasons: list[str]
    """why it is better, the most important first; none where nothing measured explains it"""
    plays: list[PlayHintAnswer] | None
    """the best plays and the one that was chosen, the best one first; `null` without a roll"""
    actions: list[RankedActionAnswer] | None
    """what else may be done, the best first; `null` with a roll and beside a resignation"""
    decision: CubeDecisionAnswer | None
    """the cube decision of the player on roll, for a double and the answer to one"""


class ChoiceAdviceAnswer(AnswerModel):
    """An action that is about to be taken, from the view of who decides."""

    kind: DecisionKindName
    action: ActionName
    forced: bool
    """whether there is nothing else to do"""
    lost: float
    """how much less than the best action it is worth, as a normalised equity"""
    mark: MarkName
    chances: ChancesAnswer
    """after the play; of other actions, as the position stands"""
    better: BetterChoiceAnswer | None
    """`null` unless it is to be shown and there is something better"""


class AdviceAnswer(AnswerModel):
    """What the tutor says."""

    version: int
    player: Side
    """who decides"""
    plies: int
    """how far it looked ahead"""
    forced: bool
    """whether there is only one thing to do, or none"""
    luck: float | None
    """of the roll on the table, as a normalised equity; `null` without one"""
    luck_mark: LuckMarkName | None
    chances: ChancesAnswer
    """of the player if the best is done"""
    choice: ChoiceAdviceAnswer | None
    """what was asked about; `null` if that was nothing, or decides nothing"""


class FirstChoiceAnswer(AnswerModel):
    """What a player had chosen when the tutor asked to look again."""

    action: ActionName
    words: str
    """in the client's language; a play in its notation"""
    lost: float
    """what it would have lost, by the tutor"""
    changed: bool
    """whether something else was done in the end"""
    shown: bool
    """whether the player had the answer shown"""
