"""Trade (MA-2)."""

import msgspec
import pytest

from farhaven.games.mars.records.entries import Answer, Close, Offer, TradeWithBank
from tests.marks import holds, refuses
from tests.mars.table import Table, acting, table

OFFERED = "0: offers 1 glass for 1 brick"

# MA-2.1 With players


@holds("MA-2.1")
def test_an_offer_that_is_accepted_is_closed() -> None:
    t = acting(3, "2 glass").play("0: offers 2 glass for 1 brick + 1 oxide\n1: accepts")
    t.play("0: closes with 1")
    assert t.hand(0) == {"glass": 1, "oxide": 2, "brick": 2}
    assert t.hand(1) == {"glass": 3}
    event = t.events[0]
    assert event.code == "traded"
    assert event.params == {
        "seat": 0,
        "other_seat": 1,
        "cards": "2 glass",
        "wanted": "1 oxide + 1 brick",
    }


@holds("MA-2.1")
def test_a_counter_offer_is_closed_as_the_other_made_it() -> None:
    t = acting(2, "3 glass").play(f"{OFFERED}\n1: counters 1 brick for 3 glass\n0: closes with 1")
    assert t.hand(0) == {"glass": 1, "oxide": 1, "brick": 2}
    assert t.hand(1) == {"glass": 4, "oxide": 1}


@holds("MA-2.1")
def test_declined_and_withdrawn() -> None:
    t = acting(3).play(f"{OFFERED}\n1: declines\n2: declines\n0: withdraws")
    assert (t.open.phase, t.open.offer) == ("acting", None)
    assert t.hand(0) == {"glass": 1, "oxide": 1, "brick": 1}


@holds("MA-2.1")
def test_the_player_on_turn_chooses_among_several() -> None:
    t = acting(4).play(f"{OFFERED}\n3: accepts\n1: accepts\n2: counters 1 oxide for 1 brick")
    assert t.listed(Close) == [Close(seat=0, partner=seat) for seat in (1, 2, 3)] + [
        Close(seat=0, partner=None)
    ]
    t.play("0: closes with 3")
    assert t.hand(3) == {"glass": 2}
    assert t.hand(1) == {"glass": 1, "oxide": 1, "brick": 1}


@refuses("MA-2.1")
def test_cards_on_both_sides_and_no_resource_on_both() -> None:
    t = acting(2, "1 glass + 1 grain")
    for line in (
        {"do": "offer", "seat": 0, "give": {}, "want": {"brick": 1}},
        {"do": "offer", "seat": 0, "give": {"glass": 1}, "want": {}},
    ):
        t.refuse_json(line, "MA-2.1", "both_sides")
    t.play("0: offers 1 glass for 2 glass ✗ MA-2.1 same_resource")
    t.play("0: offers 1 glass + 1 oxide for 1 brick + 1 oxide ✗ MA-2.1 same_resource")
    t.play(f"{OFFERED}\n1: counters 1 brick for 1 brick ✗ MA-2.1 same_resource")


@refuses("MA-2.1")
def test_only_with_the_player_on_turn() -> None:
    t = acting(3)
    t.play(
        f"""
        1: accepts ✗ MA-2.1 no_offer
        0: withdraws ✗ MA-2.1 no_offer
        0: closes with 1 ✗ MA-2.1 no_offer
        {OFFERED}
        0: accepts ✗ MA-2.1 own_offer
        0: counters 1 brick for 1 glass ✗ MA-2.1 own_offer
        0: closes with 0 ✗ MA-2.1 yourself
        0: closes with 1 ✗ MA-2.1 did_not_agree
        1: declines
        0: closes with 1 ✗ MA-2.1 did_not_agree
        0: closes with 3 ✗ MA-2.1 no_such_seat
        """
    )


@refuses("MA-2.1", by="MA-1.1")
def test_the_others_never_offer_or_close() -> None:
    t = acting(3).play("1: offers 1 glass for 1 brick ✗ MA-1.1 not_your_turn")
    t.play(f"{OFFERED}\n2: declines\n1: accepts\n2: closes with 1 ✗ MA-1.1 not_your_turn")


