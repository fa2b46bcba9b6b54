"""The numbers of the 21 different rolls, by their dice and back."""

from sixprime.compiled.rolls import dice_of_roll, number_of_roll


def test_numbers_follow_the_order_of_the_rolls() -> None:
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    assert [number_of_roll(high, low) for high, low in rolls] == list(range(21))
    assert [dice_of_roll(number) for number in range(21)] == rolls
