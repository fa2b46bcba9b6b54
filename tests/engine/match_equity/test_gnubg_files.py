"""Match equity tables in GNU Backgammon's XML: what they may say, and what is refused."""

import pytest

from conftest import not_here
from sixprime.engine.match_equity.equities import SYSTEM_FOLDERS
from sixprime.engine.match_equity.gnubg_files import read_gnubg_equities
from sixprime.engine.match_equity.tables import InvalidEquities

INFO = "<info><name>Two &amp; two</name><description>By\n hand</description><length>2</length></info>"
SQUARE = (
    '<pre-crawford-table type="explicit"><row><me>0.5</me><me> 0.68 </me></row><row><me>.32</me><me>5e-1</me></row>'
    "</pre-crawford-table>"
)
AFTER = '<post-crawford-table type="explicit" player="both"><row><me>0.5</me><me>0.49</me></row></post-crawford-table>'


def xml(*parts: str, before: str = "") -> bytes:
    return f"{before}<met>{''.join(parts)}</met>".encode()


def test_an_explicit_table() -> None:
    table = read_gnubg_equities(xml(INFO, SQUARE, AFTER))
    assert (table.name, table.description) == ("Two & two", "By hand")
    assert table.before == ((0.5, 0.68), (0.32, 0.5))
    assert table.after == ((0.5, 0.49), (0.5, 0.49))


def test_a_row_for_each_player() -> None:
    rows = [
        f'<post-crawford-table player="{player}"><row><me>{chance}</me></row></post-crawford-table>'
        for player, chance in ((1, 0.4), (0, 0.6))
    ]
    assert read_gnubg_equities(xml(INFO, SQUARE, *rows)).after == ((0.6,), (0.4,))


def computed(kind: str, before: str, after: str) -> bytes:
    return xml(
        INFO,
        f'<pre-crawford-table type="{kind}"><parameters>{before}</parameters></pre-crawford-table>',
        f'<post-crawford-table type="{kind}" player="both"><parameters>{after}</parameters></post-crawford-table>',
    )


def parameter(name: str, value: float) -> str:
    return f'<parameter name="{name}">{value}</parameter>'


def test_zadehs_formula() -> None:
    table = read_gnubg_equities(computed("zadeh", "", ""))
    assert len(table.before) == 64
    assert table.after[0][:5] == pytest.approx((0.5, 0.485, 0.3125, 0.302875, 0.1796875))
    # The Crawford game: a win in two, a quarter of them gammons.
    assert table.before[2][0] == pytest.approx(0.5 * (0.25 * 0.5 + 0.75 * 0.485))
    for away in range(64):
        assert table.before[away][away] == 0.5
        for other in range(64):
            assert table.before[away][other] + table.before[other][away] == pytest.approx(1)
            if other:
                assert table.before[away][other] > table.before[away][other - 1]
    other_cube = read_gnubg_equities(computed("zadeh", parameter("delta", 0.1), ""))
    assert other_cube.before[4][5] != table.before[4][5]


def test_zadehs_formula_by_hand() -> None:
    """3 away against 2: the cube at 1 is the last that matters, turned it decides the match."""
    table = read_gnubg_equities(computed("zadeh", "", ""))
    three_one, two_one = table.before[2][0], table.before[1][0]
    two_two = 0.5
    # The trailer doubles: taken, a loss ends the match and a win, worth 2, leads to 1 away, a gammon to victory.
    won = 0.75 * (1 - two_one) + 0.25
    trailer = two_two / won
    # The leader doubles: the trailer redoubles to 4 at once; all is at stake.
    leader = 1 - three_one
    mine, theirs = trailer + 0.06 - 0.5, leader + 0.06 - 0.5
    expected = (theirs * two_two + mine * three_one) / (mine + theirs)
    assert table.before[2][1] == pytest.approx(expected)


def test_tornbergs_calculator_gives_the_table_that_was_made_with_it() -> None:
    """`mec26.xml` was printed by it with three digits, a quarter of gammons and a bit, and no free drops."""
    path = next((folder / "mec26.xml" for folder in SYSTEM_FOLDERS if (folder / "mec26.xml").exists()), None)
    if path is None:
        not_here("GNU Backgammon's match equity tables are not installed: sudo apt install gnubg-data")
    printed = read_gnubg_equities(path.read_bytes())
    no_drops = parameter("free-drop-2-away", 0) + parameter("free-drop-4-away", 0)
    table = read_gnubg_equities(computed("mec", "", no_drops))
    for ours, theirs in zip(table.before, printed.before, strict=False):
        assert ours[:25] == pytest.approx(theirs, abs=0.00051)