@refuses("MA-2.1", by="record/unwanted")
def test_an_entry_has_just_its_fields() -> None:
    t = acting(2).play(OFFERED)
    line: dict[str, object] = {"do": "answer", "seat": 1, "answer": "accept", "give": {"brick": 1}}
    t.refuse_json(line, "record", "unwanted")
    t.refuse_json({"do": "answer", "seat": 1, "answer": "counter"}, "record", "missing")
    counter = {"do": "answer", "seat": 1, "answer": "counter", "give": {"brick": 1}}
    t.refuse_json(counter, "record", "missing")
    t.refuse_json({"do": "answer", "seat": 1, "answer": "perhaps"}, "record", "field")
    t.refuse_json({"do": "close", "seat": 0}, "record", "field")
    assert msgspec.json.encode(Close(seat=0, partner=1)) == b'{"do":"close","seat":0,"with":1}'


# MA-2.1a While an offer is open


@holds("MA-2.1a")
def test_answers_come_in_any_order_and_the_offer_can_be_closed_before_all() -> None:
    t = acting(4).play(OFFERED)
    assert t.match.owing() == [1, 2, 3, 0]  # who made the offer had better hear the others first
    t.play("3: declines")
    assert t.match.owing() == [1, 2, 0]
    t.play("1: accepts\n0: closes with 1")
    assert t.open.phase == "acting"


@holds("MA-2.1a")
def test_what_can_be_said_is_listed_but_for_counter_offers() -> None:
    t = acting(3).play(OFFERED)
    yes, no = (Answer(seat=1, answer="accept"), Answer(seat=1, answer="decline"))
    assert t.game.legal_entries(t.position, 1) == [yes, no]
    assert t.game.legal_entries(t.position, 2) == [Answer(seat=2, answer="decline")]  # no brick
    assert t.game.legal_entries(t.position, 0) == [Close(seat=0, partner=None)]


@refuses("MA-2.1a")
def test_one_answer_each_and_nothing_else_meanwhile() -> None:
    t = acting(3, "4 glass + 1 oxide + 1 brick").play(OFFERED)
    t.play(
        """
        1: declines
        1: accepts ✗ MA-2.1a answered
        1: counters 1 brick for 1 glass ✗ MA-2.1a answered
        0: bank 4 glass for brick ✗ MA-2.1a offer_is_open
        0: road 1,0,NW ✗ MA-2.1a offer_is_open
        0: offers 1 oxide for 1 brick ✗ MA-2.1a offer_is_open
        0: ends ✗ MA-2.1a offer_is_open
        """
    )


# MA-2.1b Cards that are held


@holds("MA-2.1b")
def test_all_that_is_held_can_be_offered_and_any_number_up_to_19_wanted() -> None:
    t = acting(2).play("0: offers 1 glass + 1 oxide for 19 brick\n0: withdraws")
    t.play("0: offers 1 glass for 19 sheep + 19 grain")


@refuses("MA-2.1b")
def test_nobody_offers_counters_or_accepts_with_cards_that_they_do_not_hold() -> None:
    t = acting(2)
    t.play(
        f"""
        0: offers 2 glass for 1 brick ✗ MA-2.1b not_held
        0: offers 1 grain for 1 brick ✗ MA-2.1b not_held
        0: offers 20 glass for 1 brick ✗ MA-2.1b too_many
        0: offers 1 glass for 20 brick ✗ MA-2.1b too_many
        0: offers 1 glass for 2 brick
        1: accepts ✗ MA-2.1b not_held
        1: counters 2 brick for 1 glass ✗ MA-2.1b not_held
        1: counters 1 brick for 20 glass ✗ MA-2.1b too_many
        1: counters 1 brick for 2 glass
        0: closes with 1 ✗ MA-2.1b not_held
        0: withdraws
        {OFFERED}
        """
    )


# MA-2.1c How many offers


@holds("MA-2.1c")
def test_ten_offers_a_turn_and_counter_offers_do_not_count() -> None:
    t = acting(2)
    for count in range(1, 11):
        assert t.open.offers_left == 11 - count
        t.play(f"0: offers 1 glass for {count} brick\n1: counters 1 brick for 1 glass")
        t.play("0: withdraws")
    t.play("0: ends\n1: rolls 5 6\n1: ends\n0: rolls 5 6")
    assert t.open.offers_left == 10


