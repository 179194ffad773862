"""Chapter two: settlement (RW-2)."""

import pytest

from tests.marks import holds, refuses
from tests.transcript import Table, sacrifices, settlement

# RW-2.1 and RW-2.2 Turns and launches


@holds("RW-2.1")
def test_the_marker_s_holder_begins_and_who_has_no_module_is_skipped_for_good() -> None:
    table = settlement({1: "TA TB"}, {1: "TC"}, {}, {1: "TD"}, first=3)
    table.play(
        """
        3: row 1 settles in Delphi
        0: row 1 settles in Babylon
        1: row 1 settles in Calypso
        0: row 1 settles in Arcadia
        """
    )
    assert table.match.is_over


@holds("RW-2.1")
def test_if_its_holder_has_no_module_the_next_begins() -> None:
    assert settlement({1: "TA"}, {}, {1: "TB"}, first=1).turn == 2


@holds("RW-2.1")
def test_without_any_module_the_game_is_over_at_once() -> None:
    table = settlement({}, {})
    assert table.match.is_over
    assert table.points(0).final == dict.fromkeys(("defence", *"ABCDE"), -3)


@refuses("RW-2.1")
def test_nobody_launches_out_of_turn() -> None:
    settlement({1: "TA TA"}, {1: "TB TA"}).play(
        """
        1: row 1 settles in Babylon  ✗ RW-2.1 not_your_turn
        1: row 1 settles in Atlantis ✗ RW-2.1 not_your_turn
        0: row 1 settles in Atlantis
        0: row 1 settles             ✗ RW-2.1 not_your_turn
        """
    )


@refuses("RW-2.1", by="record/over")
def test_nothing_happens_after_the_end() -> None:
    table = settlement({1: "B1"}, {}).play("0: row 1 sacrificed")
    table.play("0: row 1 sacrificed ✗ record over")


@holds("RW-2.2")
def test_any_row_s_open_end_can_be_launched() -> None:
    table = settlement({1: "TA H1", 2: "TB", 5: "BF"}, {})
    launches = ("row 1 defends", "row 1 transports", "row 2 settles in Babylon", "row 5 sacrificed")
    assert all(table.offers(f"0: {launch}") for launch in launches)


@refuses("RW-2.2")
def test_an_empty_row_and_the_deeds_of_chapter_one() -> None:
    settlement({1: "TA"}, {}).play(
        """
        0: row 2 settles in Arcadia ✗ RW-2.2 row_is_empty
        0: row 2 transports         ✗ RW-2.2 row_is_empty
        0: port 4 pays 1            ✗ RW-2.2 chapter_two
        0: marker 1                 ✗ RW-2.2 chapter_two
        0: drops out                ✗ RW-2.2 chapter_two
        """
    )


# RW-2.3 Terrabots


@holds("RW-2.3")
def test_a_terrabot_founds_the_city_of_its_letter_or_joins_it() -> None:
    table = settlement({1: "TB TB"}, {1: "TB"})
    table.play("0: row 1 settles in New Berlin\n1: row 1 settles in Borealis\n0: row 1 settles")
    (city,) = table.player(0).cities
    assert (city.letter, city.sign, city.tiles) == ("B", "New Berlin", ["TB", "TB"])
    assert table.board.signs["B"] == ["Babylon", "Bifrost"]


@refuses("RW-2.3")
def test_a_sign_of_the_letter_that_is_left_and_only_for_a_new_city() -> None:
    table = settlement({1: "TB TB", 2: "H1", 3: "LB"}, {1: "TB"})
    table.play(
        """
        0: row 1 settles             ✗ RW-2.3 which_sign
        0: row 1 settles in Arcadia  ✗ RW-2.3 other_letter
        0: row 2 settles             ✗ RW-2.3 not_a_terrabot
        0: row 3 settles in Bifrost  ✗ RW-2.3 not_a_terrabot
        0: row 1 settles in Bifrost
        1: row 1 settles in Bifrost  ✗ RW-2.3 sign_is_gone
        1: row 1 settles in Babylon
        0: row 1 settles in Borealis ✗ RW-2.3 city_exists
        """
    )


