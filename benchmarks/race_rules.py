"""How good the rules of thumb for doubling in a race are: on the races of the drill, beside the engine.

    python benchmarks/race_rules.py [--races 200] [--plies 1]

For each level of the drill it prints how often Keith's count and Trice's rule 62 choose an action that loses no more
than 0.02 by the engine, and what their actions lose on average; always doubling, with a take, stands beside them.
"""

from __future__ import annotations

import argparse
from statistics import fmean

from sixprime import Engine
from sixprime.core.situations import Situation
from sixprime.practice.drills import LEVELS, Drill, make_problem
from sixprime.practice.drills.race_formulas import RaceAction, keith_count, rule_62
from sixprime.practice.drills.races import GOOD_ENOUGH, loss_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=200, help="races of each level")
    parser.add_argument("--plies", type=int, default=1)
    options = parser.parse_args()
    print(f"{'level':>5}  {'Keith':>14}  {'rule 62':>14}  {'always double':>14}   (good enough, mean loss)")
    with Engine(plies=options.plies, threads=1) as engine:
        for level in range(1, LEVELS + 1):
            losses: dict[str, list[float]] = {"keith": [], "rule 62": [], "always": []}
            for seed in range(options.races):
                position = make_problem(Drill.RACE, seed, level, engine).position
                assert position is not None
                decision = engine.analyse(Situation(position)).cube
                assert decision is not None
                losses["keith"].append(loss_of(decision, keith_count(position).action()))
                losses["rule 62"].append(loss_of(decision, rule_62(position).action()))
                losses["always"].append(loss_of(decision, RaceAction.DOUBLE_TAKE))
            cells = [
                f"{fmean(loss <= GOOD_ENOUGH for loss in found):>7.1%} {fmean(found):.4f}" for found in losses.values()
            ]
            print(f"{level:>5}  " + "  ".join(f"{cell:>14}" for cell in cells))


if __name__ == "__main__":
    main()
