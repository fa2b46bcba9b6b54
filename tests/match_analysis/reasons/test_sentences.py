"""Every reason has words in every language, singular and plural, with its numbers in them."""

import re

import pytest

from sixprime.analysis.reasons import Reason, ReasonKind
from sixprime.analysis.reasons.sentences import clause, for_play, for_the_other, percents, sentence
from sixprime.languages import LANGUAGES, catalogue

K = ReasonKind
PLAYS = [
    Reason(K.HIT, True, 1, 0, 0.1, detail=14, rolls=16),
    Reason(K.HIT, True, 1, 0, 0.1, detail=1, rolls=1),
    Reason(K.HIT, True, 1, 0, 0.1, detail=14, rolls=1),
    Reason(K.HIT, True, 2, 1, 0.1, detail=14, rolls=16),
    Reason(K.SHOTS, True, 0, 17, 0.1, detail=0.62),
    Reason(K.SHOTS, True, 0, 1, 0.1, detail=0.62),
    Reason(K.SHOTS, True, 1, 17, 0.1, detail=0.62),
    Reason(K.SHOTS, True, 11, 17, 0.1, detail=0.62),
    Reason(K.HIT_COST, True, 0.31, 0.62, 0.1),
    Reason(K.MAKES_POINT, True, 1, 0, 0.1, (5,)),
    Reason(K.MAKES_POINT, True, 2, 0, 0.1, (5, 4)),
    Reason(K.MAKES_POINT, True, 1, 1, 0.1, (5, 9)),
    Reason(K.MAKES_POINT, True, 2, 1, 0.1, (5, 4, 9)),
    Reason(K.KEEPS_POINT, True, 1, 0, 0.1, (8,)),
    Reason(K.KEEPS_POINT, True, 2, 0, 0.1, (8, 7)),
    Reason(K.KEEPS_POINT, True, 1, 1, 0.1, (8, 13)),
    Reason(K.KEEPS_POINT, True, 2, 1, 0.1, (8, 7, 13)),
    Reason(K.MAKES_ANCHOR, True, 1, 0, 0.1, (20,)),
    Reason(K.MAKES_ANCHOR, True, 2, 0, 0.1, (20, 18)),
    Reason(K.MAKES_ANCHOR, True, 1, 1, 0.1, (20, 21)),
    Reason(K.KEEPS_ANCHOR, True, 1, 0, 0.1, (20,)),
    Reason(K.KEEPS_ANCHOR, True, 2, 0, 0.1, (20, 18)),
    Reason(K.KEEPS_ANCHOR, True, 1, 1, 0.1, (20, 21)),
    Reason(K.PRIME, True, 5, 4, 0.1, (9, 8, 7, 6, 5)),
    Reason(K.PRIME, True, 4, 2, 0.1, (8, 7, 6, 5)),
    Reason(K.LEAVES, True, 0, 1, 0.1),
    Reason(K.LEAVES, True, 1, 2, 0.1),
    Reason(K.LEAVES, True, 2, 3, 0.1),
    *(
        Reason(kind, True, count, 17, 0.1)
        for kind in (
            K.ESCAPES, K.BLOCKS, K.ENTERING, K.BUILDERS, K.HINDERS, K.THREATS, K.STACK, K.TIMING, K.CLEARING,
            K.CHECKERS_OFF, K.BROUGHT_HOME,
        )
        for count in (0, 1, 11)
    ),
    Reason(K.CHECKERS_OFF, True, 1, 0, 0.1),
    Reason(K.CHECKERS_OFF, True, 2, 0, 0.1),
    Reason(K.ROLLS_TO_GO, True, 6.91, 7.12, 0.1),
    Reason(K.EXACT_CHANCE, True, 0.613, 0.611, 0.1),
    Reason(K.WINS, True, 0.55, 0.5, 0.1),
    Reason(K.GAMMONS_WON, True, 0.24, 0.19, 0.1),
    Reason(K.GAMMONS_LOST, True, 0.14, 0.21, 0.1),
]  # fmt: skip
CUBE = [
    Reason(K.MARKET_LOSERS, True, 0.31, 0.2, 0.1),
    Reason(K.MARKET_LOSERS, False, 0.05, 0.2, 0.1),
    Reason(K.MARKET_LOSERS, False, 0.0, 0.2, 0.1),
    Reason(K.VOLATILITY, True, 0.61, 0.45, 0.1),
    Reason(K.VOLATILITY, False, 0.11, 0.45, 0.1),
    Reason(K.DOUBLING_POINT, True, 0.75, 0.72, 0.1),
    Reason(K.DOUBLING_POINT, False, 0.65, 0.72, 0.1),
    Reason(K.CASH, True, 0.17, 0.22, 0.1),
    Reason(K.TOO_GOOD, False, 1.12, 1.0, 0.1, detail=0.54),
    Reason(K.CUBE_GIVEN_UP, False, 0.21, 0, 0.1),
    Reason(K.NO_RECUBE, True, 0, 0, 0.1),
    Reason(K.TAKE_POINT, True, 0.27, 0.22, 0.1),
    Reason(K.TAKE_POINT, False, 0.19, 0.22, 0.1),
    Reason(K.GAMMONS_AGAINST, False, 0.31, 0.21, 0.1, detail=0.28),
    Reason(K.OWNED_CUBE, True, 0.21, 0, 0.1),
]


