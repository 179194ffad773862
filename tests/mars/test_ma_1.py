"""The turn (MA-1)."""

import msgspec

from farhaven.games.mars.records.entries import Dice, Discard, EndTurn, Roll
from tests.marks import holds, refuses
from tests.mars.table import Table, acting, table

# MA-1.1 Order


@holds("MA-1.1")
def test_roll_trade_build_card() -> None:
    t = table(2)
    assert t.listed(Roll) == t.game.legal_entries(t.position, 0)
    t.play("0: rolls 5 6").give(0, "5 glass + 1 grain + 1 sheep + 1 oxide")
    t.play("0: bank 4 glass for brick\n0: dome 1,-2 grain\n0: road 1,0,NW\n0: buys victory")
    assert (t.turn, t.open.phase) == (1, "rolling")


@holds("MA-1.1")
def test_the_turn_ends_by_saying_so_and_goes_round() -> None:
    t = table(3)
    for seat in (0, 1, 2, 0):
        assert t.turn == seat
        t.play(f"{seat}: rolls 5 6\n{seat}: ends")


@holds("MA-1.1")
def test_with_the_order_free_trade_and_build_go_in_any_order() -> None:
    t = acting(2, "9 glass + 3 oxide", order="free")
    t.play("0: dome 1,-2 grain\n0: bank 4 glass for brick\n0: road 1,0,NW")
    t.play("0: offers 1 glass for 1 brick\n1: accepts\n0: closes with 1")
    assert t.hand(0) == {"glass": 4, "oxide": 2, "brick": 2}


@holds("MA-1.1")
def test_hands_are_secret_their_numbers_public() -> None:
    t = table(3)
    for seat in (0, 1, 2):
        players = t.seen_by(seat).players
        assert [p.hand is None for p in players] == [other != seat for other in range(3)]
        assert [p.hand_size for p in players] == [3, 3, 2]
    assert all(p.hand is None for p in t.open.players)


@refuses("MA-1.1")
def test_nothing_before_the_roll_and_one_roll_a_turn() -> None:
    t = table(2).give(0, "4 glass + 4 oxide + 4 brick + 4 grain + 4 sheep")
    t.play(
        """
        0: ends ✗ MA-1.1 roll_first
        0: bank 4 glass for brick ✗ MA-1.1 roll_first
        0: offers 1 glass for 1 brick ✗ MA-1.1 roll_first
        0: road 1,0,NW ✗ MA-1.1 roll_first
        1: rolls 1 1 ✗ MA-1.1 not_your_turn
        0: rolls 5 6
        0: rolls 5 6 ✗ MA-1.1 rolled
        1: ends ✗ MA-1.1 not_your_turn
        1: road 0,2,NE ✗ MA-1.1 not_your_turn
        1: bank 4 glass for brick ✗ MA-1.1 not_your_turn
        """
    )


@refuses("MA-1.1")
def test_with_the_order_strict_no_trade_after_the_first_build() -> None:
    t = acting(2, "5 glass + 1 oxide").play("0: dome 1,-2 grain")
    t.play("0: bank 4 glass for brick ✗ MA-1.1 no_trade_after_build")
    t.play("0: offers 1 glass for 1 brick ✗ MA-1.1 no_trade_after_build")
    assert not t.offers("0: bank 4 glass for brick")
    t.play("0: ends\n1: rolls 5 6\n1: ends\n0: rolls 5 6\n0: bank 4 glass for brick")


@refuses("MA-1.1", by="record/chance_first")
def test_nobody_acts_while_the_dice_roll() -> None:
    t = table(2).begin("0: rolls 1 2")
    t.play("0: ends ✗ record chance_first")
    violation = t.game.explain(t.position, 0, t.game.move(t.position, EndTurn(seat=0)))
    assert violation is not None
    assert (violation.clause, violation.reason) == ("MA-1.1", "chance_first")


# MA-1.2 Yields


@holds("MA-1.2")
def test_one_card_for_each_settlement_two_for_each_city() -> None:
    t = table(2)  # seat 0 is at both mountains with a 6
    t.play("0: rolls 1 5")
    assert t.hand(0)["brick"] == 3
    assert "brick" in t.hand(1)
    t.give(0, "2 grain").play("0: city 0,0,N\n0: ends\n1: rolls 2 4")
    assert t.hand(0)["brick"] == 3 - 2 + 2 + 1
    assert t.hand(1)["brick"] == 1


@holds("MA-1.2")
def test_everybody_gets_cards_on_anybodys_roll() -> None:
    t = table(3)  # field 0,1 (S5): seats 0 and 1; field 0,2 (S8): seats 1 and 2
    t.play("0: rolls 2 3")
    assert [t.hand(seat)["glass"] for seat in range(3)] == [2, 2, 1]
    t.play("0: ends\n1: rolls 4 4")  # and air 8: seat 2
    assert [t.hand(seat)["glass"] for seat in range(3)] == [2, 3, 2]
    assert t.hand(2)["oxide"] == 2


@refuses("MA-1.2")
def test_two_dice_of_six_sides() -> None:
    t = table(2).begin("0: rolls 1 2")
    for dice in ([0, 5], [7, 1], [1], [1, 2, 3], []):
        t.refuse(Dice(dice=dice), "MA-1.2", "no_such_dice")
    t.refuse(t.board(), "MA-1.2", "other_chance")


