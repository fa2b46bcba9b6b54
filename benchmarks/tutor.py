"""How soon the tutor's question appears after the last checker of a play, in milliseconds, measured in the page.

    python benchmarks/tutor.py [--plays N]

A real Chromium plays against the beginner bot on a server of its own, and makes plays that need not be good; a limit
of 0.001 makes the tutor ask about nearly all of them. Half of the plays are made one second after the roll, as a quick
player would, the others in the moment in which the roll is shown, before anything can have been weighed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / part) for part in ("tests", "tests/web")]

from chromium import started_browser  # noqa: E402
from pages_site import Site, Visitor, visiting  # noqa: E402

TURN = "state.phase === 'over' || (state.to_act === 'white' && ['to-roll', 'to-play'].includes(state.phase))"
MEASURE = """async ({ steps, think }) => {
    const board = document.querySelector("backgammon-board");
    const box = document.querySelector(".tutor-question");
    await new Promise((resolve) => setTimeout(resolve, think));
    const began = performance.now();
    board.playSteps(steps);
    return new Promise((resolve) => {
        const look = () => box.hidden || resolve(performance.now() - began);
        new MutationObserver(look).observe(box, { attributes: true });
        look();
        setTimeout(() => resolve(null), 5000);
    });
}"""


def play_on(visitor: Visitor, think: int, wanted: int) -> list[float]:
    """Play matches until so many questions have been measured."""
    times: list[float] = []
    while len(times) < wanted:
        visitor.begin(kind="bot", level="beginner", length=1)
        while len(times) < wanted:
            visitor.wait_for(f"{TURN} || state.phase === 'to-answer-resignation'")
            state: Any = visitor.shown()
            if state["phase"] in ("over", "to-answer-resignation"):
                break
            if state["phase"] == "to-roll":
                visitor.page.evaluate("document.querySelector('backgammon-board').roll()")
                visitor.wait_for(f"state.version > {state['version']} && ({TURN})")
                continue
            hint = "async (match) => (await fetch(`/api/matches/${match}/plays`)).json()"
            plays = visitor.page.evaluate(hint, state["match"])["plays"]
            if len(plays) > 1:
                steps = plays[len(times) % len(plays)]["steps"]
                found = visitor.page.evaluate(MEASURE, {"steps": steps, "think": think})
                if found is not None:
                    times.append(found)
                    visitor.page.keyboard.press("y")
                else:  # it was as good as the best
                    visitor.page.evaluate("document.querySelector('backgammon-board').confirm()")
            visitor.wait_for(f"state.version > {state['version']}")
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plays", type=int, default=40, help="how many plays are measured of each kind")
    wanted = max(parser.parse_args().plays, 2)
    table = Table("a play made", "plays", "p50 ms", "p95 ms")
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        site = Site(Path(folder) / "matches.db")
        site.start()
        with visiting(browser, site) as visitor:
            visitor.choose(tutor=True, speed="off", tutorLimits={"play": 0.001, "cube": 2})
            for label, think in (("at once", 0), ("after a second", 1000)):
                times = play_on(visitor, think, wanted)
                p95 = quantiles(times, n=20, method="inclusive")[-1]
                table.add_row(label, str(len(times)), f"{median(times):.0f}", f"{p95:.0f}")
        site.stop()
    Console().print(table)


if __name__ == "__main__":
    main()
