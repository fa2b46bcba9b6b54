"""Articles and endings that a translation asks for in a placeholder."""

import pytest

from sixprime.messages.grammar import fill

HUNGARIAN_POINTS = (
    "az 1-es, a 2-es, a 3-as, a 4-es, az 5-ös, a 6-os, a 7-es, a 8-as, a 9-es, a 10-es, a 11-es, a 12-es, a 13-as, "
    "a 14-es, a 15-ös, a 16-os, a 17-es, a 18-as, a 19-es, a 20-as, a 21-es, a 22-es, a 23-as, a 24-es, a 25-ös"
)


def test_every_point_has_its_hungarian_article_and_ending() -> None:
    assert fill("{points:az-es}", {"points": ", ".join(map(str, range(1, 26)))}) == HUNGARIAN_POINTS


@pytest.mark.parametrize(
    ("template", "value", "sentence"),
    [
        ("{it:az} nyer", "5/2", "az 5/2 nyer"),
        ("{it:Az} nyer", "5/2", "Az 5/2 nyer"),
        ("{it:Az} nyer", "bar/20", "A bar/20 nyer"),
        ("{it:az} fájl", "/tmp/x", "a /tmp/x fájl"),
        ("{it:-es} mező", "12A", "12A mező"),
        ("{it:-es} mező", 15, "15-ös mező"),
        ("{it:az-es} mező", "1A", "az 1A mező"),
        ("{it:az-es} mező", "0", "a 0-s mező"),
        ("vince {it:il}", "8,5%", "vince l’8,5%"),
        ("invece {it:del}", "0,0%", "invece dello 0,0%"),
        ("invece {it:del}", "11%", "invece dell’11%"),
        ("invece {it:del}", "18%", "invece del 18%"),
        ("{it:Nel} dei casi", "80%", "Nell’80% dei casi"),
    ],
)
def test_values_are_joined_as_the_language_asks(template: str, value: object, sentence: str) -> None:
    assert fill(template, {"it": value}) == sentence


def test_other_formats_are_those_of_python() -> None:
    assert fill("{it:.2f} {other:az}", {"it": 0.625, "other": "alma"}) == "0.62 az alma"
    assert fill("{it!r}: {{}}", {"it": "a"}) == "'a': {}"


def test_braces_in_values_are_only_text() -> None:
    assert fill("{it:az}", {"it": "{0.__class__}"}) == "a {0.__class__}"
