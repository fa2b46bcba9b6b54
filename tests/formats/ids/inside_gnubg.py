"""Runs in the Python inside GNU Backgammon, not in ours: says what it makes of ids, and which ids it would write.

A question is a line of JSON: either `set`, a command that sets up an id, or `board`, `cube` and `position`, what an
id has to say in GNU Backgammon's own terms. The answer is a line of JSON with all of these and the `id`.
"""

import json
import os
from typing import Any

import gnubg  # type: ignore[import-not-found]  # exists only there

SETTINGS = (
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "new session",
)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    if "set" not in question:
        cube = {**gnubg.cubeinfo(), **question["cube"], "score": tuple(question["cube"]["score"])}
        position = {**gnubg.posinfo(), **question["position"], "dice": tuple(question["position"]["dice"])}
        return {"id": gnubg.gnubgid(question["board"], cube, position)}
    gnubg.command(question["set"])
    return {
        "id": gnubg.gnubgid(),
        "board": gnubg.board(),
        "cube": gnubg.cubeinfo(),
        "position": gnubg.posinfo(),
    }


def main() -> None:
    for setting in SETTINGS:
        gnubg.command(setting)
    with open(os.environ["QUESTIONS"]) as questions, open(os.environ["ANSWERS"], "w") as answers:  # noqa: PTH123
        for line in questions:
            print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


main()
