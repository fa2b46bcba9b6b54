"""Runs in the Python inside GNU Backgammon, not in ours: sets up ids and shows its board for each.

A question is a line of JSON: commands to run before the board is shown. Each answer follows its number in a line.
"""

import json
import os
import sys

import gnubg  # type: ignore[import-not-found]  # exists only there

SETTINGS = (
    "set player 0 human",
    "set player 1 human",
    "set player 0 name Anna",
    "set player 1 name Bela",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic crawford off",
    "set confirm new off",
    "set beavers 3",
    "set display off",
    "new session",
)


def main() -> None:
    for setting in SETTINGS:
        gnubg.command(setting)
    with open(os.environ["QUESTIONS"]) as questions:  # noqa: PTH123
        for number, line in enumerate(questions):
            for command in json.loads(line):
                gnubg.command(command)
            print(f"=== {number} ===")
            sys.stdout.flush()
            gnubg.command("show board")
            print("=== end ===")
            sys.stdout.flush()


main()