# RW-2.4 Defence


@holds("RW-2.4")
def test_shuttles_and_satellites_defend_with_their_shields() -> None:
    table = settlement({1: "H1", 2: "LA", 3: "K1"}, {})
    table.play("0: row 1 defends\n0: row 2 defends\n0: row 3 defends")
    me = table.player(0)
    assert (me.defence, me.shields) == (["H1", "LA", "K1"], 1 + 2 + 1)
    assert (me.shuttles, me.satellites) == ([], [])
    assert (me.progress["shuttles"], me.progress["satellites"]) == (0, 0)


@refuses("RW-2.4")
def test_no_shuttle_without_a_shield_no_terrabot_no_builder() -> None:
    settlement({1: "H0", 2: "TA", 3: "B1", 4: "H1 B2"}, {}).play(
        """
        0: row 1 defends ✗ RW-2.4 no_shield
        0: row 2 defends ✗ RW-2.4 cannot_defend
        0: row 3 defends ✗ RW-2.4 cannot_defend
        0: row 4 defends ✗ RW-2.4 cannot_defend
        """
    )


# RW-2.5 Transport


@holds("RW-2.5")
@pytest.mark.parametrize(
    ("cargo", "rows", "city"),
    [
        ("", [["TA", "B1", "B2"], ["BF"]], []),
        ("1>A", [["TA", "B1"], ["BF"]], ["B2"]),  # uncovered by the shuttle
        ("1>A 1>box", [["TA"], ["BF"]], ["B2"]),  # uncovered by the first unit
        ("2>A", [["TA", "B1", "B2"], []], ["BF"]),
        ("2>A 1>A", [["TA", "B1"], []], ["BF", "B2"]),
        ("2>A 1>A, second first", [["TA", "B1"], []], ["B2", "BF"]),
    ],
)
def test_a_shuttle_takes_up_to_two_builder_units(
    cargo: str, rows: list[list[str]], city: list[str]
) -> None:
    table = settlement({1: "TA B1 B2 H0", 2: "BF", 3: "TA"}, {})
    table.play(f"0: row 3 settles in Arcadia\n0: row 1 transports {cargo}")
    assert [list(row) for row in table.player(0).rows[:2]] == rows
    assert table.city(0, "A") == ["TA", *city]
    assert table.player(0).shuttles == ["H0"]


@refuses("RW-2.5")
def test_only_builder_units_at_open_ends_and_no_more_than_two() -> None:
    table = settlement({1: "BF BF BF H0", 2: "BF TA", 3: "LA"}, {}).play("0: row 3 task")
    table.play(
        """
        0: row 1 transports 2>box         ✗ RW-2.5 no_builder_there
        0: row 1 transports 3>box         ✗ RW-2.5 no_builder_there
        0: row 1 transports 1>box 2>box   ✗ RW-2.5 no_builder_there
        0: row 1 transports 1>box 1>box 1>box ✗ RW-2.5 too_much_cargo
        0: row 2 transports               ✗ RW-2.5 not_a_shuttle
        """
    )


@refuses("RW-2.5")
def test_all_cargo_is_placed_once() -> None:
    table = settlement({1: "BF BF H0", 2: "TA"}, {}).play("0: row 2 settles in Aurora")
    transport = {"do": "launch", "seat": 0, "row": 1, "use": "transport", "cargo": [1, 1]}
    for units in ([0], [], [0, 0], [0, 2], [0, 1, 1]):
        placed = [{"unit": unit, "city": "A"} for unit in units]
        table.refuse_json({**transport, "placed": placed}, "RW-2.5", "all_cargo_placed")
    table.refuse_json(transport, "record", "missing")
    table.refuse_json({**transport, "placed": [], "city": "A"}, "record", "unwanted")
    table.refuse_json({**transport, "placed": [{"unit": 0}]}, "record", "field")