def numbers(words: str) -> list[str]:
    return sorted(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", words))


def test_every_kind_is_here() -> None:
    assert {reason.kind for reason in PLAYS} | {reason.kind for reason in CUBE} == set(ReasonKind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", PLAYS, ids=lambda reason: f"{reason.kind.value}-{reason.value}-{reason.other}")
def test_clauses(reason: Reason, language: str) -> None:
    words = clause(reason).in_language(catalogue(language))
    english = str(clause(reason))
    assert not re.search(r"[{}]", words)
    if language != "en":
        assert words != english
    # Where a language says one and no in words, the numbers 0 and 1 may be missing.
    assert set(numbers(english)) ^ set(numbers(words)) <= {"0", "1"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", CUBE, ids=lambda reason: f"{reason.kind.value}-{reason.value}")
def test_sentences_about_the_cube(reason: Reason, language: str) -> None:
    words = sentence(reason).in_language(catalogue(language))
    assert not re.search(r"[{}]", words)
    assert words.endswith(".")
    assert words[0].isupper() or words[0].isdigit()
    assert numbers(words) == numbers(str(sentence(reason)))


def test_whole_sentences() -> None:
    made = Reason(K.MAKES_POINT, True, 1, 0, 0.1, (5,))
    shots = Reason(K.SHOTS, True, 11, 17, 0.1, detail=0.62)
    assert str(for_play("8/5 6/5", [made])) == "8/5 6/5 makes the 5 point."
    assert str(for_play("8/5 6/5", [made, shots])) == (
        "8/5 6/5 makes the 5 point and leaves 11 shots of 36 instead of 17 (a hit costs 0.62 points)."
    )
    assert str(for_the_other("13/9", shots)) == (
        "13/9, on the other hand, leaves 11 shots of 36 instead of 17 (a hit costs 0.62 points)."
    )


def test_points_can_have_other_names() -> None:
    made = Reason(K.MAKES_POINT, True, 1, 0, 0.1, (5,))
    assert str(clause(made, lambda point: f"W{point}")) == "makes the W5 point"


def test_percents_differ_if_the_chances_do() -> None:
    assert list(map(str, percents(0.24, 0.19))) == ["24%", "19%"]
    assert list(map(str, percents(0.241, 0.238))) == ["24.1%", "23.8%"]


@pytest.mark.parametrize(("language", "share", "cost"), [
    ("en", "19%", "0.62 points"), ("de", "19\u00a0%", "0,62 Punkte"), ("fr", "19\u00a0%", ": 0,62"),
    ("it", "19%", "0,62 punti"), ("hu", "19%", "0,62 pont"),
])  # fmt: skip
def test_numbers_are_written_as_each_language_does(language: str, share: str, cost: str) -> None:
    words = catalogue(language)
    assert share in sentence(Reason(K.TAKE_POINT, False, 0.19, 0.22, 0.1)).in_language(words)
    assert cost in clause(Reason(K.SHOTS, True, 11, 17, 0.1, detail=0.62)).in_language(words)


@pytest.mark.parametrize(("language", "one", "several"), [
    ("en", "makes the 5 point instead of the 1", "makes the points 15 and 5 instead of the 8, 4 and 3"),
    ("de", "macht Zunge 5 statt Zunge 1", "macht die Zungen 15 und 5 statt der Zungen 8, 4 und 3"),
    ("fr", "fait la flèche 5 au lieu de la 1", "fait les flèches 15 et 5 au lieu des 8, 4 et 3"),
    ("it", "fa la punta 5 invece della 1", "fa le punte 15 e 5 invece delle 8, 4 e 3"),
    ("hu", "az 1-es helyett az 5-ös mezőt építi meg",
     "a 8-as, a 4-es és a 3-as helyett a 15-ös és az 5-ös mezőt építi meg"),
])  # fmt: skip
def test_points_are_told_as_each_language_does(language: str, one: str, several: str) -> None:
    words = catalogue(language)
    assert clause(Reason(K.MAKES_POINT, True, 1, 1, 0.1, (5, 1))).in_language(words) == one
    assert clause(Reason(K.MAKES_POINT, True, 2, 3, 0.1, (15, 5, 8, 4, 3))).in_language(words) == several


def test_italian_percentages_have_their_article() -> None:
    won = Reason(K.WINS, True, 0.08, 0.004, 0.1)
    assert clause(won).in_language(catalogue("it")) == "vince l’8% delle partite invece dello 0%"


def test_a_closed_board_lets_nobody_in() -> None:
    hit = Reason(K.HIT, True, 1, 0, 0.1, detail=17, rolls=36)
    assert str(clause(hit)) == "hits (no roll enters)"
