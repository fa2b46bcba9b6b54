"""When the server serves, all that a play or its refusal needs is compiled: nothing of it may stop the others."""

import subprocess
import sys
import textwrap

PROGRAM = """
from random import Random
from sixprime import BearOff, Match, RuleSet, SeededDice, SixprimeError
from sixprime.compiled import moves as kernels
from sixprime.compiled import turn_graphs as turn_kernels
from sixprime.core.turn_graphs import turn_graph
from sixprime.engine.readiness import prepare_moves

def compiled():
    modules = (kernels, turn_kernels)
    return {name for module in modules for name, it in vars(module).items() if getattr(it, "signatures", None)}

prepare_moves()
before = compiled()
chance, dice = Random(2), SeededDice(5)
for number in range(6):
    match = Match(RuleSet(bear_off=list(BearOff)[number % 3]))
    while match.state.game == 1:
        if match.to_act is None:
            match.open(dice)
        elif match.state.roll is None:
            match.roll(dice)
        else:
            for _ in range(3):
                try:
                    match.turn().play_of([(chance.randint(0, 25), chance.randint(0, 24)) for _ in range(3)])
                except SixprimeError:
                    pass
            turn_graph(match.position, match.state.roll, match.rules)
            turn = match.turn()
            while turn.next_steps:
                turn = turn.step(chance.choice(turn.next_steps))
            match.play(turn.play())
print(sorted(compiled() - before))
"""


def test_nothing_is_compiled_later() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)], capture_output=True, text=True, timeout=300, check=False
    )
    assert (ran.stdout.strip(), ran.returncode) == ("[]", 0), ran.stderr
