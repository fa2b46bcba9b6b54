"""Reads SGF files of backgammon as GNU Backgammon writes them: a tree for each game, with comments and analyses."""

from __future__ import annotations

import re

from sixprime.core import Cube, Phase, Player, Position, SixprimeError, State
from sixprime.core.rules import CUBE_CEILING
from sixprime.core.situations import Situation
from sixprime.formats.reading import detail_names
from sixprime.formats.reading.analyses import CheckerAnalysis, CubeAnalysis, ImportedAnalysis
from sixprime.formats.reading.builder import MatchBuilder
from sixprime.formats.reading.imported_plays import ImportedPlays
from sixprime.formats.reading.results import MatchFile
from sixprime.formats.reading.text_files import head_of
from sixprime.formats.sgf.analyses import read_cube, read_others, read_plays, read_review
from sixprime.formats.sgf.points import SetUpBoard, read_hops
from sixprime.formats.sgf.trees import Node, SgfNodes
from sixprime.messages import shown, text

GNUBG, SIXPRIME = "GNU Backgammon", "sixprime"

MAX_SET_UPS = 20_000
"""How many boards a file may set up."""

_SIGNS = re.compile(r"\A[\s\ufeff]*\(\s*;.{0,4000}?G[a-z]{0,20}M[a-z]{0,20}\s*\[\s*6\s*\]", re.DOTALL)
_FACT = re.compile(r"(?<![a-z])([a-z]{1,20}+)\s{0,20}+:\s{0,20}+(-?[0-9]{1,9})", re.IGNORECASE)
_RESULT = re.compile(r"\s*([WB])\s*\+\s*([0-9]{1,9})?", re.IGNORECASE)
_DATE = re.compile(r"\s*([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})")
_PLAYERS = {"W": Player.WHITE, "B": Player.BLACK}
_CUBE_ACTIONS = frozenset({"double", "take", "drop", "beaver", "raccoon"})
_SET_UPS = frozenset({"AE", "AW", "AB", "CV", "CP", "CO"})
_DETAILS = {
    "EV": detail_names.EVENT,
    "RO": detail_names.ROUND,
    "PC": detail_names.PLACE,
    "DT": detail_names.DATE,
    "AN": detail_names.ANNOTATOR,
    "GC": detail_names.COMMENT,
    "WR": detail_names.WHITE_RATING,
    "BR": detail_names.BLACK_RATING,
}


def looks_like_sgf(data: bytes) -> bool:
    """Whether a file begins with a game tree of backgammon."""
    return _SIGNS.match(head_of(data[:8192])) is not None


def read_sgf(data: bytes) -> MatchFile:
    """All matches of a file. Variations, and games other than backgammon, are skipped."""
    reader = _SgfReader()
    nodes = SgfNodes(data)
    for node in nodes:
        reader.read(node)
        if reader.is_full:
            break
    return reader.finish(nodes)


