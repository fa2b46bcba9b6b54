"""Reviews of whole matches beside GNU Backgammon's: errors, luck, time, and who is right where the two differ.

    python benchmarks/analysis.py FOLDER|FILE... [--depths instant,fast,deep] [--plies 2] [--most N]
        [--differing 0.02] [--games 1296] [--check N] [--seconds S] [--keep FOLDER]

Matches are read from the files, written as .mat for GNU Backgammon, and analysed by it at the plies asked for and by us
at each depth, in turns, on one core. (A depth is a name, or like `2+3:0.01-0.1`: two plies, and three for plays that
lose from 0.01 to 0.1.) For each player: what all decisions lost by both, as normalised equities, and the luck by both.
Matches in which GNU Backgammon counts other decisions than we do are named and left out.

Then every decision is rolled out whose loss GNU Backgammon and one of the depths see differently by `--differing` or
more: the play that was made and the best play of each, or both cube actions. What each program says of them is compared
with the rollouts, and `--check` of them are rolled out by GNU Backgammon as well. For each player whom `deep` and GNU
Backgammon charge with sums more than 10 % apart there is a table of the decisions behind it. Everything is kept in a
folder, so that the same command goes on; `--seconds` ends it early. Last, `instant` is timed on a match to 25 points.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.table import Table

from match_arbiters import Analysed, Arbiter, rolled_out_by_gnubg
from match_opinions import Opinion, by_gnubg, by_us, depth_of, made_play, matches_of, never_played, side_of
from sixprime.analysis import DecisionKind, MatchDecision, decisions_of, review
from sixprime.core import Match, Player, SeededDice
from sixprime.engine import Engine

FAR_APART = 0.1
"""Sums that differ by more than this share are explained decision by decision."""
LONG = 25
SHOWN = 12
"""Decisions shown for each of them."""
LEAST_SHOWN = 0.01
"""Smaller differences are not shown."""

KINDS = {
    "all": tuple(DecisionKind),
    "plays": (DecisionKind.PLAY,),
    "cube": (DecisionKind.DOUBLE, DecisionKind.ANSWER),
}
AGREEMENT_COLUMNS = (
    "depth", "decisions", "number", "distance: ours", "gnubg", "ours is nearer", "sum: ours", "gnubg", "rollouts",
)  # fmt: skip

Disputed = tuple[Analysed, MatchDecision]


def counts(opinion: Opinion, never: tuple[int, int] = (0, 0)) -> tuple[int, ...]:
    """Moves, unforced moves and cube decisions of both players."""
    return *opinion.moves, *opinion.unforced, opinion.cube[0] + never[0], opinion.cube[1] + never[1]


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    return statistics.correlation([one for one, _ in pairs], [other for _, other in pairs]) if len(pairs) > 2 else 1.0


def differing(analysed: Analysed, least: float, *depths: str) -> list[MatchDecision]:
    """The decisions whose loss GNU Backgammon and one of the depths see differently; all depths, if none is named."""
    opinions = [analysed.ours[depth] for depth in depths or analysed.ours]
    return [
        decision
        for decision in decisions_of(analysed.match)
        if (theirs := analysed.gnubg.losses.get(decision.event)) is not None
        and any(abs(ours.losses[decision.event] - theirs) >= least for ours in opinions)
    ]


def show_matches(console: Console, everything: list[Analysed], depths: list[str], plies: int) -> None:
    """Errors, luck and time of each match, and what they come to."""
    table = Table(title=f"Equity lost a player, by GNU Backgammon {plies}-ply and by us; luck; seconds")
    for column in ("match", "moves", "gnubg", *depths, "luck: gnubg", "ours", "seconds: gnubg", *depths):
        table.add_column(column, justify="right")
    apart: dict[str, list[float]] = {depth: [] for depth in depths}
    lucks, rolls = [], []
    for one in everything:
        first = one.ours[depths[0]]
        for side in (0, 1):
            table.add_row(
                one.stem[:30],
                str(one.gnubg.moves[side]),
                f"{one.gnubg.error[side]:.3f}",
                *(f"{one.ours[depth].error[side]:.3f}" for depth in depths),
                f"{one.gnubg.luck[side]:+.3f}",
                f"{first.luck[side]:+.3f}",
                *([f"{one.gnubg.seconds:.1f}", *(f"{one.ours[d].seconds:.2f}" for d in depths)] if not side else [""]),
            )
            lucks.append((one.gnubg.luck[side], first.luck[side]))
            for depth in depths:
                apart[depth].append(_apart(one, depth, side))
        rolls += [(luck, first.rolls[event]) for event, luck in one.gnubg.rolls.items() if event in first.rolls]
    console.print(table)
    for depth in depths:
        speed = sum(one.gnubg.seconds for one in everything) / sum(one.ours[depth].seconds for one in everything)
        sevens = [one.gnubg.seconds / one.ours[depth].seconds for one in everything if one.match.length == 7]
        distance = statistics.median(abs(share) for share in apart[depth])
        console.print(
            f"{depth}: errors {distance:.1%} apart (median), {statistics.median(apart[depth]):+.1%} (median with its "
            f"sign); {speed:.1f} times as fast as GNU Backgammon"
            + (f", on 7-point matches {min(sevens):.1f} to {max(sevens):.1f} times" if sevens else "")
        )
    console.print(
        f"luck: correlation of the sums {correlation(lucks):.4f}, of {len(rolls)} rolls {correlation(rolls):.4f}"
    )


def show_agreement(
    console: Console, everything: list[Analysed], depths: list[str], arbiter: Arbiter, least: float
) -> None:
    """How far both programs are from the rollouts, where they differ."""
    table = Table(title=f"Distance from rollouts (mean) where a depth and GNU Backgammon differ by {least} or more")
    for column in AGREEMENT_COLUMNS:
        table.add_column(column, justify="right")
    for label, kinds in KINDS.items():
        for depth in depths:
            row: list[tuple[float, float, float]] = []
            for one in everything:
                for decision in differing(one, least, depth):
                    verdict = arbiter.judge(one, decision, compute=False)
                    if verdict is not None and decision.kind in kinds:
                        said = one.ours[depth].losses[decision.event], one.gnubg.losses[decision.event]
                        row.append((*said, verdict.loss))
            if row:
                ours, theirs = (statistics.fmean(abs(said[who] - said[2]) for said in row) for who in (0, 1))
                nearer = sum(abs(our - truth) < abs(their - truth) for our, their, truth in row)
                sums = (f"{sum(said[who] for said in row):.3f}" for who in range(3))
                table.add_row(depth, label, str(len(row)), f"{ours:.4f}", f"{theirs:.4f}", str(nearer), *sums)
    console.print(table)


def show_check(
    console: Console, disputed: list[Disputed], depths: list[str], arbiter: Arbiter, most: int, folder: Path
) -> None:
    """The decisions that are disputed most, rolled out by GNU Backgammon as well."""
    table = Table(title="What was lost by both programs and by the rollouts of both")
    for column in ("match", "event", "decision", "gnubg", *depths, "our rollout", "gnubg's rollout"):
        table.add_column(column, justify="right")
    for one, decision in disputed:
        verdict = arbiter.judge(one, decision, compute=False)
        if verdict is None or table.row_count >= most:
            continue
        checked = rolled_out_by_gnubg(one, decision, verdict, folder)
        if checked is not None:
            made = made_play(one.match, decision.event)
            table.add_row(
                one.stem[:30], str(decision.event), str(made) if made else decision.action.value,
                f"{one.gnubg.losses[decision.event]:.3f}",
                *(f"{one.ours[depth].losses[decision.event]:.3f}" for depth in depths),
                f"{verdict.loss:.3f} ± {verdict.error:.3f}", f"{checked[0]:.3f} ± {checked[1]:.3f}",
            )  # fmt: skip
    console.print(table)


def show_far_apart(console: Console, everything: list[Analysed], depth: str, arbiter: Arbiter) -> None:
    """For sums that are far apart, the decisions that make it up."""
    for one in everything:
        for side in (0, 1):
            ours, theirs = one.ours[depth].error[side], one.gnubg.error[side]
            if abs(_apart(one, depth, side)) <= FAR_APART:
                continue
            decisions = [
                entry for entry in decisions_of(one.match)
                if entry.event in one.gnubg.losses and side_of(one.match, entry.event) == side
            ]  # fmt: skip
            decisions.sort(key=lambda entry: -abs(_difference(one, depth, entry)))
            name = one.match.names[list(Player)[side]]
            table = Table(title=f"{one.stem}, {name}: {depth} {ours:.3f}, gnubg {theirs:.3f}")
            for column in ("game", "event", "decision", "gnubg", depth, "rollout", "±", "nearer", "rolled out"):
                table.add_column(column, justify="left" if column == "rolled out" else "right")
            shown = decisions[:SHOWN]
            sums = [0.0, 0.0, 0.0]
            for entry in shown:
                verdict = arbiter.judge(one, entry, compute=False)
                said = one.gnubg.losses[entry.event], one.ours[depth].losses[entry.event]
                if verdict is None or abs(said[0] - said[1]) < LEAST_SHOWN:
                    continue
                sums = [sums[0] + said[0], sums[1] + said[1], sums[2] + verdict.loss]
                apart = abs(said[1] - verdict.loss) - abs(said[0] - verdict.loss)
                made = made_play(one.match, entry.event)
                table.add_row(
                    str(entry.game), str(entry.event), str(made) if made else entry.action.value,
                    f"{said[0]:.3f}", f"{said[1]:.3f}", f"{verdict.loss:.3f}", f"{verdict.error:.3f}",
                    "even" if abs(apart) < verdict.error else "ours" if apart < 0 else "gnubg",
                    "; ".join(f"{key} {value:+.3f}" for key, value in verdict.values.items()),
                )  # fmt: skip
            table.add_row("", "", "together", *(f"{value:.3f}" for value in sums), "", "", "")
            console.print(table)


def show_long_match(console: Console) -> None:
    """How long `instant` takes for a match to 25 points that the engine plays against itself, once all is warm."""
    match, dice = Match(length=LONG), SeededDice(2026)
    with Engine(plies=0, threads=1) as engine:
        while match.result is None:
            if match.to_act is None:
                match.open(dice)
            elif event := engine.decide(match):
                match.apply(event)
            else:
                match.roll(dice)
    started = time.process_time()
    made = review(match, "instant", threads=1)
    console.print(
        f"instant: a match to {LONG} points, {len(match.results)} games, {len(made.decisions)} decisions and "
        f"{len(made.rolls)} rolls, in {time.process_time() - started:.2f} seconds of one core"
    )


def _apart(one: Analysed, depth: str, side: int) -> float:
    """By which share our sum of a player's errors is larger than GNU Backgammon's."""
    return one.ours[depth].error[side] / max(one.gnubg.error[side], 0.001) - 1


def _difference(one: Analysed, depth: str, entry: MatchDecision) -> float:
    return one.ours[depth].losses[entry.event] - one.gnubg.losses[entry.event]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--depths", default="instant,fast,deep")
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--most", type=int, default=1000, help="at most so many matches")
    parser.add_argument("--differing", type=float, default=0.02)
    parser.add_argument("--games", type=int, default=1296)
    parser.add_argument("--check", type=int, default=0, help="so many decisions are rolled out by GNU Backgammon, too")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no rollout after so many")
    parser.add_argument(
        "--keep", type=Path, default=platformdirs.user_cache_path("sixprime") / "benchmarks" / "analysis"
    )
    options = parser.parse_args()
    started = time.monotonic()
    depths = options.depths.split(",")
    console = Console(width=180)
    matches = list(matches_of(options.places))[: options.most]
    matches.sort(key=lambda entry: len(entry[1].events))
    for depth in depths:
        by_us("warm", matches[0][1], depth_of(depth), options.keep / "warming")  # everything compiled and loaded
    everything = []
    for stem, match in matches:
        theirs = by_gnubg(stem, match, options.plies, options.keep)
        ours = {depth: by_us(stem, match, depth_of(depth), options.keep) for depth in depths}
        if theirs is None or counts(ours[depths[0]]) != counts(theirs, never_played(match)):
            console.print(f"left out: {stem}: {counts(ours[depths[0]])}, GNU Backgammon {theirs and counts(theirs)}")
            continue
        everything.append(Analysed(stem, match, theirs, ours))
    show_matches(console, everything, depths, options.plies)
    show_long_match(console)
    arbiter = Arbiter(options.games, options.keep)
    disputed = [(one, decision) for one in everything for decision in differing(one, options.differing)]
    disputed.sort(key=lambda entry: -max(abs(_difference(entry[0], depth, entry[1])) for depth in depths))
    for one, decision in disputed:
        if time.monotonic() - started < options.seconds:
            arbiter.judge(one, decision)
    show_agreement(console, everything, depths, arbiter, options.differing)
    show_check(console, disputed, depths, arbiter, options.check, options.keep)
    if "deep" in depths:
        show_far_apart(console, everything, "deep", arbiter)
    arbiter.close()


if __name__ == "__main__":
    main()
