"""Chapter one: Colossus Station (RW-1)."""

import msgspec
import pytest

from farhaven.core.match import replay
from farhaven.core.verify import verify
from farhaven.games.reworld.records.entries import Acquire
from tests.marks import expect_refusal, holds, refuses
from tests.transcript import DEALT, Table, read_entry, settlement, station

LOW, HIGH = "1111112222223", "3333344444455"  # the hands of two players


# RW-1.1 Round set-up


@holds("RW-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_modules_and_13_9_or_7_cards(players: int) -> None:
    table = station(players)
    assert all(slot.module is not None for slot in table.board.ports)
    assert [p.hand_size for p in table.board.players] == [DEALT[players]] * players


@refuses("RW-1.1")
def test_no_other_number_of_modules_or_cards() -> None:
    table = Table(2)
    outcome = table.deal()

    def refuse(reason: str, **other: object) -> None:
        table.refuse(msgspec.structs.replace(outcome, **other), "RW-1.1", reason)

    refuse("module_count", modules=outcome.modules[:19])
    refuse("module_count", modules=[*outcome.modules, "BF"])
    refuse("hand_count", hands=outcome.hands[:1])
    refuse("hand_size", hands=[[1] * 6 + [2] * 6, outcome.hands[1]])
    refuse("other_round", round=2)
    refuse("other_round", round=0)


@refuses("RW-1.1")
def test_there_is_no_sixth_round() -> None:
    table = Table(2).pass_rounds(1)
    outcome = table.deal()
    table.refuse(msgspec.structs.replace(outcome, round=1), "RW-1.1", "other_round")
    table.refuse(msgspec.structs.replace(outcome, round=3), "RW-1.1", "other_round")


# RW-1.2 What is secret


@holds("RW-1.2")
def test_hands_are_secret_and_their_sizes_are_not() -> None:
    table = station(3, hands=["111222333", "111222333"])
    for seat, view in enumerate(table.seen_by(seat) for seat in range(3)):
        assert [p.hand is None for p in view.players] == [other != seat for other in range(3)]
        assert [p.hand_size for p in view.players] == [9, 9, 9]
    assert all(p.hand is None for p in table.board.players)


@holds("RW-1.2")
def test_cards_in_slots_are_public_also_those_under_the_top() -> None:
    table = station(2, hands=[LOW, HIGH])
    table.play("0: port 4 pays 1\n1: port 5 pays 5+3")
    assert [table.board.ports[port].cards for port in (4, 5)] == [[1], [5, 3]]


@holds("RW-1.2")
def test_the_card_for_the_marker_is_known_to_who_laid_it_only() -> None:
    table = station(2, hands=[LOW, HIGH])
    events = table.match.act(read_entry("0: marker 2"))
    told = {seat: [e.code for e in events if e.is_for(seat)] for seat in (0, 1, None)}
    assert told == {0: ["marker", "marker_card"], 1: ["marker"], None: ["marker"]}
    for seat, card in ((0, 2), (1, None), (None, None)):
        line = msgspec.json.decode(table.match.record_for(seat).log[-1])
        assert line == {"do": "marker", "seat": 0, "card": card}


@refuses("RW-1.2", by="record/hidden")
def test_what_a_seat_sees_cannot_be_replayed() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: marker 2\n1: drops out")
    record = table.match.record_for(1)
    assert msgspec.json.decode(record.log[1])["hands"][0] is None
    expect_refusal(lambda: replay(table.game, record), "record", "hidden")
    fault = verify(table.game, record)
    assert fault is not None
    assert fault.entry == 1
    table.refuse_json({"do": "marker", "seat": 0, "card": None}, "record", "hidden")


# RW-1.3 Turns


@holds("RW-1.3")
def test_the_holder_of_the_marker_begins_and_play_goes_clockwise() -> None:
    table = station(4, first=2)
    order = []
    for port in (0, 2, 4, 6, 8):
        order.append(table.turn)
        table.play(f"{table.turn}: port {port} pays {table.hand(table.turn)[0]}")
    assert order == [2, 3, 0, 1, 2]


@refuses("RW-1.3")
def test_nobody_acts_out_of_turn() -> None:
    station(3, first=1).play(
        """
        0: port 4 pays 1 ✗ RW-1.3 not_your_turn
        2: drops out     ✗ RW-1.3 not_your_turn
        0: marker 1      ✗ RW-1.3 not_your_turn
        1: drops out
        1: drops out     ✗ RW-1.3 not_your_turn
        """
    )


@refuses("RW-1.3")
def test_nothing_is_launched_in_chapter_one() -> None:
    table = station(2, {0: "TA"}, [LOW, HIGH]).play("0: port 0 pays 1\n1: drops out")
    table.play(
        """
        0: row 1 settles in Arcadia ✗ RW-1.3 chapter_one
        0: row 1 settles in Babylon ✗ RW-1.3 chapter_one
        0: row 1 sacrificed         ✗ RW-1.3 chapter_one
        0: row 2 transports         ✗ RW-1.3 chapter_one
        """
    )


# RW-1.4 Payments


@holds("RW-1.4")
def test_a_module_is_acquired_by_laying_cards_in_its_slot() -> None:
    table = station(2, {4: "KK"}, [LOW, HIGH]).play("0: port 4 pays 1")
    assert table.board.ports[4].module is None
    assert table.board.ports[4].cards == [1]
    assert table.hand(0) == LOW[1:]
    assert table.player(0).rows[0] == ["KK"]


@refuses("RW-1.4")
def test_a_port_without_its_module_or_a_card_not_held() -> None:
    station(2, hands=[LOW, HIGH]).play(
        """
        0: port 4 pays 5   ✗ RW-1.4 not_held
        0: port 4 pays 1
        1: port 4 pays 3   ✗ RW-1.4 no_module
        1: port 5 pays 1+1 ✗ RW-1.4 not_held
        """
    )


@holds("RW-1.4a")
def test_a_lonely_port_costs_one_card_of_any_officer() -> None:
    table = station(2, hands=["1112223334445"])
    assert all(table.offers(f"0: port 7 pays {officer}") for officer in range(1, 6))
    table.play("0: port 7 pays 5")


@refuses("RW-1.4a")
def test_a_lonely_port_never_costs_more() -> None:
    station(2, hands=[LOW]).play(
        """
        0: port 7 pays 1+1     ✗ RW-1.4a one_card
        0: port 7 pays 2+1+1   ✗ RW-1.4a one_card
        0: port 7 pays 1+1+1+1 ✗ RW-1.4a one_card
        """
    )


@holds("RW-1.4b")
def test_beside_one_top_that_officer_or_any_two_cards() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: port 4 pays 3")
    table.play("1: port 5 pays 3\n0: drops out\n1: port 6 pays 4+4\n1: port 7 pays 5+3")


@holds("RW-1.4b")
def test_between_two_tops_of_the_same_officer() -> None:
    table = station(2, hands=[LOW, HIGH])
    table.play("0: port 3 pays 1\n1: port 8 pays 3\n0: port 5 pays 1\n1: port 10 pays 3")
    assert table.offers("0: port 4 pays 1")
    assert table.offers("0: port 4 pays 2+2")
    assert table.offers("0: port 4 pays 1+2")
    table.play("0: port 4 pays 2+2")


@refuses("RW-1.4b")
def test_beside_one_top_no_other_single_card() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: port 4 pays 1")
    table.play(
        """
        1: port 3 pays 3 ✗ RW-1.4b match_or_two
        1: port 5 pays 4 ✗ RW-1.4b match_or_two
        """
    )


def between_1_and_2() -> Table:
    """Port 4 lies between a 1 and a 2; seat 0 is on turn and holds 1 1 2 2 3 3 3 4 4 4 5 5."""
    table = station(2, {4: "TT"}, ["1112233344455", "1122244455533"])
    return table.play("0: port 3 pays 1\n1: port 5 pays 2")


@holds("RW-1.4c")
def test_between_different_tops_both_or_three_with_one_of_them_or_any_four() -> None:
    table = between_1_and_2()
    for cards in ("1+2", "2+1"):
        assert table.offers(f"0: port 4 pays {cards}")
    for cards in ("1+3+4", "3+1+4", "4+2+3", "3+2+3", "1+1+2", "2+1+1"):  # the match lies anywhere
        assert table.offers(f"0: port 4 pays {cards}")
    for cards in ("3+3+4+4", "5+3+3+4", "1+1+2+2"):
        assert table.offers(f"0: port 4 pays {cards}")
    table.play("0: port 4 pays 5+1+4")
    assert table.board.ports[4].cards == [5, 1, 4]


@refuses("RW-1.4c")
def test_between_different_tops_no_two_or_three_that_match_too_little() -> None:
    between_1_and_2().play(
        """
        0: port 4 pays 1+1   ✗ RW-1.4c both
        0: port 4 pays 1+3   ✗ RW-1.4c both
        0: port 4 pays 3+4   ✗ RW-1.4c both
        0: port 4 pays 3+4+5 ✗ RW-1.4c one_of_three
        0: port 4 pays 3+3+3 ✗ RW-1.4c one_of_three
        """
    )


@holds("RW-1.4d")
def test_three_cards_free_the_choice_of_the_top_where_two_would_match() -> None:
    table = between_1_and_2().play("0: port 4 pays 5+1+2")
    assert table.player(0).rows[4] == ["TT"]


@refuses("RW-1.4d")
def test_nobody_overpays_or_pays_with_nothing() -> None:
    table = station(2, hands=["1112233344455", "1122244455533"])
    table.play(
        """
        0: port 3 pays 1
        1: port 2 pays 1+1+2   ✗ RW-1.4d one_or_two
        1: port 2 pays 1+1+2+2 ✗ RW-1.4d one_or_two
        1: port 5 pays 2
        0: port 4 pays 1       ✗ RW-1.4d two_to_four
        0: port 4 pays 1+1+2+2+3 ✗ RW-1.4d never
        """
    )
    table.refuse(Acquire(seat=0, port=8, cards=[]), "RW-1.4d", "never")


@refuses("RW-1.4", by="record/ascending")
def test_the_cards_below_the_top_are_written_ascending() -> None:
    between_1_and_2().play(
        """
        0: port 4 pays 5+4+1   ✗ record ascending
        0: port 4 pays 1+3+2+4 ✗ record ascending
        """
    )


# RW-1.5 to RW-1.7 The top card, docking, terrabots


@holds("RW-1.5")
def test_the_payer_chooses_the_top_card_and_it_names_the_row() -> None:
    for top, other in ((3, 5), (5, 3)):
        table = station(2, {5: "TT"}, [LOW, HIGH])
        table.play(f"0: port 4 pays 1\n1: port 5 pays {top}+{other}")
        assert table.player(1).rows[top - 1] == ["TT"]
        assert table.player(1).rows[other - 1] == []


@refuses("RW-1.5", by="RW-1.4b")
def test_the_card_below_the_top_need_not_and_cannot_be_matched() -> None:
    table = station(2, hands=["1111112222235", HIGH])
    table.play(
        """
        0: port 4 pays 1
        1: port 5 pays 4+3
        0: port 6 pays 3 ✗ RW-1.4b match_or_two
        0: port 8 pays 1
        1: port 6 pays 4
        """
    )


@holds("RW-1.6")
def test_a_row_is_a_stack_without_a_limit() -> None:
    table = settlement({2: "TA TB TC TD TE TA TB TC TD TE"}, {})
    assert " ".join(table.player(0).rows[1]) == "TA TB TC TD TE TA TB TC TD TE"
    table.play("0: row 2 settles in Elysium\n0: row 2 settles in Daedalus")
    assert len(table.player(0).rows[1]) == 8


@refuses("RW-1.6", by="RW-2.3")
def test_a_covered_module_cannot_be_launched() -> None:
    settlement({2: "TA LB"}, {}).play("0: row 2 settles in Arcadia ✗ RW-2.3 not_a_terrabot")


@holds("RW-1.7")
def test_terrabots_score_4_4_3_2_2() -> None:
    table = Table(2)
    gained = []
    terrabots = ["TA", "TB", "TC", "TD", "TE"]
    while terrabots:
        ports = {4: terrabots.pop(0)}
        table.match.take(table.deal(ports, [LOW, HIGH], keep=" ".join(terrabots)))
        before = table.player(table.turn).score
        table.play("0: port 4 pays 1")
        gained.append(table.player(0).score - before)
        table.all_drop_out()
    assert gained == [4, 4, 3, 2, 2]
    assert table.points(0).terrabots == 15


@holds("RW-1.7")
def test_other_modules_score_nothing() -> None:
    for code in ("H2", "B1", "S1", "BF", "LA", "TT"):
        table = station(2, {4: code}, [LOW, HIGH]).play("0: port 4 pays 1")
        assert table.player(0).score == 0


@refuses("RW-1.7", by="record/result")
def test_other_points_for_terrabots_are_refused() -> None:
    table = settlement({1: "TA"}, {}).play("0: row 1 settles in Arcadia")
    assert table.points(0).terrabots == 4
    table.refuse_claim("breakdown.0.terrabots", 3)


# RW-1.8 The marker


@holds("RW-1.8")
def test_the_marker_costs_a_card_scores_a_point_and_leaves_the_order() -> None:
    table = station(3, first=0).play("0: port 4 pays 1")
    table.play(f"1: marker {table.hand(1)[0]}")
    assert table.player(1).score == table.points(1).marker == 1
    assert table.player(1).hand_size == 8
    assert (table.board.marker, table.turn) == (1, 2)
    table.all_drop_out().round()
    assert table.turn == 1


@holds("RW-1.8")
def test_its_holder_may_take_it_too() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: marker 3")
    assert table.board.marker == 0
    assert table.player(0).score == 1


@holds("RW-1.8")
def test_if_nobody_takes_it_it_stays() -> None:
    table = station(3, first=2).all_drop_out().round()
    assert table.turn == table.board.marker == 2


@refuses("RW-1.8")
def test_the_marker_is_taken_once_a_round_with_a_card_held() -> None:
    table = station(2, hands=[LOW, HIGH])
    table.play(
        """
        0: marker 4 ✗ RW-1.8 not_held
        0: marker 1
        1: marker 3 ✗ RW-1.8 taken
        1: port 4 pays 3
        0: marker 2 ✗ RW-1.8 taken
        """
    )
    table.all_drop_out().round(hands=[LOW, HIGH]).play("0: marker 1")  # again in the next round


# RW-1.9 to RW-1.11 Dropping out, the end of a round


@holds("RW-1.9")
def test_dropping_out_scores_a_point_for_each_card_left() -> None:
    table = station(3, hands=["111222333"]).play("0: port 4 pays 1")
    table.play("1: drops out\n2: port 8 pays 5\n0: drops out")
    assert [table.points(seat).cards for seat in range(3)] == [8, 9, 0]
    assert [table.player(seat).hand_size for seat in range(3)] == [0, 0, 8]
    assert table.turn == 2


@refuses("RW-1.9", by="RW-1.3")
def test_who_has_dropped_out_is_out_of_the_round() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: drops out\n1: port 4 pays 3")
    table.play("0: port 8 pays 1 ✗ RW-1.3 not_your_turn\n0: drops out ✗ RW-1.3 not_your_turn")
    assert table.turn == 1


def with_empty_hand() -> Table:
    """Seat 0 has laid its last card, seat 1 is on turn, the others have dropped out."""
    table = station(4, hands=["1111112", "2222233"])
    table.play("0: port 0 pays 1\n1: port 13 pays 2\n2: drops out\n3: drops out")
    table.play("0: port 1 pays 1\n1: port 14 pays 2\n0: port 2 pays 1\n1: port 15 pays 2")
    table.play("0: port 3 pays 1\n1: port 16 pays 2\n0: port 4 pays 1\n1: port 17 pays 2")
    return table.play("0: port 5 pays 1\n1: port 19 pays 3\n0: marker 2")


@holds("RW-1.10")
def test_an_empty_hand_is_out_without_a_choice() -> None:
    table = with_empty_hand()
    assert table.player(0).hand_size == 0
    lines = len(table.match.log)
    events = table.match.act(read_entry("1: drops out"))
    assert len(table.match.log) == lines + 1  # nothing is written for seat 0
    assert table.phase == "round"
    assert ("out_of_cards", {"seat": 0}) in [(e.code, dict(e.params)) for e in events]
    assert table.points(0).cards == 0


@holds("RW-1.10")
def test_the_last_card_of_the_last_player_ends_the_round() -> None:
    table = station(4, hands=["1111112"]).play("0: port 0 pays 2")
    table.play("1: drops out\n2: drops out\n3: drops out\n0: port 2 pays 1\n0: port 4 pays 1")
    table.play("0: port 6 pays 1\n0: port 8 pays 1\n0: marker 1")
    assert table.phase == "station"
    events = table.match.act(read_entry("0: port 11 pays 1"))
    assert table.phase == "round"
    assert "out_of_cards" in [event.code for event in events]


@refuses("RW-1.10", by="RW-1.3")
def test_an_empty_hand_cannot_drop_out() -> None:
    with_empty_hand().play("0: drops out ✗ RW-1.3 not_your_turn")


@holds("RW-1.10")
def test_with_nothing_to_acquire_and_no_marker_one_can_only_drop_out() -> None:
    table = station(2, hands=[LOW, HIGH]).play("0: marker 1\n1: drops out")
    table.play("0: port 0 pays 2\n0: port 2 pays 1\n0: port 4 pays 2\n0: port 6 pays 1")
    table.play("0: port 8 pays 2\n0: port 19 pays 1\n0: port 17 pays 2\n0: port 15 pays 1")
    table.play("0: port 13 pays 2\n0: port 11 pays 1")
    assert table.hand(0) == "23"  # and every port left lies between a 1 and a 2
    assert table.game.legal_entries(table.position, 0) == [read_entry("0: drops out")]


@holds("RW-1.11")
def test_what_is_left_at_the_station_is_out_of_the_game() -> None:
    table = station(2, {0: "IN", 1: "ME"}, [LOW, HIGH]).play("0: port 0 pays 1").all_drop_out()
    assert all(slot.module is None and not slot.cards for slot in table.board.ports)
    assert sum(table.board.bag.values()) == 80
    table.round()
    assert [p.hand_size for p in table.board.players] == [13, 13]  # all cards were gathered
    table.all_drop_out().pass_rounds(3)
    assert table.phase == "settlement"
    assert [sum(map(len, p.rows)) for p in table.board.players] == [1, 0]


@refuses("RW-1.11", by="RW-S4")
def test_it_never_comes_back() -> None:
    table = station(2, {1: "ME"}).all_drop_out()
    outcome = table.deal()
    again = msgspec.structs.replace(outcome, modules=["ME", *outcome.modules[1:]])
    table.refuse(again, "RW-S4", "not_in_bag")


@refuses("RW-1.11", by="record/chance_first")
def test_nobody_acts_before_the_next_round_is_set_up() -> None:
    table = station(2).all_drop_out()
    table.play("0: port 1 pays 1 ✗ record chance_first\n1: drops out ✗ record chance_first")


@refuses("RW-1.11", by="record/no_chance_now")
def test_no_round_is_set_up_before_all_have_dropped_out() -> None:
    table = station(2).play("0: drops out")
    table.refuse(table.deal(), "record", "no_chance_now")
    table.all_drop_out().pass_rounds(4)
    assert table.match.is_over  # nobody has a module