def test_a_favourite_by_tornbergs_calculator() -> None:
    favourite = parameter("win-rate", 0.6)
    table = read_gnubg_equities(computed("mec", favourite, favourite))
    assert table.before[0][0] == 0.6
    assert table.after[0][0] == 0.6
    assert table.after[1][0] == pytest.approx(0.4)
    assert table.after[0][2] == pytest.approx(0.6 * (0.26 + 0.74 * 0.6))
    assert all(table.before[away][away] >= 0.6 - 1e-12 for away in range(64))


ENTITIES = '<!DOCTYPE met [<!ENTITY a "0.5"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not XML"),
        (b"<met>", "not XML"),
        (b"hello", "not XML"),
        (b"\xff\xfe\x00", "not XML"),
        (b'<?xml version="1.0" encoding="klingon"?><met/>', "not XML"),
        (b"<gnubg/>", "begins with"),
        (xml(), "needs one <info>"),
        (xml(INFO, AFTER), "needs one <pre-crawford-table>"),
        (xml(INFO, SQUARE, SQUARE, AFTER), "needs one <pre-crawford-table>"),
        (xml(INFO, SQUARE), "both players"),
        (xml(INFO, SQUARE, AFTER.replace("both", "0")), "both players"),
        (xml(INFO, SQUARE, AFTER.replace("both", "2")), "0, 1 or both"),
        (xml(INFO, SQUARE.replace("<me>.32</me>", ""), AFTER), "row 2 has 1 figures, not 2"),
        (xml(INFO, SQUARE.replace(".32", "1.2"), AFTER), "from 0 to 1"),
        (xml(INFO, SQUARE.replace(".32", "nan"), AFTER), "from 0 to 1"),
        (xml(INFO, SQUARE.replace(".32", "x" * 1000), AFTER), "from 0 to 1"),
        (xml(INFO, SQUARE, AFTER.replace("0.49", "-1")), "from 0 to 1"),
        (xml(INFO, '<pre-crawford-table type="explicit"/>', AFTER), "rows and columns"),
        (xml(INFO, SQUARE, '<post-crawford-table type="explicit"/>'), "needs one <row>"),
        (xml(INFO, SQUARE, '<post-crawford-table type="other"/>'), "explicit, zadeh or mec"),
        (xml(INFO, '<pre-crawford-table type="other"/>', AFTER), "explicit, zadeh or mec"),
        (computed("zadeh", parameter("epsilon", 0.1), ""), "unknown parameter"),
        (computed("zadeh", parameter("delta", 1e300), ""), "from 0 to 1"),
        (computed("zadeh", parameter("delta", 0.5), ""), "give no chances"),
        (computed("mec", parameter("win-rate", 1), parameter("win-rate", 1)), "give no chances"),
        (computed("zadeh", '<parameter name="delta">much</parameter>', ""), "from 0 to 1"),
        (computed("mec", parameter("win-rate", 7), parameter("win-rate", 7)), "from 0 to 1"),
        (computed("mec", "", '<parameter name="win-rate">nan</parameter>'), "from 0 to 1"),
        (xml(INFO, SQUARE, AFTER, before=ENTITIES), "entities"),
        (xml(INFO, SQUARE.replace(".32", "&b;"), AFTER, before=ENTITIES), "entities"),
        (xml(INFO, SQUARE.replace(".32", "&b;"), AFTER, before='<!DOCTYPE met SYSTEM "met.dtd">'), "entities"),
        (xml(INFO, SQUARE, AFTER, before='<!DOCTYPE met [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), "entities"),
        (xml(INFO, SQUARE, AFTER, before='<!DOCTYPE met [<!ENTITY % x SYSTEM "http://localhost/"> %x;]>'), "entities"),
        (xml("<a>" * 5000 + "</a>" * 5000), "too deeply"),
        (xml(INFO, f"<pre-crawford-table>{'<row/>' * 300}</pre-crawford-table>", AFTER), "rows and columns"),
    ],
)
def test_what_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(InvalidEquities, match=reason):
        read_gnubg_equities(content)


def test_a_document_type_may_be_named() -> None:
    named = '<?xml version="1.0"?><!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "met.dtd">'
    assert read_gnubg_equities(xml(INFO, SQUARE, AFTER, before=named)).before[0][1] == 0.68