@holds("RW-2.5a")
@pytest.mark.parametrize("second", ["", " 1>B", " 2>B", " 3>B"])
def test_a_shuttle_behind_a_single_builder_may_be_launched_with_it(second: str) -> None:
    table = settlement({1: "B3 H0 B1", 2: "B2", 3: "BF", 4: "TA", 5: "TB"}, {})
    table.play("0: row 4 settles in Avalon\n0: row 5 settles in Bifrost")
    table.play(f"0: row 1 transports 1>A{second}")
    assert table.city(0, "A") == ["TA", "B1"]
    assert table.player(0).shuttles == ["H0"]
    assert table.player(0).rows[0] == ([] if second == " 1>B" else ["B3"])


@refuses("RW-2.5a")
def test_only_for_transport_only_with_that_builder_first_and_not_behind_two() -> None:
    table = settlement({1: "H1 B1", 2: "H1 B2 B3", 3: "BF"}, {})
    table.play(
        """
        0: row 1 transports             ✗ RW-2.5a coupled_first
        0: row 1 transports 3>box       ✗ RW-2.5a coupled_first
        0: row 1 transports 3>box 1>box ✗ RW-2.5a coupled_first
        0: row 2 transports 2>box       ✗ RW-2.5a two_in_front
        0: row 2 transports 2>box 2>box ✗ RW-2.5a two_in_front
        0: row 1 defends                ✗ RW-2.4 cannot_defend
        """
    )


@holds("RW-2.5a")
def test_the_second_builder_may_be_one_that_is_coupled_itself() -> None:
    table = settlement({1: "H1 B1", 2: "H1 B2", 3: "TA"}, {})
    table.play("0: row 3 settles in Atlantis\n0: row 1 transports 1>A 2>box\n0: row 2 defends")


# RW-2.6 Placing builder units


@holds("RW-2.6")
def test_a_unit_goes_to_a_city_where_it_can() -> None:
    table = settlement({1: "B1 H0", 2: "TA"}, {}).play("0: row 2 settles in Arcadia")
    table.play("0: row 1 transports 1>A")
    assert table.city(0, "A") == ["TA", "B1"]


@refuses("RW-2.6")
def test_it_is_not_optional() -> None:
    table = settlement({1: "B1 H0", 2: "BF H0", 3: "TA"}, {}).play("0: row 3 settles in Arcadia")
    table.play(
        """
        0: row 1 transports 1>box     ✗ RW-2.6 must_be_placed
        0: row 2 transports 2>box     ✗ RW-2.6 must_be_placed
        0: row 2 transports 2>A 1>box ✗ RW-2.5 no_builder_there
        """
    )


@holds("RW-2.6a")
def test_farming_goes_to_any_city_and_without_a_city_to_the_box() -> None:
    table = settlement({1: "BF BF H0 BF H0", 2: "TA", 3: "TB"}, {})
    table.play(
        """
        0: row 1 transports 1>box
        0: row 2 settles in Arcadia
        0: row 3 settles in Babylon
        0: row 1 transports 1>A 1>B
        """
    )
    assert (table.city(0, "A"), table.city(0, "B")) == (["TA", "BF"], ["TB", "BF"])
    me = table.player(0)
    assert me.progress["farming"] == 2  # what went to the box counts for nothing
    assert [city.size for city in me.cities] == [3, 3]  # the sign counts, too
    assert (me.progress["row1"], me.progress["docking"], me.progress["city"]) == (0, 0, 3)


@refuses("RW-2.6a")
def test_farming_needs_a_city_of_one_s_own() -> None:
    table = settlement({1: "BF H0"}, {1: "TA TB"}, first=1).play("1: row 1 settles in Babylon")
    table.play("0: row 1 transports 1>B ✗ RW-2.6a no_such_city")


def two_cities(units: str, more: str = "") -> Table:
    """Seat 0 has the cities A and B, company 1 in A, and shuttles with units behind them."""
    rows = {1: f"{units} H0", 2: f"{more} H0".strip(), 3: "B1 H0", 4: "TA", 5: "TB"}
    table = settlement(rows, {})
    table.play("0: row 4 settles in Arcadia\n0: row 5 settles in Babylon")
    return table.play("0: row 3 transports 3>A")


