"""How good checker plays are, beside GNU Backgammon's: what they lose by its search, and whole games against its net.

    python benchmarks/strength.py [--decisions 2500] [--plies 0,1,2] [--net FILE] [--levels] [--games 2000]
        [--against 0] [--cubeful] [--peer FILE] [--arbitrate 1296] [--half proof]

This is `sixprime judge` with the depths that the documentation speaks of. The decisions are made once and kept (a
quarter of an hour for the default). Losses are cubeless points for money against the best play by GNU Backgammon's
2-ply search, and so flatter programs that are like it. Its times are those of the run that made the decisions;
benchmarks/decisions.py measures both programs' times in one run.
"""

import argparse
import sys
from pathlib import Path

from rich.console import Console

from sixprime.cli.engine.judge import JudgeOptions, judge_players
from sixprime.core import SixprimeError
from sixprime.languages import catalogue


def main() -> int:
    parser = argparse.ArgumentParser(description="Judge checker plays by GNU Backgammon.")
    parser.add_argument("--decisions", default="2500", help="how many decisions (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="other seeds, other decisions (default: %(default)s)")
    parser.add_argument("--file", type=Path, help="where the decisions are kept (default: the user's cache folder)")
    parser.add_argument("--net", type=Path, action="append", default=[], help="judge this net; may be repeated")
    parser.add_argument("--plies", default="0,1,2", help="depths to look ahead (default: %(default)s)")
    parser.add_argument("--levels", action="store_true", help="judge the levels of the bot as well")
    parser.add_argument("--games", default="0", help="play so many games against gnubg besides")
    parser.add_argument("--against", default="0", help="gnubg's plies in these games, or peer (default: %(default)s)")
    parser.add_argument("--cubeful", action="store_true", help="these games are for money with the cube")
    parser.add_argument("--peer", type=Path, help="the net of another program, as one more player and judge")
    parser.add_argument("--arbitrate", help="roll plays out where players differ, with so many games at most")
    parser.add_argument("--half", help="tuning or proof: count one half of the decisions")
    asked = parser.parse_args()
    try:
        wanted = JudgeOptions.of(
            asked.decisions,
            asked.seed,
            asked.file,
            asked.net,
            asked.plies,
            levels=asked.levels,
            games=asked.games,
            against=asked.against,
            cubeful=asked.cubeful,
            peer=asked.peer,
            arbitrate=asked.arbitrate,
            half=asked.half,
        )
        judge_players(wanted, as_json=False, words=catalogue("en"))
    except SixprimeError as problem:
        Console(stderr=True).print(str(problem), style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