@refuses("MA-2.1c")
def test_no_eleventh_offer_and_no_offer_twice() -> None:
    t = acting(2, "2 glass").play(f"{OFFERED}\n1: accepts\n0: closes with 1")
    t.play("0: offers 1 glass for 1 brick ✗ MA-2.1c same_offer")
    for count in range(2, 11):
        t.play(f"0: offers 1 glass for {count} brick\n0: withdraws")
    t.play("0: offers 1 oxide for 1 sheep ✗ MA-2.1c no_more_offers")
    t.play(f"0: ends\n1: rolls 5 6\n1: ends\n0: rolls 5 6\n{OFFERED}")


# MA-2.2 Space trade


@holds("MA-2.2")
def test_four_equal_cards_for_one() -> None:
    t = acting(2, "3 glass").play("0: bank 4 glass for sheep")
    assert t.hand(0) == {"oxide": 1, "brick": 1, "sheep": 1}
    assert t.open.bank["sheep"] == 18


@refuses("MA-2.2")
def test_not_with_fewer_cards_and_at_no_other_rate() -> None:
    t = acting(2, "2 glass").play("0: bank 4 glass for sheep ✗ MA-2.2 not_held")
    for count in (0, 1, 5, -4, 1 << 70):
        line = {"do": "bank", "seat": 0, "give": "glass", "count": count, "get": "sheep"}
        t.refuse_json(line, "MA-2.2", "no_such_rate")


# MA-2.3 Harbours


def at_harbour(crossing: str, road: str) -> Table:
    """Seat 0's second settlement is at a harbour; seat 0 may act."""
    t = Table(2).lay_out().play("0: places 0,0,N 0,0,NE\n1: places 0,1,S 0,2,NW")
    t.play(f"1: places -1,0,S -1,1,NW\n0: places {crossing} {road}\n0: rolls 1 5")
    t.position.bank += t.position.players[0].hand
    t.position.players[0].hand = 0
    return t


@holds("MA-2.3")
@pytest.mark.parametrize("crossing", ["0,-2,N", "0,-3,S"])
def test_a_three_to_one_harbour_takes_three_of_any(crossing: str) -> None:
    t = at_harbour(crossing, "0,-2,NW").give(0, "4 glass + 3 brick")
    assert t.has_harbour(0, "3:1")
    counts = {(e.give, e.count) for e in t.listed(TradeWithBank) if isinstance(e, TradeWithBank)}
    assert counts == {("glass", 3), ("glass", 4), ("brick", 3)}  # any rate that one may use
    t.play("0: bank 3 brick for sheep\n0: bank 4 glass for grain")


@holds("MA-2.3")
def test_a_special_harbour_takes_two_of_its_resource() -> None:
    t = at_harbour("1,-2,N", "1,-2,NE").give(0, "2 grain + 2 glass")
    assert t.player(0).harbours == ["grain"]
    assert [h.kind for h in t.seen_by(1).harbours if h.seats == [0]] == ["grain"]
    trades = [e for e in t.listed(TradeWithBank) if isinstance(e, TradeWithBank)]
    assert {(e.give, e.count) for e in trades} == {("grain", 2)}
    assert [e.get for e in trades] == ["glass", "oxide", "brick", "sheep"]
    t.play("0: bank 2 grain for sheep")


@refuses("MA-2.3")
def test_no_rate_without_its_harbour() -> None:
    t = at_harbour("1,-2,N", "1,-2,NE").give(0, "4 grain + 4 glass")
    t.play(
        """
        0: bank 2 glass for sheep ✗ MA-2.3 no_special_harbour
        0: bank 3 grain for sheep ✗ MA-2.3 no_harbour
        0: bank 4 grain for grain ✗ MA-2.3 same_resource
        0: bank 2 grain for glass
        """
    )


@refuses("MA-2.3")
def test_the_bank_must_hold_the_card() -> None:
    t = acting(2, "3 glass").give(1, "19 sheep")
    t.play("0: bank 4 glass for sheep ✗ MA-2.3 bank_has_none")
    assert not t.offers("0: bank 4 glass for sheep")
    t.play("0: bank 4 glass for grain")


@refuses("MA-2.3")
def test_another_players_harbour_is_of_no_use() -> None:
    t = table(2)
    assert t.player(0).harbours == []
    t = at_harbour("0,-2,N", "0,-2,NW").play("0: ends\n1: rolls 5 6").give(1, "3 glass")
    t.play("1: bank 3 glass for sheep ✗ MA-2.3 no_harbour")


def test_offers_are_never_listed() -> None:
    t = acting(3, "5 glass")
    assert not t.listed(Offer)