@holds("RW-2.6b")
def test_a_company_stays_in_its_city_and_takes_a_new_one_without_a_company() -> None:
    table = two_cities("BF B2 B1").play("0: row 1 transports 1>A 1>B\n0: row 2 transports 1>B")
    assert table.city(0, "A") == ["TA", "B1", "B1"]
    assert table.city(0, "B") == ["TB", "B2", "BF"]


@holds("RW-2.6b")
def test_without_a_free_city_it_goes_to_the_box_and_counts_for_nothing() -> None:
    table = two_cities("B3 B2 B3").play("0: row 1 transports 1>B 1>box")
    assert table.city(0, "B") == ["TB", "B3"]
    table.play("0: row 2 transports 1>B")  # company 3 is at home there
    assert table.city(0, "B") == ["TB", "B3", "B3"]


@holds("RW-2.6b")
def test_of_two_new_companies_the_first_placed_takes_the_last_city() -> None:
    first = two_cities("B2 B3").play("0: row 1 transports 1>B 1>box")
    second = two_cities("B2 B3").play("0: row 1 transports 1>box 1>B, second first")
    assert (first.city(0, "B"), second.city(0, "B")) == (["TB", "B3"], ["TB", "B2"])


@refuses("RW-2.6b")
def test_one_company_in_a_city_and_one_city_for_a_company() -> None:
    two_cities("B2 B1").play(
        """
        0: row 1 transports 1>B             ✗ RW-2.6b company_is_elsewhere
        0: row 1 transports 1>A 1>A         ✗ RW-2.6b city_has_a_company
        0: row 1 transports 1>C             ✗ RW-2.6b no_such_city
        0: row 1 transports 1>A 1>box       ✗ RW-2.6 must_be_placed
        """
    )
    two_cities("B2 B3").play(
        """
        0: row 1 transports 1>B 1>B         ✗ RW-2.6b city_has_a_company
        0: row 1 transports 1>box 1>B       ✗ RW-2.6 must_be_placed
        """
    )


@refuses("RW-2.6b")
def test_two_units_of_a_new_company_share_a_city() -> None:
    table = settlement({1: "B2 B2 H0", 2: "TA", 3: "TB"}, {})
    table.play("0: row 2 settles in Arcadia\n0: row 3 settles in Babylon")
    table.play("0: row 1 transports 1>A 1>B ✗ RW-2.6b company_is_elsewhere")
    table.play("0: row 1 transports 1>B 1>B")


@holds("RW-2.6c")
def test_a_special_unit_scores_the_tiles_of_its_city() -> None:
    table = two_cities("S1").play("0: row 1 transports 1>A")
    assert table.points(0).specials == 4  # sign, terrabot, unit, itself


@holds("RW-2.6c")
def test_it_counts_what_was_placed_before_it() -> None:
    before = two_cities("S1 BF").play("0: row 1 transports 1>A 1>A")
    after = two_cities("S1 BF").play("0: row 1 transports 1>A 1>A, second first")
    assert (before.points(0).specials, after.points(0).specials) == (5, 4)


@holds("RW-2.6c")
def test_in_the_box_it_scores_nothing() -> None:
    table = settlement({1: "S1 H0"}, {}).play("0: row 1 transports 1>box")
    assert table.points(0).specials == 0
    table = settlement({1: "S1"}, {}).play("0: row 1 sacrificed")
    assert table.points(0).specials == 0


@refuses("RW-2.6c", by="record/result")
def test_other_points_for_a_special_unit_are_refused() -> None:
    table = settlement({1: "S1 H0 TA"}, {})
    table.play("0: row 1 settles in Avalon\n0: row 1 transports 1>A")
    assert table.points(0).specials == 3
    table.refuse_claim("breakdown.0.specials", 2)


# RW-2.7 and RW-2.8 Sacrifices and tasks


