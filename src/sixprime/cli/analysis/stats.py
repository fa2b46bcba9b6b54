"""`sixprime stats`: one player over many matches, in tables or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sixprime.analysis.depths import depth_named
from sixprime.analysis.figures import CubeError, band_of
from sixprime.analysis.profiles import (
    Names,
    Profile,
    ProfiledMatch,
    ReviewedMatch,
    Share,
    most_frequent_name,
    profile_of,
)
from sixprime.cli.analysis.analyse import SOME_FAILED
from sixprime.cli.analysis.runs import ReviewPlan, read_matches, review_matches
from sixprime.cli.shared.match_files import plain, plain_path
from sixprime.cli.shared.options import BadOption, whole_number
from sixprime.cli.shared.tables import figure, print_table
from sixprime.messages import Catalogue, Message, text

SHOWN_OPENINGS = 12
SHOWN_OPPONENTS = 20


@dataclass(frozen=True, slots=True)
class StatsOptions:
    """The options of `sixprime stats` as typed."""

    player: str | None = None
    aliases: Sequence[str] = ()
    depth: str = "fast"
    threads: str | None = None
    ray: str | None = None
    as_json: bool = False


def show_stats(places: Sequence[Path], options: StatsOptions, words: Catalogue) -> int:
    """Analyse all matches in files and folders, and show how one player has done in them."""
    depth = depth_named(options.depth)
    threads = None if options.threads is None else whole_number("--threads", options.threads, 1, 1024)
    for alias in options.aliases:
        if not all(part.strip() for part in alias.partition("=")):
            raise BadOption(text("--alias is written like NAME=OTHER, not {value}", value=alias))
    plan = ReviewPlan(depth, threads, options.ray, only_current=True)
    names = Names.of(options.aliases)
    errors = Console(stderr=True, highlight=False, emoji=False)
    matches, failed = read_matches(files_in(places), errors, words, forgiving=True)
    wanted = options.player
    if wanted is not None:
        matches = [one for one in matches if any(names.same(wanted, name) for name in one.match.names.values())]
    if not matches:
        raise BadOption(
            text("there are no matches here")
            if wanted is None
            else text("there is no match of {player} here", player=plain(wanted))
        )
    reviewed = [
        ReviewedMatch(entry.label, entry.match, made)
        for entry, made in review_matches(matches, plan, errors, words)
        if made.is_complete
    ]
    profile = profile_of(wanted or most_frequent_name(reviewed, names), reviewed, names)
    if options.as_json:
        print(json.dumps(profile_json(profile, options.depth), ensure_ascii=False))
    else:
        _show(profile, words)
    return SOME_FAILED if failed else 0


def files_in(places: Sequence[Path]) -> list[Path]:
    """The files, and those in the folders and below."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            found += sorted(path for path in place.rglob("*") if path.is_file() and not path.name.startswith("."))
        elif place.exists():
            found.append(place)
        else:
            raise BadOption(text("there is no file or folder {path}", path=plain_path(place)))
    return found


def profile_json(profile: Profile, depth: str) -> dict[str, object]:
    """The profile for programs, always with the same fields."""
    return {
        "name": profile.name,
        "depth": depth,
        "matches": [
            {
                "file": entry.label,
                "date": entry.date,
                "opponent": entry.opponent,
                "won": entry.won,
                "pr": round(entry.figures.pr, 3),
                "decisions": entry.figures.decisions,
                "pr_so_far": round(running, 3),
                "luck": round(entry.figures.luck.luck, 4),
                "tutored": entry.is_tutored,
            }
            for entry, running in zip(profile.matches, profile.running_pr(), strict=True)
        ],
        "pr": round(profile.pr, 3),
        "decisions": profile.decisions,
        "wins": profile.wins,
        "losses": profile.losses,
        "phases": {phase.value: _share_json(share) for phase, share in profile.phases.items()},
        "openings": {label: _share_json(share) for label, share in profile.openings.items()},
        "cube_errors": {
            kind.value: {"count": tally.count, "error": round(tally.loss, 4)}
            for kind, tally in profile.cube_errors.items()
        },
        "opponents": {
            name: {
                "matches": len(matches),
                "wins": sum(one.won is True for one in matches),
                "pr": round(profile.pr_of(matches), 3),
            }
            for name, matches in profile.opponents.items()
        },
    }


def _share_json(share: Share) -> dict[str, object]:
    return {"plays": share.plays.count, "error": round(share.plays.loss, 4), "pr": round(share.pr, 3)}


def _show(profile: Profile, words: Catalogue) -> None:
    console = Console(highlight=False, emoji=False)

    def say(message: Message) -> str:
        return message.in_language(words)

    def table(*heads: Message) -> Table:
        made = Table(show_edge=False, pad_edge=False, box=None, padding=(0, 2, 0, 0))
        for place, head in enumerate(heads):
            made.add_column(Text(say(head), "bold"), justify="right" if place else "left")
        return made

    console.print(Text(profile.name, "bold"))
    console.print(
        say(
            text(
                "PR {pr} ({band}) over {decisions} decisions; matches won {wins}, lost {losses}; luck a roll {luck}",
                pr=figure(profile.pr, 2, words),
                band=band_of(profile.pr),
                decisions=profile.decisions,
                wins=profile.wins,
                losses=profile.losses,
                luck=figure(profile.luck, 4, words, sign=True),
            )
        ),
        markup=False,
    )
    over_time = table(text("match"), text("date"), text("opponent"), text("result"), text("PR"), text("PR so far"))
    results = {True: text("victory"), False: text("defeat"), None: text("not finished")}

    def result_of(entry: ProfiledMatch) -> str:
        result = say(results[entry.won])
        return say(text("{result}, with tutor", result=result)) if entry.is_tutored else result

    for entry, running in zip(profile.matches, profile.running_pr(), strict=True):
        over_time.add_row(
            Text(entry.label), Text(plain(entry.date)), Text(plain(entry.opponent)), result_of(entry),
            figure(entry.figures.pr, 2, words), figure(running, 2, words),
        )  # fmt: skip
    phases = table(text("phase"), text("plays"), text("equity lost"), text("PR"))
    for phase, share in profile.phases.items():
        phases.add_row(
            say(phase.label), str(share.plays.count), figure(share.plays.loss, 3, words), figure(share.pr, 2, words)
        )
    openings = table(text("opening"), text("plays"), text("equity lost"), text("PR"))
    for label, share in list(profile.openings.items())[:SHOWN_OPENINGS]:
        openings.add_row(
            Text(label), str(share.plays.count), figure(share.plays.loss, 3, words), figure(share.pr, 2, words)
        )
    cube = table(text("errors with the cube"), text("how often"), text("equity lost"))
    for kind in CubeError:
        tally = profile.cube_errors[kind]
        if tally.count:
            cube.add_row(say(kind.plural_label), str(tally.count), figure(tally.loss, 3, words))
    opponents = table(text("opponent"), text("matches"), text("won"), text("PR"))
    for name, matches in list(profile.opponents.items())[:SHOWN_OPPONENTS]:
        won = sum(one.won is True for one in matches)
        opponents.add_row(Text(plain(name)), str(len(matches)), str(won), figure(profile.pr_of(matches), 2, words))
    for one in (over_time, phases, openings, cube, opponents):
        if one.row_count:
            console.print()
            print_table(console, one)
