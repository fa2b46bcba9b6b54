"""sixprime's answers beside the judges': what must be equal, and how a difference is reported."""

from collections.abc import Iterable
from random import Random

from judges import brute_force
from judges.boards import Board, Question
from judges.brute_force import PlainStep
from sixprime import STANDARD, BearOff, Play, Position, Roll, RuleSet, Step, Turn
from sixprime.core.movegen import PlayTable, to_board

RULES = {bear_off.value: STANDARD.replace(bear_off=bear_off) for bear_off in BearOff}
TABLE = PlayTable()


class Disagreement(AssertionError):
    """sixprime and a judge do not agree. The message can be pasted to look at the position again."""

    @classmethod
    def about(cls, question: Question, problem: str, rule: str) -> "Disagreement":
        rules = "" if rule == "standard" else f", RuleSet(bear_off=BearOff({rule!r}))"
        return cls(
            f"{problem}\nin {position_of(question)!r}.legal_plays({question.dice}{rules})\n{position_of(question)}"
        )


def position_of(question: Question) -> Position:
    return Position(question.board, question.checkers)


def check_results(
    question: Question, judged: Iterable[Board], judge: str, rules: RuleSet = STANDARD
) -> tuple[Play, ...]:
    """The positions that sixprime's plays lead to are those of the judge, each once. Returns the plays."""
    plays = tuple(position_of(question).legal_plays(question.dice, rules))
    found = {play.result.points for play in plays}
    expected = set(judged)
    rule = rules.bear_off.value
    if missing := expected - found:
        raise Disagreement.about(question, f"{judge} also reaches {sorted(missing)[0]} ({len(missing)} such)", rule)
    if surplus := found - expected:
        raise Disagreement.about(question, f"{judge} does not reach {sorted(surplus)[0]} ({len(surplus)} such)", rule)
    # `legal_plays` would hide a result that the kernel lists twice, but random games would choose it twice as often.
    listed = TABLE.fill(to_board(position_of(question)), Roll(*question.dice), rules.bear_off)
    if not len(plays) == listed == len(found):
        problem = f"{len(plays)} plays and {listed} rows of the kernel for {len(found)} positions"
        raise Disagreement.about(question, problem, rule)
    if any(play.result.checkers != question.checkers or play.position != position_of(question) for play in plays):
        raise Disagreement.about(question, "a play does not know where it starts, or with how many checkers", rule)
    return plays


def _plain(step: Step) -> PlainStep:
    return PlainStep(step.source, step.target, step.die, step.hit)


def check_steps(question: Question, plays: Iterable[Play], rules: RuleSet = STANDARD) -> None:
    """The steps of each play can be made one by one with the dice of the roll, and lead to the play's result."""
    rule = rules.bear_off.value
    for play in plays:
        board = question.board
        left = brute_force.dice_to_play(question.dice)
        for step in play.steps:
            if step.die not in left:
                raise Disagreement.about(question, f"{play} plays a {step.die} that is not there: {play!r}", rule)
            if _plain(step) not in brute_force.possible_steps(board, step.die, rule):
                raise Disagreement.about(question, f"{step!r} cannot be made in {play!r}", rule)
            board = brute_force.after(board, _plain(step))
            left = brute_force.without(left, step.die)
        if board != play.result.points:
            raise Disagreement.about(question, f"the steps of {play!r} lead to {board}", rule)


def check_by_brute_force(question: Question, rule: str) -> int:
    """Everything about the plays of one roll, under one bear-off rule. Returns how many plays there are."""
    expected = brute_force.legal_results(question.board, question.dice, rule)
    plays = check_results(question, expected, "brute force", RULES[rule])
    check_steps(question, plays, RULES[rule])
    return len(plays)


def check_turn(question: Question, rule: str, seed: int) -> int:
    """A turn offers at each moment the steps that begin or continue a legal order, and nothing else.

    One way through the turn is taken at random. Returns how many offers were compared.
    """
    random = Random(seed)
    sequences = brute_force.legal_sequences(question.board, question.dice, rule)
    turn = Turn(position_of(question), Roll(*question.dice), RULES[rule])
    compared = 0
    while True:
        made = tuple(map(_plain, turn.steps))
        depth = len(made)
        expected = {sequence[depth] for sequence in sequences if len(sequence) > depth and sequence[:depth] == made}
        offered = turn.next_steps
        compared += 1
        if set(map(_plain, offered)) != expected or len(offered) != len(expected):
            raise Disagreement.about(question, f"after {made} offered: {offered}, expected: {sorted(expected)}", rule)
        if turn.is_complete != (made in sequences):
            raise Disagreement.about(question, f"after {made} the turn is complete: {turn.is_complete}", rule)
        if turn.is_complete:
            break
        turn = turn.step(random.choice(offered))
    board = question.board
    for step in turn.steps:
        board = brute_force.after(board, _plain(step))
    if turn.play().result.points != board:
        raise Disagreement.about(question, f"the steps of {turn.play()!r} lead to {board}", rule)
    return compared
