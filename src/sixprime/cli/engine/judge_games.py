"""Games of `sixprime judge`: every player against GNU Backgammon or another net, in pairs with the same dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from sixprime.cli.engine.judging_tables import figures_table, progress_bar
from sixprime.engine.bots.players import MatchPlayer
from sixprime.engine.net.nets import Net
from sixprime.messages import Catalogue, Message, text
from sixprime.peers.gnubg import GnubgOpponent, MatchGnubg
from sixprime.training.judging.decisions import Mover
from sixprime.training.judging.duels import DuelScore, duel
from sixprime.training.judging.gnubg_reference import Gnubg, GnubgMover
from sixprime.training.judging.neutral.cubeful_duels import cubeful_duel, evaluator_player, net_player
from sixprime.training.judging.neutral.look_ahead import EvaluatorMover
from sixprime.training.judging.neutral.peer_nets import PeerNet

if TYPE_CHECKING:
    from sixprime.cli.engine.judge import JudgeOptions

Duel = Callable[[int, int], Iterator[DuelScore]]
"""So many pairs of games with a seed: how the player stands after each pair."""


def play_games(
    wanted: JudgeOptions, players: Mapping[str, Mover], peer: PeerNet | None, console: Console, words: Catalogue
) -> Table:
    """Play the games that are asked for, and tell what each player won."""

    def say(message: Message) -> str:
        return message.in_language(words)

    enemy = None if wanted.against is not None else peer
    opponent = f"gnubg {wanted.against}-ply" if enemy is None else f"{enemy.name} 0-ply"
    title = (
        text("Games for money with the cube against {player}, the same dice for both seatings", player=opponent)
        if wanted.cubeful
        else text("Cubeless games against {player}, the same dice for both seatings", player=opponent)
    )
    table = figures_table(
        say(title), say(text("player")), say(text("games")), say(text("points a game")), say(text("games a second"))
    )
    with ExitStack() as stack, progress_bar(console) as bar:
        duels = (
            _cubeful_duels(wanted, peer, enemy, stack)
            if wanted.cubeful
            else _cubeless_duels(wanted, players, enemy, stack)
        )
        for name, games in duels:
            if name == opponent:
                continue
            task = bar.add_task(name, total=wanted.games)
            started = time.perf_counter()
            score: DuelScore | None = None
            for score in games(wanted.games // 2, wanted.seed):
                bar.update(task, completed=score.games)
            assert score is not None
            pace = score.games / (time.perf_counter() - started)
            points = f"{score.points:+.4f} ±{score.standard_error:.4f}"
            table.add_row(name, f"{score.games:,}", points, f"{pace:.1f}")
    return table


def _cubeless_duels(
    wanted: JudgeOptions, players: Mapping[str, Mover], enemy: PeerNet | None, stack: ExitStack
) -> Iterator[tuple[str, Duel]]:
    """Every player, cubeless."""
    opponent: Mover = (
        GnubgMover(stack.enter_context(Gnubg(wanted.against or 0))) if enemy is None else EvaluatorMover(enemy, 0)
    )
    for name, player in players.items():
        yield name, lambda pairs, seed, player=player: duel(player, opponent, pairs, seed)  # type: ignore[misc]


def _cubeful_duels(
    wanted: JudgeOptions, peer: PeerNet | None, enemy: PeerNet | None, stack: ExitStack
) -> Iterator[tuple[str, Duel]]:
    """Every net at every depth, and the net of another program without looking ahead; levels do not take part."""
    opponent: MatchPlayer = (
        GnubgOpponent(stack.enter_context(MatchGnubg(wanted.against or 0)))
        if enemy is None
        else evaluator_player(enemy)
    )
    players: dict[str, MatchPlayer] = {}
    for path in wanted.nets or (None,):
        net = Net.load(path) if path is not None else None
        name = path.name if path is not None else "sixprime"
        players |= {f"{name} {plies}-ply": net_player(net, plies) for plies in wanted.plies}
    if peer is not None:
        players[f"{peer.name} 0-ply"] = evaluator_player(peer)
    for name, player in players.items():
        yield name, lambda pairs, seed, player=player: cubeful_duel(player, opponent, pairs, seed)  # type: ignore[misc]