class _SgfReader:
    """Follows the nodes of a file and reports them to a builder."""

    def __init__(self) -> None:
        self.builder = MatchBuilder("sgf")
        self._analysed = ImportedPlays()
        self._match: tuple[object, ...] | None = None
        """What all games of a match have in common."""
        self._game = -1
        self._has_review = False
        """Whether the match has a review of our own: then A and DA alone are only what GNU Backgammon sees of it."""
        self._names: dict[Player, str] = {}
        self._details: dict[str, str] = {}
        self._reads = False
        """Whether the current tree is a game of backgammon."""
        self._set_ups = 0
        self._forget_game()

    def _forget_game(self) -> None:
        self._root: Node | None = None
        self._result: tuple[Player, int | None] | None = None
        self._rules: frozenset[str] = frozenset()
        self._board: SetUpBoard | None = None
        self._cube: Cube | None = None
        self._on_roll: Player | None = None
        self._hint: tuple[Player, Node] | None = None
        """A double right after a set-up: if nobody answers it, it only carries the analysis of the position."""
        self._dice: Node | None = None
        """Dice that were set before anything else: a board may be set up around them."""
        self._has_begun = False
        """Whether anything has happened in the game, apart from its set-up."""

    @property
    def is_full(self) -> bool:
        """Whether a limit is reached, so that reading can stop."""
        return self.builder.is_full or self._set_ups > MAX_SET_UPS

    def read(self, node: Node) -> None:
        self.builder.line = node.line
        if node.is_root:
            self._end_game()
            self._reads = node.first("GM").strip() == "6"
            if not self._reads:
                self.builder.problem(text("a game that is not backgammon is left out"))
                return
            self._begin_game(node)
        if self._reads:
            self._follow(node)

    def finish(self, nodes: SgfNodes) -> MatchFile:
        if nodes.is_cut:
            self.builder.problem(text("the file ends in the middle of a game"))
            self._result = None
        if nodes.is_too_long or self.is_full:
            self.builder.problem(text("the file is too long, and its end is left out"))
        self._end_game()
        return self.builder.finish()

    # Games

    def _begin_game(self, root: Node) -> None:
        facts = _facts(root)
        rules = frozenset(word.lower() for word in re.split(r"[:\s]+", root.first("RU")) if word)
        length = max(facts.get("length", 0), 0)
        names = {Player.WHITE: root.first("PW"), Player.BLACK: root.first("PB")}
        if not self.builder.writer:
            self.builder.writer = root.first("AP").replace(":", " ").strip()[:100]
        common = (length, *names.values())
        number = facts.get("game")
        if self._match != common or (number is not None and number <= self._game):
            self._begin_match(root, length, names, rules)
        self._match = common
        self._game = self._game + 1 if number is None else number
        self._root, self._rules = root, rules
        result = _RESULT.match(root.first("RE"))
        if result is not None:
            self._result = _PLAYERS[result[1].upper()], int(result[2]) if result[2] else None
        score = (facts.get("ws", 0), facts.get("bs", 0)) if facts else None
        value = _cube_value(root.first("CV"))
        crawford: bool | None = "crawfordgame" in rules
        if not crawford and not (self._tells_rules and "crawford" in rules):
            crawford = None
        self.builder.begin_game(score, crawford=crawford, cube=Cube(value) if value else None)

    @property
    def _tells_rules(self) -> bool:
        """Whether the program that wrote the file states every rule in force; other programs leave them out."""
        return self._is_ours or self.builder.writer.startswith(GNUBG)

    @property
    def _is_ours(self) -> bool:
        return self.builder.writer.startswith(SIXPRIME)

    def _begin_match(self, root: Node, length: int, names: dict[Player, str], rules: frozenset[str]) -> None:
        details = {detail: root.first(name) for name, detail in _DETAILS.items() if root.first(name).strip()}
        date = _DATE.match(details.get(detail_names.DATE, ""))
        if date is not None:
            details[detail_names.DATE] = f"{date[1]}-{int(date[2]):02}-{int(date[3]):02}"
        self._names, self._details = names, details
        tells = bool(rules) or self._tells_rules
        self.builder.begin_match(
            length,
            names=names,
            details=details,
            crawford=("crawford" in rules) if length > 1 and tells else None,
            jacoby=("jacoby" in rules) if not length and tells and "nocube" not in rules else None,
            beavers=True if rules & {"beaver", "beavers"} else None,
            cube=False if "nocube" in rules else None,
            start=_start(rules),
        )
        self._game = -1
        self.builder.analyst = root.first("XP").strip()[:100] or ("" if self._is_ours else None)
        self.builder.part.review = read_review(root.texts("XR")) if "XR" in root else None
        self._has_review = self.builder.part.review is not None

    def _end_game(self) -> None:
        """Report the result that the root node states for the game."""
        if self._root is None:
            return
        self._throw_dice()
        if not self._has_begun and (self._board is not None or self._cube is not None):
            self._keep_position(self._root)
            if self._hint is not None:
                self._tell_cube(self._hint[1])
        else:
            self._finish_last_board()
            if self._result is not None and (self._has_begun or self._result[1] is not None):
                self.builder.win(*self._result)
        self._forget_game()

    def _finish_last_board(self) -> None:
        """Set up a board with which the game ends: after a roll, it is how somebody played."""
        if self._has_begun and self._board is not None and self.builder.game_is_running:
            state = self._state
            rolled = state.on_roll if state.phase is Phase.TO_PLAY else None
            player = rolled.opponent if rolled is not None else self._on_roll or state.on_roll
            if player is not None:
                self._finish_set_up(player)

    def _keep_position(self, root: Node) -> None:
        """Keep a tree that only sets up a board as a match of its own."""
        state = self._state
        board = self._board or SetUpBoard(state.rules.start)
        on_roll = self._on_roll or Player.WHITE
        length = state.length
        facts = _facts(root)
        try:
            situation = Situation(
                board.position(on_roll),
                on_roll,
                self._cube or Cube(),
                length=length,
                score=(facts.get("ws", 0), facts.get("bs", 0)),
                crawford="crawfordgame" in self._rules,
                jacoby=None if length else "jacoby" in self._rules,
                cube_limit=None if state.rules.cube else 1,
            )
        except SixprimeError as error:
            self.builder.problem(error.message)
            return
        self.builder.add_situation(situation, self._names, self._details)
        self._match = None

    @property
    def _state(self) -> State:
        return self.builder.part.state

    # Nodes

    def _follow(self, node: Node) -> None:
        if self._hint is not None:
            player, earlier = self._hint
            self._hint = None
            self._turn_cube(earlier, player, "double")
        if not node.values.keys() & _SET_UPS:
            self._throw_dice(before=node)
        self._set_up(node)
        if self.builder.game_is_damaged and self._board is None:
            return
        for name, player in _PLAYERS.items():
            if node.values.get(name):
                self._act(node, player, node.first(name).strip().lower())
                break
        else:
            if "DI" in node:
                self._dice = node
                if self._has_begun:
                    self._throw_dice()
                return
        comment = node.first("C")
        if comment.strip():
            self.builder.comment(comment)

    def _act(self, node: Node, player: Player, action: str) -> None:
        """Report a move or a cube action."""
        if action in _CUBE_ACTIONS:
            if (
                action == "double"
                and ("DA" in node or "XA" in node)
                and not self._has_begun
                and self._board is not None
            ):
                self._on_roll, self._hint = player, (player, node)
            else:
                self._turn_cube(node, player, action)
            return
        hops = read_hops(action[2:], player)
        self._roll(player, action[:2])
        self._tell_cube(node)
        analyses: list[ImportedAnalysis] = [found for found in self._others(node) if isinstance(found, CheckerAnalysis)]
        if not analyses and not self._has_review and self.builder.game_is_running:
            if self._state.phase is Phase.TO_PLAY:
                found = read_plays(node.texts("A"), node.first("LU"), self._state, player, self._analysed)
                analyses = [found] if found is not None else []
        if hops is None:
            self.builder.damage(text("{value} is not a move", value=shown(action)))
            return
        self.builder.play(player, hops)
        for analysis in analyses:
            self.builder.analysis(analysis)

    def _throw_dice(self, before: Node | None = None) -> None:
        """Report dice that have been set, unless the next move states them as well."""
        node, player, self._dice = self._dice, self._on_roll, None
        if node is None or player is None:
            return
        dice = node.first("DI").strip()[:2]
        move = before.first("W" if player is Player.WHITE else "B").strip() if before is not None else ""
        if sorted(move[:2]) != sorted(dice):
            self._roll(player, dice)
            self._tell_cube(node)
            self._tell_luck(node, player)
        if node.first("C").strip():
            self.builder.comment(node.first("C"))

    def _turn_cube(self, node: Node, player: Player, action: str) -> None:
        self._finish_set_up(player)
        done = {
            "double": self.builder.double,
            "take": self.builder.take,
            "drop": self.builder.drop,
            "beaver": self.builder.beaver,
            "raccoon": self.builder.raccoon,
        }[action]
        done(player)
        self._tell_cube(node)

    def _roll(self, player: Player, dice: str) -> None:
        self._finish_set_up(player)
        state = self._state
        is_rolled = self.builder.game_is_running and state.phase is Phase.TO_PLAY and state.on_roll is player
        if is_rolled and state.roll is not None and sorted(dice) == sorted(f"{state.roll.first}{state.roll.second}"):
            return
        self.builder.roll(player, dice)

    def _others(self, node: Node) -> list[ImportedAnalysis]:
        """The analyses of a node that our own property has."""
        return read_others(node.texts("XA")) if "XA" in node and not self._analysed.is_full else []

    def _tell_cube(self, node: Node) -> None:
        others = [found for found in self._others(node) if isinstance(found, CubeAnalysis)]
        if others and not self.builder.game_is_damaged:
            for found in others:
                self.builder.analysis(found)
        elif "DA" in node and not self._has_review and not self.builder.game_is_damaged:
            analysis = read_cube(node.first("DA"), is_match=self._state.length is not None)
            if analysis is not None:
                self.builder.analysis(analysis)

    def _tell_luck(self, node: Node, player: Player) -> None:
        """Report the analysis of a roll that was not played, of which mostly only the luck is known."""
        others = [found for found in self._others(node) if isinstance(found, CheckerAnalysis)]
        if others and self.builder.game_is_running:
            for found in others:
                self.builder.analysis(found)
        elif "LU" in node and not self._has_review and self.builder.game_is_running:
            analysis = read_plays((), node.first("LU"), self._state, player, self._analysed)
            if analysis is not None:
                self.builder.analysis(analysis)

    # Set-ups

    def _set_up(self, node: Node) -> None:
        """Note what a node sets up; it takes effect at the next action."""
        if "PL" in node:
            self._on_roll = _PLAYERS.get(node.first("PL").strip()[:1].upper(), self._on_roll)
        if "AE" in node or "AW" in node or "AB" in node:
            self._set_ups += 1
            if self._board is None:
                self._board = SetUpBoard(self._white_view())
            self._board.clear(node.texts("AE"))
            self._board.add(node.texts("AW"), Player.WHITE)
            self._board.add(node.texts("AB"), Player.BLACK)
        if node.is_root:
            return
        value = _cube_value(node.first("CV"))
        owner = (node.first("CP") or node.first("CO")).strip().lower()[:1]
        if value is not None or owner in ("c", "w", "b"):
            standing = self._cube or (self._state.cube if self._has_begun else Cube())
            keeps = (
                standing.owner if owner not in ("c", "w", "b") else {"w": Player.WHITE, "b": Player.BLACK}.get(owner)
            )
            self._cube = Cube(value or standing.value, keeps)

    def _white_view(self) -> Position:
        state = self._state
        if not self._has_begun:
            return state.rules.start
        return state.position.flipped() if state.on_roll is Player.BLACK else state.position

    def _finish_set_up(self, player: Player) -> None:
        """Set up the board that has been noted, before an action."""
        board, cube = self._board, self._cube
        begun, self._has_begun = self._has_begun, True
        self._board = self._cube = None
        if board is None:
            if cube is None or cube == (self._state.cube if begun else Cube()):
                return
            board = SetUpBoard(self._white_view())
        try:
            position = board.position(player)
        except SixprimeError as error:
            self.builder.damage(error.message)
            return
        if cube is not None and cube.value == 1:
            cube = Cube()
        self.builder.set_up(position, player, cube)


def _facts(root: Node) -> dict[str, int]:
    """Length, number of the game and score from the match information of a root node."""
    return {found[1].lower(): int(found[2]) for value in root.texts("MI") for found in _FACT.finditer(value)}


def _cube_value(written: str) -> int | None:
    """The value of a cube; None if it is not valid."""
    digits = written.strip()
    if not re.fullmatch(r"[0-9]{1,8}", digits):
        return None
    value = int(digits)
    return value if 1 <= value <= CUBE_CEILING and value & (value - 1) == 0 else None


def _start(rules: frozenset[str]) -> Position | None:
    if "nackgammon" in rules:
        return Position.nackgammon()
    for checkers in (1, 2, 3):
        if f"hypergammon{checkers}" in rules:
            return Position.hypergammon(checkers)
    return None