@holds("RW-2.7")
@pytest.mark.parametrize("code", ["B1", "S1", "BF"])
def test_a_builder_unit_may_be_sacrificed(code: str) -> None:
    table = settlement({1: f"H0 {code}", 2: "TA"}, {}).play("0: row 2 settles in Arcadia")
    table.play("0: row 1 sacrificed")
    assert table.player(0).rows[0] == ["H0"]
    assert table.city(0, "A") == ["TA"]


@refuses("RW-2.7")
@pytest.mark.parametrize("code", ["TA", "H0", "LA", "BU"])
def test_nothing_else_is_sacrificed(code: str) -> None:
    settlement({1: f"B1 {code}"}, {}).play("0: row 1 sacrificed ✗ RW-2.7 not_a_builder")


@holds("RW-2.8")
def test_a_task_scores_at_once_and_the_satellite_joins_its_row() -> None:
    table = settlement({1: "LA TA"}, {}).play("0: row 1 settles in Aurora\n0: row 1 task")
    assert table.points(0).satellites == 2
    assert table.player(0).satellites == ["LA"]


@holds("RW-2.8")
def test_a_task_may_be_worth_nothing() -> None:
    for code in ("LA", "K1", "KK", "IN", "ME", "TT", "SH", "BU"):
        table = settlement({1: code}, {}).play("0: row 1 task")
        assert table.points(0).satellites == 0


@refuses("RW-2.8")
def test_a_city_is_named_just_where_one_is_chosen() -> None:
    table = settlement({1: "IN", 2: "LA", 3: "TA", 4: "H1", 5: "ME"}, {})
    table.play("0: row 1 task in A ✗ RW-2.8 no_city_wanted\n0: row 3 settles in Arcadia")
    table.play(
        """
        0: row 1 task      ✗ RW-2.8 which_city
        0: row 5 task      ✗ RW-2.8 which_city
        0: row 1 task in B ✗ RW-2.8 no_such_city
        0: row 2 task in A ✗ RW-2.8 no_city_wanted
        0: row 4 task      ✗ RW-2.8 not_a_satellite
        """
    )


# RW-2.9 Population ships


@holds("RW-2.9")
def test_ships_are_taken_after_every_turn_without_a_choice_and_once() -> None:
    table = settlement({1: "TA TA", 2: "TB TB"}, {1: "TC", 3: "TC TC"})
    table.play("0: row 1 settles in Arcadia")
    assert table.ships(0) == ["row3", "row4", "row5"]  # never used rows count as empty
    table.play("1: row 1 settles in Calypso")
    assert table.ships(1) == ["row1", "row2"]  # the others are gone
    table.play("0: row 1 settles")
    assert table.ships(0) == ["row3", "row4", "row5"]


@holds("RW-2.9")
def test_never_out_of_turn() -> None:
    table = settlement({1: "TA TA"}, {1: "TB TB"})
    assert table.ships(1) == []  # its rows 2 to 5 are empty, but it was not its turn
    table.play("0: row 1 settles in Arcadia")
    assert table.ships(0) == ["row2", "row3", "row4", "row5"]
    assert table.ships(1) == []


@holds("RW-2.9")
def test_the_points_ship_is_last_and_counts_the_others() -> None:
    table = settlement({1: "BF BF BF", 2: "BF", 3: "BF"}, {})
    assert table.player(0).score == 5 * 13 - 5  # cards left
    table.play("0: row 1 sacrificed")
    assert table.player(0).ships == ["row4", "row5", "points"]  # 60 + 5 + 5 are 70


@refuses("RW-2.9", by="record/result")
def test_ships_that_were_not_taken_cannot_be_claimed() -> None:
    table = sacrifices(settlement({1: "TA TA"}, {1: "TB TB"}))
    ships = table.points(1).ships_taken
    table.refuse_claim("breakdown.1.ships_taken", [*ships, "farming"])
    table.refuse_claim("breakdown.1.ships", table.points(1).ships + 5)
    table.refuse_claim("breakdown.0.ships_taken", table.points(0).ships_taken[::-1])
