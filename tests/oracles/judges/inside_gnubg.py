"""Runs in the Python inside GNU Backgammon, not in ours: answers a file of questions about legal moves.

A question is a line `position-id die die`, the answer a line `position-id|move|move ...` with all moves in
GNU Backgammon's notation. The files are named by the environment.
"""

import os

import gnubg  # type: ignore[import-not-found]  # exists only there

SETTINGS = (
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    # Move filters drop moves before they are looked at deeper; at no ply at all there is no deeper, and all are listed.
    "set evaluation chequer eval plies 0",
    "new game",
    "set turn 1",
)
MORE_THAN_THERE_ARE = 9999


def answer(line: str) -> str:
    position_id, first, second = line.split()
    gnubg.command(f"set board {position_id}")
    gnubg.command(f"set dice {first} {second}")
    hint = gnubg.hint(MORE_THAN_THERE_ARE)
    return "|".join([hint["gnubgid"].split(":")[0], *(move["move"] for move in hint["hint"])])


def main() -> None:
    for setting in SETTINGS:
        gnubg.command(setting)
    with open(os.environ["QUESTIONS"]) as questions, open(os.environ["ANSWERS"], "w") as answers:  # noqa: PTH123
        for line in questions:
            print(answer(line), file=answers)


main()
