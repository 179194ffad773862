"""The aliens (MA-5)."""

import msgspec

from farhaven.games.mars.records.entries import MoveAliens, Stolen
from tests.marks import holds, refuses
from tests.mars.table import acting, table

# MA-5.1 They must move


@holds("MA-5.1")
def test_to_any_other_field_also_back_to_the_barren_one() -> None:
    t = table(2).play("0: rolls 3 4")
    fields = {e.field for e in t.listed(MoveAliens) if isinstance(e, MoveAliens)}
    assert len(fields) == 18
    assert "0,0" not in fields
    t.play("0: aliens to 2,0\n0: ends\n1: rolls 3 4\n1: aliens to 0,0 takes glass from 0")
    assert t.open.aliens == "0,0"


@refuses("MA-5.1")
def test_they_cannot_stay_nor_move_at_other_times() -> None:
    t = table(2).play("0: aliens to 2,0 ✗ MA-5.1 not_now\n0: rolls 5 6")
    t.play("0: aliens to 2,0 ✗ MA-5.1 not_now\n0: ends\n1: rolls 3 4")
    t.play("1: aliens to 0,0 ✗ MA-5.1 must_move\n0: aliens to 2,0 ✗ MA-1.1 not_your_turn")


# MA-5.2 The theft


@holds("MA-5.2")
def test_one_card_from_one_player_of_choice_at_the_field() -> None:
    t = table(3).play("0: rolls 3 4")  # at 0,2 (S8) are seats 1 and 2, at 0,1 seats 0 and 1
    choices = [e for e in t.listed(MoveAliens) if isinstance(e, MoveAliens)]
    assert [e.victim for e in choices if e.field == "0,2"] == [1, 2]
    assert [e.victim for e in choices if e.field == "0,1"] == [1]
    assert [e.victim for e in choices if e.field == "1,0"] == [None]  # only seat 0 itself
    assert [e.victim for e in choices if e.field == "2,0"] == [None]
    t.play("0: aliens to 0,2 takes oxide from 2")
    assert (t.hand(0)["oxide"], t.hand(2)) == (2, {"glass": 1})
    assert t.open.phase == "acting"


@holds("MA-5.2")
def test_nothing_is_taken_where_nobody_has_a_card() -> None:
    t = table(3)
    t.position.bank += t.position.players[1].hand
    t.position.players[1].hand = 0
    t.play("0: rolls 3 4")
    choices = [e for e in t.listed(MoveAliens) if isinstance(e, MoveAliens)]
    assert [e.victim for e in choices if e.field == "0,2"] == [2]
    assert [e.victim for e in choices if e.field == "0,1"] == [None]
    t.play("0: aliens to 0,1")
    assert t.open.phase == "acting"


@holds("MA-5.2")
def test_only_thief_and_victim_see_the_card() -> None:
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,2 takes oxide from 2")
    told = {seat: [e.code for e in t.events if e.is_for(seat)] for seat in (0, 1, 2, None)}
    both = ["robbed", "robbed_card"]
    assert told == {0: both, 2: both, 1: ["robbed"], None: ["robbed"]}
    for seat, card in ((0, "oxide"), (2, "oxide"), (1, None), (None, None)):
        line = msgspec.json.decode(t.match.record_for(seat).log[-1])
        assert line == {"chance": "steal", "card": card}


@refuses("MA-5.2")
def test_who_can_be_chosen() -> None:
    t = table(3)
    t.position.bank += t.position.players[1].hand
    t.position.players[1].hand = 0
    t.play("0: rolls 3 4")
    t.play(
        """
        0: aliens to 0,2 ✗ MA-5.2 choose_a_victim
        0: aliens to 0,2 takes glass from 1 ✗ MA-5.2 no_cards
        0: aliens to 0,1 takes glass from 0 ✗ MA-5.2 yourself
        0: aliens to 0,1 takes glass from 2 ✗ MA-5.2 not_there
        0: aliens to 0,2 takes glass from 3 ✗ MA-5.2 no_such_seat
        """
    )


@refuses("MA-5.2")
def test_no_card_is_stolen_that_the_victim_does_not_hold() -> None:
    t = table(3).play("0: rolls 3 4").begin("0: aliens to 0,2 takes oxide from 2")
    t.refuse(Stolen(card="brick"), "MA-5.2", "not_held")
    t.refuse(t.board(), "MA-5.2", "other_chance")
    t.refuse(Stolen(card=None), "record", "hidden")
    t.match.take(Stolen(card="glass"))


# MA-5.3 The field is blocked


@holds("MA-5.3")
def test_the_field_under_the_aliens_yields_nothing() -> None:
    t = table(2).play("0: rolls 3 4\n0: aliens to 1,0\n0: ends\n1: rolls 3 3")
    assert t.hand(0)["brick"] == 2  # only from the other mountain with a 6
    t.play("1: ends\n0: rolls 3 4\n0: aliens to 2,0\n0: ends\n1: rolls 3 3")
    assert t.hand(0)["brick"] == 4


@holds("MA-5.3")
def test_buildings_that_come_later_are_blocked_too() -> None:
    t = acting(2).deal(0, "cowboy").play("0: cowboy to 0,-1\n1: rolls 5 6\n1: ends\n0: rolls 5 6")
    t.give(0, "1 brick + 2 grain").play("0: city 0,0,N\n0: ends\n1: rolls 3 3")
    assert t.hand(0)["brick"] == 1  # the settlement 1,0,S at the other 6
    t.play("1: ends\n0: rolls 3 4\n0: aliens to 2,0\n0: ends\n1: rolls 3 3")
    assert t.hand(0)["brick"] == 1 + 2 + 1
