"""Sentences that can be shown in any language, and what they quote."""

import copy
import gettext
import pickle

import pytest

from sixprime import IllegalPlay, Position, Roll, SixprimeError, Turn
from sixprime.messages import ENGLISH, counted, listed, shown, text

GERMAN = {
    "{player} rolls {roll}": "{player} würfelt {roll}",
    "White": "Weiß",
    "{count} checker": "{count} Stein",
    "{count} checkers": "{count} Steine",
    "why: {why}": "Grund: {why}",
}


class German(gettext.NullTranslations):
    """A catalogue of five entries."""

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class TestMessage:
    def test_english_is_the_template_with_its_values(self) -> None:
        assert str(text("{player} rolls {roll}", player="White", roll=Roll(3, 1))) == "White rolls 3-1"

    def test_another_language_reaches_into_the_values(self) -> None:
        message = text("why: {why}", why=text("{player} rolls {roll}", player=text("White"), roll="3-1"))
        assert message.in_language(German()) == "Grund: Weiß würfelt 3-1"
        assert message.in_language(ENGLISH) == str(message) == "why: White rolls 3-1"

    @pytest.mark.parametrize(
        ("count", "english", "german"),
        [(0, "0 checkers", "0 Steine"), (1, "1 checker", "1 Stein"), (2, "2 checkers", "2 Steine")],
    )
    def test_counted(self, count: int, english: str, german: str) -> None:
        message = counted("{count} checker", "{count} checkers", count)
        assert str(message) == english
        assert message.in_language(German()) == german

    def test_counted_messages_take_other_values_too(self) -> None:
        assert str(counted("{who}: {count} checker", "{who}: {count} checkers", 3, who=text("White"))) == (
            "White: 3 checkers"
        )

    def test_unknown_templates_stay_english(self) -> None:
        assert text("the {what}", what="bar").in_language(German()) == "the bar"

    def test_braces_in_values_are_only_text(self) -> None:
        assert str(text("not {value}", value="{0} {evil.__class__} }{")) == "not {0} {evil.__class__} }{"

    def test_messages_are_values(self) -> None:
        message, same = text("{a}", a=1), text("{a}", a=1)
        assert message == same
        assert hash(message) == hash(same)
        assert message != text("{a}", a=2)
        assert message != text("{b}", b=1)
        assert {message: 1}[same] == 1
        assert pickle.loads(pickle.dumps(message)) == copy.deepcopy(message) == message

    def test_values_that_have_no_hash_are_no_obstacle(self) -> None:
        assert isinstance(hash(text("{a}", a=[1])), int)


class TestListed:
    def test_semicolons_between(self) -> None:
        assert str(listed([text("White"), text("{a}", a="{b}"), text("three")])) == "White; {b}; three"

    def test_one_is_itself(self) -> None:
        assert str(listed([text("White")])) == "White"

    def test_each_part_is_translated(self) -> None:
        assert listed([text("White"), counted("{count} checker", "{count} checkers", 2)]).in_language(German()) == (
            "Weiß; 2 Steine"
        )

    def test_nothing_is_nothing_in_every_language(self) -> None:
        """A catalogue answers the empty template with its own header."""

        class WithHeader(German):
            def gettext(self, message: str) -> str:
                return super().gettext(message) if message else "Project-Id-Version: sixprime"

        assert listed([]).in_language(WithHeader()) == ""


class TestShown:
    @pytest.mark.parametrize(("value", "quoted"), [(3, "3"), ("x", "'x'"), (None, "None"), ([1], "[1]")])
    def test_input_is_quoted_as_python_shows_it(self, value: object, quoted: str) -> None:
        assert shown(value) == quoted

    def test_up_to_forty_characters(self) -> None:
        assert shown("x" * 38) == "'" + "x" * 38 + "'"
        assert shown("x" * 39) == "'" + "x" * 36 + "..."

    def test_line_breaks_and_control_characters_are_harmless(self) -> None:
        assert shown("a\nb\x1b[31m") == r"'a\nb\x1b[31m'"

    def test_what_python_will_not_show_is_shown_somehow(self) -> None:
        nested: list[object] = []
        for _ in range(100_000):
            nested = [nested]

        class Sulking:
            def __repr__(self) -> str:
                raise RuntimeError("no")

        for value in (10**5000, nested, Sulking()):
            assert 0 < len(shown(value)) <= 40


class TestErrors:
    def test_an_error_speaks_in_messages(self) -> None:
        error = IllegalPlay(text("{player} rolls {roll}", player=text("White"), roll="3-1"))
        assert str(error) == "White rolls 3-1"
        assert error.in_language(German()) == "Weiß würfelt 3-1"
        assert error.message == error.args[0]

    def test_errors_are_value_errors_of_one_family(self) -> None:
        assert all(issubclass(kind, SixprimeError) for kind in SixprimeError.__subclasses__())
        assert len(SixprimeError.__subclasses__()) >= 6
        assert issubclass(SixprimeError, ValueError)

    def test_errors_can_be_pickled(self) -> None:
        with pytest.raises(IllegalPlay) as refused:
            Turn(Position.standard(), Roll(3, 1)).move(7, 6)
        again = pickle.loads(pickle.dumps(refused.value))
        assert (type(again), str(again)) == (IllegalPlay, str(refused.value))


def test_names_can_be_given_later() -> None:
    white = text("White")
    sentence = text(
        "{why}; by the Jacoby rule it counts once", why=text("{loser} resigns {what}", loser=white, what="it")
    )
    assert str(sentence.renamed({white: "Anna"})) == "Anna resigns it; by the Jacoby rule it counts once"
    assert str(sentence.renamed({text("Black"): "Anna"})) == str(sentence)