# MA-1.3 A bank that is short


def drained(t: Table, left: int) -> Table:
    """Seat 1 has nearly all bricks; give the rest to the bank's limit."""
    spare = t.open.bank["brick"] - left
    return t.give(1, f"{spare} brick")


@holds("MA-1.3")
def test_one_player_alone_gets_what_is_left() -> None:
    t = drained(table(2), 1).play("0: rolls 3 3")  # seat 0 is owed two bricks
    assert t.hand(0)["brick"] == 2
    assert "brick" not in t.open.bank
    assert [e.code for e in t.events] == ["rolled", "gained", "bank_short"]


@holds("MA-1.3")
def test_nobody_gets_any_where_several_are_owed_more_than_there_is() -> None:
    t = table(3)  # a 5 gives glass to seats 0 and 1
    t.give(2, f"{t.open.bank['glass'] - 1} glass").play("0: rolls 2 3")
    assert [t.hand(seat)["glass"] for seat in (0, 1)] == [1, 1]
    assert t.open.bank["glass"] == 1
    assert [e.code for e in t.events] == ["rolled", "bank_short"]


@holds("MA-1.3")
def test_each_resource_is_short_on_its_own() -> None:
    t = table(4)  # a 4 gives glass to seats 0 and 3, brick to seat 1
    t.give(2, f"{t.open.bank['glass'] - 1} glass").play("0: rolls 1 3")
    assert [t.hand(seat)["glass"] for seat in (0, 1, 3)] == [1, 1, 1]
    assert t.hand(1)["brick"] == 2


@holds("MA-1.3")
def test_a_bank_that_has_just_enough_pays_all() -> None:
    t = drained(table(2), 2).play("0: rolls 3 3")
    assert t.hand(0)["brick"] == 3
    assert "brick" not in t.open.bank


# MA-1.4 A seven


@holds("MA-1.4")
def test_a_7_yields_nothing_and_takes_half_of_large_hands_rounded_down() -> None:
    t = table(3).give(0, "6 glass").give(1, "5 glass").give(2, "5 sheep")  # 9, 8 and 7 cards
    t.play("0: rolls 3 4")
    assert t.match.owing() == [0, 1]
    assert [t.player(seat).must_discard for seat in range(3)] == [4, 4, 0]
    t.play("1: discards 4 glass\n0: discards 3 glass + 1 brick")
    assert t.hand(0) == {"glass": 4, "oxide": 1}
    assert t.hand(1) == {"glass": 2, "oxide": 1, "brick": 1}
    assert t.hand(2) == {"glass": 1, "oxide": 1, "sheep": 5}
    assert t.match.owing() == [0]
    t.play("0: aliens to 2,0\n0: ends")


@holds("MA-1.4")
def test_every_way_to_discard_is_listed() -> None:
    t = table(2).give(0, "5 glass").play("0: rolls 3 4")  # 6 glass, 1 oxide, 1 brick: give up 4
    listed = [e.cards for e in t.listed(Discard) if isinstance(e, Discard)]
    assert listed == [
        {"glass": 2, "oxide": 1, "brick": 1},
        {"glass": 3, "brick": 1},
        {"glass": 3, "oxide": 1},
        {"glass": 4},
    ]


@holds("MA-1.4")
def test_discards_are_public_and_the_turn_goes_on_with_trade() -> None:
    t = table(2).give(1, "8 glass").play("0: rolls 3 4\n1: discards 5 glass")
    event = t.events[0]
    assert (event.code, event.params["cards"], event.audience) == ("discarded", "5 glass", None)
    t.play("0: aliens to 2,0").give(0, "3 glass").play("0: bank 4 glass for brick")


@refuses("MA-1.4")
def test_just_half_of_what_is_held_and_first_of_all() -> None:
    t = table(2).give(0, "5 glass").give(1, "2 glass").play("0: rolls 3 4")
    t.play(
        """
        0: discards 3 glass ✗ MA-1.4 half
        0: discards 5 glass ✗ MA-1.4 half
        0: discards 2 glass + 2 brick ✗ MA-1.4 not_held
        1: discards 2 glass ✗ MA-1.4 nothing_to_discard
        0: aliens to 2,0 ✗ MA-1.4 discards_first
        0: ends ✗ MA-1.4 discards_first
        0: discards 4 glass
        0: discards 2 glass ✗ MA-1.4 nothing_to_discard
        0: ends ✗ MA-1.4 aliens_first
        0: road 1,0,NW ✗ MA-1.4 aliens_first
        0: aliens to 2,0
        0: discards 1 glass ✗ MA-1.4 nothing_to_discard
        """
    )


@refuses("MA-1.4", by="record/field")
def test_counts_list_only_what_is_there() -> None:
    t = table(2).give(0, "5 glass").play("0: rolls 3 4")
    for cards in ({"glass": 4, "brick": 0}, {"wool": 4}, {"glass": -4}, {"glass": 4.5}):
        line = {"seat": 0, "do": "discard", "cards": cards}
        t.refuse_json(line, "record", "field")
    assert msgspec.json.encode(Discard(seat=0, cards={"glass": 4})) == (
        b'{"do":"discard","seat":0,"cards":{"glass":4}}'
    )
