"""docs/formats.md: its examples run, its commands exist, and its tables say what is true."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from formats.places import FIXTURES, ROOT
from formats.random_matches import with_illegal_play
from sixprime import (
    NAMED_STARTS,
    STANDARD,
    BearOff,
    Cube,
    Match,
    OpeningTie,
    Player,
    Position,
    Roll,
    RuleSet,
    SixprimeError,
    TripleWin,
    Win,
)
from sixprime.analysis import review
from sixprime.analysis.file_reviews import review_in, with_review
from sixprime.core.match import events as ev
from sixprime.formats.match_files import FORMATS, WRITERS, ReadMatch, read_match_bytes, read_match_file, write_match
from sixprime.formats.reading import CheckerAnalysis, CubeAnalysis, FileChances, ImportedAnalysis, ImportedPlay

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
WHITE, BLACK = Player.WHITE, Player.BLACK
EXTENSIONS = (".mat", ".sgf", ".json")
MONEY = STANDARD.replace(jacoby=False, beavers=True, raccoons=True)
AUTOMATIC = STANDARD.replace(opening_tie=OpeningTie.AUTOMATIC_DOUBLE, automatic_double_limit=1)
CHANCES = FileChances(0.5, 0.25, 0.125, 0.25, 0.125)

Look = Callable[[ReadMatch], object]
Row = list[tuple[Match | ReadMatch, Look]]


def played(rules: RuleSet = STANDARD, length: int | None = 5, details: dict[str, str] | None = None) -> Match:
    match = Match(rules, length=length, names={WHITE: "Anna", BLACK: "Béla"}, details=details)
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    match.apply(ev.Rolled(BLACK, Roll(1, 6)))
    match.play([(13, 7), (8, 7)])
    return match


def after(match: Match, *actions: str | Win) -> Match:
    """The match after some actions, and one more roll if the game goes on."""
    for action in actions:
        if isinstance(action, Win):
            match.resign(action)
        else:
            getattr(match, action)()
    if match.to_act is WHITE:
        match.apply(ev.Rolled(WHITE, Roll(2, 1)))
        match.play([(13, 11), (6, 5)])
    return match


def set_up(play: bool) -> Match:
    match = Match(length=5)
    match.set_up(Position.of({6: 3, 8: 2}, {5: 4}), WHITE, cube=Cube(2, BLACK), score=(1, 2))
    if play:
        match.apply(ev.Rolled(WHITE, Roll(2, 1)))
        match.play(next(iter(match.legal_plays)))
    return match


def started(start: Position) -> Match:
    match = Match(STANDARD.replace(start=start), length=5)
    match.apply(ev.OpeningRolled(3, 1))
    match.play(next(iter(match.legal_plays)))
    return match


def with_tie(rules: RuleSet, length: int | None) -> Match:
    match = Match(rules, length=length)
    match.apply(ev.OpeningRolled(2, 2))
    match.apply(ev.OpeningRolled(3, 1))
    match.play([(8, 5), (6, 5)])
    return match


def analysed(number: int, analysis: ImportedAnalysis, length: int | None = 5) -> ReadMatch:
    return ReadMatch(played(length=length), {}, {number: (analysis,)})


def events(read: ReadMatch) -> object:
    return read.match.events


def details(read: ReadMatch) -> object:
    return read.match.details


def rules(read: ReadMatch) -> object:
    return read.match.rules


def start(read: ReadMatch) -> object:
    return read.match.rules.start


def unplayed() -> Match:
    match = played()
    match.apply(ev.Rolled(WHITE, Roll(2, 1)))
    return match


WEIGHED = CheckerAnalysis((ImportedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.25, CHANCES, "2-ply", 2),), 0)
CUBE = CubeAnalysis(0.5, 0.25, 1.0, CHANCES, CHANCES, None, "2-ply", 2)
KNOWN_DETAILS = ({"event": "x"}, {"round": "2"}, {"date": "2024-01-02"}, {"annotator": "x"}, {"rating of white": "9"})
ROWS: dict[str, Row] = {
    "names": [(played(), lambda read: read.match.names)],
    "event, round, date, annotator, ratings": [(played(details=detail), details) for detail in KNOWN_DETAILS],
    "place": [(played(details={"place": "x"}), details)],
    "site, time, match id, details by any other name": [
        (played(details={name: "x"}), details) for name in ("site", "time", "match id", "shoes")
    ],
    "plays, dice in the order in which they fell": [(played(), events)],
    "doubles, takes, drops, beavers, raccoons": [
        (after(played(), "double", "take"), events),
        (after(played(), "double", "drop"), events),
        (after(played(MONEY, None), "double", "beaver", "raccoon", "take"), events),
    ],
    "resignations that were accepted": [(after(played(), Win.GAMMON, "accept"), events)],
    "resignations that were declined": [(after(played(), Win.GAMMON, "decline"), events)],
    "ties of the opening roll": [(with_tie(STANDARD, 5), events)],
    "cube after automatic doubles": [(with_tie(AUTOMATIC, None), lambda read: read.match.state.cube)],
    "a roll that nobody played": [(unplayed(), events)],
    "games that begin from a given position": [(set_up(True), events)],
    "illegal plays that were let stand": [(with_illegal_play(seed), events) for seed in (1, 2)],
    "a position from which nobody has played": [(set_up(False), events)],
    "that a money session was ended": [(after(played(length=None), Win.SINGLE, "accept", "end"), events)],
    "Crawford rule, Jacoby rule, beavers, no cube": [
        (played(STANDARD.replace(crawford=False)), rules),
        (played(STANDARD.replace(jacoby=True), None), rules),
        (played(STANDARD.replace(beavers=True), None), rules),
        (played(STANDARD.replace(cube=False)), rules),
    ],
    "highest cube": [(played(STANDARD.replace(cube_limit=64)), rules)],
    "raccoons allowed, automatic doubles, stake, bearing off, triple wins": [
        (played(MONEY, None), rules),
        (played(AUTOMATIC, None), rules),
        (played(STANDARD.replace(stake=Decimal(5)), None), rules),
        (played(STANDARD.replace(bear_off=BearOff.EXACT_ONLY)), rules),
        (played(STANDARD.replace(triple_win=TripleWin.OUTSIDE_HOME)), rules),
    ],
    "Nackgammon, Hypergammon": [(started(NAMED_STARTS[name]), start) for name in ("nackgammon", "hypergammon")],
    "Longgammon as the start of all games": [(started(NAMED_STARTS["longgammon"]), start)],
    "any other start of all games": [(started(Position.of({24: 2, 6: 13}, {24: 2, 6: 13})), start)],
    "comments": [(ReadMatch(played(), {1: "good"}), lambda read: read.comments)],
    "analyses of plays": [(analysed(1, WEIGHED), lambda read: list(read.analyses))],
    "analyses of the cube, equities in money play": [(analysed(2, CUBE, None), lambda read: bool(read.analyses))],
    "analyses of the cube, equities in a match": [(analysed(2, CUBE), lambda read: bool(read.analyses))],
    "our own review": [
        (with_review(ReadMatch(match), review(match, "instant", threads=1)), lambda read: review_in(read) is not None)
        for match in (played(), with_tie(STANDARD, 5))
    ],
}


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the first table after a heading."""
    lines = [line for line in PAGE.partition(heading)[2].partition("\n## ")[0].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return {name: rest for name, *rest in cells}


WRITTEN = table("## What is written, and what comes back\n")


def comes_back(row: Row, extension: str) -> set[bool]:
    kept = set()
    for what, look in row:
        read = what if isinstance(what, ReadMatch) else ReadMatch(what)
        try:
            again = read_match_bytes(write_match(read, extension).encode()).matches[0]
        except SixprimeError:
            kept.add(False)
        else:
            kept.add(look(again) == look(read))
    return kept


def test_the_table_has_every_row() -> None:
    assert set(WRITTEN) == set(ROWS)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("extension", EXTENSIONS)
def test_the_table_of_what_is_written_is_true(row: str, extension: str) -> None:
    told = WRITTEN[row][EXTENSIONS.index(extension)].startswith("yes")
    assert comes_back(ROWS[row], extension) == {told}


def test_positions_of_other_starts_come_back_all_the_same() -> None:
    for match in (started(NAMED_STARTS["longgammon"]), started(Position.of({24: 2, 6: 13}, {24: 2, 6: 13}))):
        for extension in EXTENSIONS:
            assert read_match_bytes(write_match(match, extension).encode()).match.position == match.position


def test_every_format_is_named() -> None:
    for known in FORMATS:
        assert any(f"`{extension}`" in PAGE for extension in known.extensions) or f"`{known.name}`" in PAGE
    assert all(f"`{writer.name}`" in PAGE for writer in WRITERS)


# Of each kind that is read, files that show what is kept.
READ = {
    "`.mat`, `.txt`": ["matchfiles/gnubg.mat"],
    "`.sgf`": ["sgf/club_evening.sgf"],
    "`.json`": ["matchfiles/gnubg.json", "records/analysed.json"],
    "`.xg`, `.xgp`": ["others/evening.xg"],
    "`.bgf`": ["others/evening.bgf"],
    "Snowie": ["others/positions.txt"],
    "`oldmoves`": ["others/evening.fibs"],
    "`.gam`": ["others/session.gam"],
    "`.pos`": ["others/study.pos"],
    "`board`": ["positions/xg-plays-en.txt"],
}


@pytest.mark.parametrize("kind", READ)
def test_the_table_of_what_is_read_is_true(kind: str) -> None:
    names, plays, results, other, comments, analyses = table("## What is read\n")[kind]
    matches = [read for name in READ[kind] for read in read_match_file(FIXTURES / name).matches]
    assert names == "yes"
    assert any(any(read.match.names.values()) for read in matches)
    assert plays.startswith("yes") is any(
        isinstance(event, ev.Played) for read in matches for event in read.match.events
    )
    assert results.startswith("yes") is any(read.match.results for read in matches)
    assert other == "yes" or not any(read.match.details for read in matches)
    assert comments == "yes" or not any(read.comments for read in matches)
    assert analyses == "yes" or not any(read.analyses for read in matches)


def test_the_dialects_have_their_fixtures() -> None:
    dialects = {path.stem.split("-")[0] for path in (FIXTURES / "matchfiles").iterdir()} - {"nackgammon", "hypergammon"}
    told = (
        PAGE[PAGE.index("The dialects of") :].lower().replace("gnu backgammon", "gnubg").replace("extreme gammon", "xg")
    )
    assert all(dialect in told for dialect in dialects)


def test_commands_exist() -> None:
    from sixprime.cli.app import COMMANDS

    commands = re.findall(r"^    sixprime (\w+)", PAGE, re.MULTILINE)
    assert set(commands) == {"info", "show", "convert"}
    assert set(commands) <= set(COMMANDS)
