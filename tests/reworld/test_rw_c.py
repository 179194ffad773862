"""The components (RW-C)."""

from collections import Counter
from pathlib import Path

import msgspec

from tests.marks import holds, refuses
from tests.transcript import Table, edited, refuse_components, sacrifices, settlement, station


def bag() -> Counter[str]:
    """All modules, before the first round."""
    return Counter(Table(2).board.bag)


@holds("RW-C1")
def test_there_are_100_modules_of_four_sorts() -> None:
    sorts = Counter(dict.fromkeys(("terrabots", "shuttles", "builders", "satellites"), 0))
    for code, copies in bag().items():
        sort = {"T": "terrabots", "H": "shuttles", "B": "builders", "S": "builders"}.get(code[0])
        if code in ("TT", "SH", "BU") or sort is None:
            sort = "satellites"
        sorts[sort] += copies
    assert sorts == {"terrabots": 25, "shuttles": 20, "builders": 39, "satellites": 16}
    assert bag().total() == 100


@refuses("RW-C1")
def test_no_other_module_can_be_drawn() -> None:
    table = Table(2)
    for code in ("TF", "H3", "B6", "ta", ""):
        modules = [code, *table.deal().modules[1:]]
        outcome = msgspec.structs.replace(table.deal(), modules=modules)
        table.refuse(outcome, "RW-C1", "no_such_module")


@refuses("RW-C1", by="record/component")
def test_a_box_of_101_modules_is_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, r"^farming = 9", "farming = 10"), "modules")


@holds("RW-C2")
def test_each_letter_has_five_terrabots() -> None:
    assert [bag()[f"T{letter}"] for letter in "ABCDE"] == [5] * 5


@refuses("RW-C2")
def test_there_is_no_letter_f() -> None:
    table = settlement({1: "TA H1 B1"}, {})
    table.play(
        """
        0: row 1 transports 1>F  ✗ RW-C2 no_such_letter
        0: row 1 transports 1>AB ✗ RW-C2 no_such_letter
        0: row 1 task in a       ✗ RW-C2 no_such_letter
        """
    )


@holds("RW-C3")
def test_builder_units_of_five_companies_and_farmers() -> None:
    assert [bag()[f"B{company}"] for company in range(1, 6)] == [5] * 5
    assert [bag()[f"S{company}"] for company in range(1, 6)] == [1] * 5
    assert bag()["BF"] == 9


@refuses("RW-C3", by="RW-S4")
def test_a_company_has_one_special_unit() -> None:
    table = Table(2)
    modules = ["S1", "S1", *table.deal().modules[2:]]
    table.refuse(msgspec.structs.replace(table.deal(), modules=modules), "RW-S4", "not_in_bag")


@refuses("RW-C3", by="record/component")
def test_a_company_with_two_special_units_is_refused(tmp_path: Path) -> None:
    path = edited(tmp_path, r"^specials_per_company = 1", "specials_per_company = 2")
    refuse_components(path, "specials_per_company")


@holds("RW-C4")
def test_shuttles_by_shields() -> None:
    assert [bag()[code] for code in ("H0", "H1", "H2")] == [5, 10, 5]
    table = settlement({1: "H2", 2: "H1"}, {})
    table.play("0: row 1 defends")
    assert table.player(0).shields == 2
    table.play("0: row 2 defends")
    assert table.player(0).shields == 3


@refuses("RW-C4", by="record/component")
def test_shuttles_with_three_shields_are_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, r"^shields = 2", "shields = 3"), "shuttles")


@refuses("RW-C4", by="record/component")
def test_two_lists_of_the_same_shuttles_are_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, r"^shields = 2", "shields = 1"), "shuttles")


SATELLITES = "LA LB LC LD LE K1 K2 K3 K4 K5 KK IN ME TT SH BU"


@holds("RW-C5")
def test_one_satellite_of_each_task_with_its_shields() -> None:
    assert [bag()[code] for code in SATELLITES.split()] == [1] * 16
    shields = [2] * 5 + [1] * 5 + [2, 1, 1, 1, 2, 1]
    for code, worth in zip(SATELLITES.split(), shields, strict=True):
        table = settlement({1: code}, {}).play("0: row 1 defends")
        assert table.player(0).shields == worth, code


TOWN = {
    # City A: 3 terrabots, a special unit and one more of company 1, a farmer; city B: 1 terrabot.
    1: "B1 S1 H1 BF H1 TA TA TA",
    2: "TB",
    3: "H2 H1",
}
BUILD_TOWN = """
    0: row 1 settles in Arcadia
    0: row 1 settles
    0: row 1 settles
    0: row 2 settles in Babylon
    0: row 1 transports 1>A
    0: row 1 transports 1>A 1>A
    0: row 3 defends
    0: row 3 defends
"""


def task_worth(code: str, city: str = "") -> int:
    """What a satellite's task is worth in the town."""
    table = settlement({**TOWN, 5: code}, {}).play(BUILD_TOWN)
    table.play(f"0: row 5 task in {city}" if city else "0: row 5 task")
    assert table.player(0).satellites == [code]
    return table.points(0).satellites


@holds("RW-C5", "RW-2.8")
def test_what_each_task_is_worth() -> None:
    assert task_worth("LA") == 2 * 3  # terrabots of the letter; the sign does not count
    assert task_worth("LB") == 2 * 1
    assert task_worth("LC") == 0
    assert task_worth("K1") == 3 * 2  # units of the company, the special one too
    assert task_worth("K2") == 0
    assert task_worth("KK") == 2 * 2  # company 1 and farming
    assert task_worth("IN", "A") == 3 * 3  # terrabots times builder units, the farmer too
    assert task_worth("IN", "B") == 0
    assert task_worth("ME", "A") == 7  # all tiles, the sign too
    assert task_worth("ME", "B") == 2
    assert task_worth("TT") == 4
    assert task_worth("SH") == 3
    assert task_worth("BU") == 3


@refuses("RW-C5", by="record/result")
def test_another_worth_of_a_task_is_refused() -> None:
    table = settlement({1: "LA TA"}, {}).play("0: row 1 settles in Avalon\n0: row 1 task")
    table.refuse_claim("breakdown.0.satellites", 3)


@refuses("RW-C5", by="RW-S4")
def test_a_satellite_is_there_only_once() -> None:
    table = Table(2)
    modules = ["IN", *table.deal().modules[1:19], "IN"]
    table.refuse(msgspec.structs.replace(table.deal(), modules=modules), "RW-S4", "not_in_bag")


@holds("RW-C6")
def test_six_cards_of_each_of_five_officers() -> None:
    table = station(4, hands=["1111112", "2222233", "3333444", "4445555"])
    assert [table.hand(seat) for seat in range(4)] == ["1111112", "2222233", "3333444", "4445555"]
    table.play("0: port 3 pays 1\n1: port 15 pays 3")
    assert [len(row) for row in table.player(0).rows] == [1, 0, 0, 0, 0]  # the number is the row
    assert [len(row) for row in table.player(1).rows] == [0, 0, 1, 0, 0]


@refuses("RW-C6")
def test_there_is_no_sixth_officer_and_no_seventh_card() -> None:
    table = Table(2)
    seven = [[1] * 7 + [2] * 6, [3] * 6 + [4] * 6 + [5]]
    table.refuse(msgspec.structs.replace(table.deal(), hands=seven), "RW-C6", "too_many_dealt")
    sixth = [[1] * 6 + [2] * 6 + [6], [3] * 6 + [4] * 6 + [5]]
    table.refuse(msgspec.structs.replace(table.deal(), hands=sixth), "RW-C6", "no_such_officer")
    table.round().play(
        """
        0: port 4 pays 6 ✗ RW-C6 no_such_officer
        0: port 4 pays 0 ✗ RW-C6 no_such_officer
        0: marker 9      ✗ RW-C6 no_such_officer
        """
    )
    settlement({1: "H1"}, {}).play(
        """
        0: row 6 defends        ✗ RW-C6 no_such_row
        0: row 0 defends        ✗ RW-C6 no_such_row
        0: row 1 transports 6>A ✗ RW-C6 no_such_row
        """
    )


@holds("RW-C7")
def test_four_signs_of_each_letter() -> None:
    signs = Table(2).board.signs
    assert signs["A"] == ["Arcadia", "Atlantis", "Aurora", "Avalon"]
    assert signs["B"] == ["Babylon", "Bifrost", "Borealis", "New Berlin"]
    assert signs["C"] == ["Calypso", "Camelot", "Cassini", "Concordia"]
    assert signs["D"] == ["Daedalus", "Delphi", "Destiny", "Discovery"]
    assert signs["E"] == ["Eden", "Elysium", "Endeavour", "Eos"]


@refuses("RW-C7")
def test_there_is_no_other_sign() -> None:
    settlement({1: "TB"}, {}).play(
        """
        0: row 1 settles in Berlin  ✗ RW-C7 no_such_sign
        0: row 1 settles in babylon ✗ RW-C7 no_such_sign
        """
    )


@refuses("RW-C7", by="record/component")
def test_signs_that_do_not_fit_their_letter_are_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, '"Aurora"', '"Zion"'), "signs.A")
    refuse_components(edited(tmp_path, '"Aurora"', '" "'), "signs.A")
    refuse_components(edited(tmp_path, '"Aurora"', '""'), "signs.A")
    refuse_components(edited(tmp_path, '"Aurora", ', ""), "signs.A")
    refuse_components(edited(tmp_path, '"Aurora"', '"Arcadia"'), "signs")


SHIPS = (
    *("row1", "row2", "row3", "row4", "row5", "docking", "city", "farming"),
    *("shields", "companies", "shuttles", "satellites", "rows", "points"),
)


@holds("RW-C8")
def test_fourteen_population_ships_on_the_board() -> None:
    assert tuple(Table(2).board.ships) == SHIPS


@holds("RW-C8")
def test_what_the_row_ships_are_worth() -> None:
    table = settlement({1: "TA TA", 2: "TB"}, {1: "TC TC", 2: "TC", 3: "TC"})
    table.play("0: row 2 settles in Babylon")  # rows 3 to 5 were never used, row 2 is now empty
    assert table.ships(0) == ["row2", "row3", "row4", "row5"]
    assert table.points(0).ships == 4 * 5 + 6  # and the points ship


@holds("RW-C8")
def test_what_the_docking_ship_is_worth() -> None:
    table = settlement({1: "TA"}, {1: "TB TB", 2: "TB"}, first=1)
    table.play("1: row 1 settles in Babylon\n0: row 1 settles in Arcadia")
    assert table.ships(1) == ["row3", "row4", "row5"]
    assert table.player(1).ships[-1] == "points"
    assert table.player(0).ships == ["row1", "row2", "docking"]
    assert table.points(0).ships == 5 + 5 + 6


ENDLESS = {1: "TE TE", 2: "TE", 3: "TD", 4: "TD", 5: "TD"}  # keeps all rows of the other in use


def take(rows: dict[int, str], transcript: str, *, players: int = 2) -> list[str]:
    """The ships from the city ship on that seat 0 takes while the others only settle."""
    others = [ENDLESS] + [{}] * (players - 2)
    table = settlement(rows, *others)
    for line in transcript.strip().splitlines():
        table.play(line)
        if 1 in table.match.owing():
            table.match.act(table.game.legal_entries(table.position, 1)[0])
    first = SHIPS.index("city")
    return [ship for ship in table.ships(0) if SHIPS.index(ship) >= first]


@holds("RW-C8")
def test_the_shields_ship_wants_six_or_with_four_players_five() -> None:
    rows = {1: "TA TA", 2: "H1 H2 H2 H1"}
    five = "0: row 2 defends\n" * 3
    assert take(rows, five) == []
    assert take(rows, five + "0: row 2 defends") == ["shields"]
    assert take(rows, five, players=4) == ["shields"]


@holds("RW-C8")
def test_the_shuttles_ship_wants_five_or_with_four_players_four() -> None:
    rows = {1: "TA TA", 2: "H0 H0 H0 H0 H0"}
    four = "0: row 2 transports\n" * 4
    assert take(rows, four) == []
    assert take(rows, four + "0: row 2 transports") == ["shuttles"]
    assert take(rows, four, players=4) == ["shuttles"]


@holds("RW-C8")
def test_the_satellites_ship_wants_five_or_with_four_players_four() -> None:
    rows = {1: "TA TA", 2: "LA LB LC LD LE"}
    four = "0: row 2 task\n" * 4
    assert take(rows, four) == []
    assert take(rows, four + "0: row 2 task") == ["satellites"]
    assert take(rows, four, players=4) == ["satellites"]


@holds("RW-C8")
def test_the_farming_ship_wants_three_farmers() -> None:
    rows = {1: "BF BF BF H0 H0 TA"}
    two = "0: row 1 settles in Arcadia\n0: row 1 transports\n0: row 1 transports 1>A 1>A\n"
    assert take(rows, two) == []
    rows = {1: "BF BF H0 BF H0 TA"}
    three = "0: row 1 settles in Arcadia\n0: row 1 transports 1>A\n0: row 1 transports 1>A 1>A"
    assert take(rows, three) == ["farming"]


@holds("RW-C8")
def test_the_city_ship_wants_eight_tiles_sign_included() -> None:
    rows = {1: "TB TB", 2: "B1 BF H0 TA TA TA TA TA"}
    seven = "0: row 2 settles in Arcadia\n" + "0: row 2 settles\n" * 4 + "0: row 2 transports 2>A\n"
    assert take(rows, seven) == []
    eight = seven.replace("2>A", "2>A 2>A")
    assert take(rows, eight) == ["city"]


@holds("RW-C8")
def test_the_rows_ship_wants_all_six_or_with_four_players_five() -> None:
    rows = {1: "TA TA", 2: "TB", 3: "TC", 4: "TD", 5: "TE H1"}
    five = """0: row 1 settles in Arcadia
        0: row 2 settles in Babylon
        0: row 3 settles in Calypso
        0: row 4 settles in Delphi
        0: row 5 defends"""
    assert take(rows, five) == []
    assert take(rows, five + "\n0: row 5 settles in Eos") == ["rows"]
    assert take(rows, five, players=4) == ["rows"]


@holds("RW-C8")
def test_the_companies_ship_wants_six_or_with_four_players_five() -> None:
    rows = {
        1: "B1 B2 H0 TA",
        2: "B3 B4 H0 TB",
        3: "B5 BF H0 TC",
        4: "TD",
        5: "TE",
    }
    cities = """0: row 1 settles in Arcadia
        0: row 2 settles in Babylon
        0: row 3 settles in Calypso
        0: row 4 settles in Delphi
        0: row 5 settles in Eos
        0: row 1 transports 1>A 1>B
        0: row 2 transports 2>C 2>D
        """
    five, six = "0: row 3 transports 3>A", "0: row 3 transports 3>A 3>E"
    assert "companies" not in take(rows, cities + five)
    assert "companies" in take(rows, cities + six)
    assert "companies" in take(rows, cities + five, players=4)


@holds("RW-C8", "RW-2.9")
def test_the_points_ship_wants_seventy_or_with_four_players_sixty() -> None:
    def has_it(row: str, players: int) -> bool:
        """After the first turn, in which rows 2 to 5 bring 20 points."""
        table = settlement({1: f"{row} BF"}, *[{}] * (players - 1)).play("0: row 1 sacrificed")
        return "points" in table.player(0).ships

    assert has_it("B1 B1 B2 B2 B3 B3 B4 B4 B5 B5 S1 S2 S3 S4", 2)  # 65 - 15 + 20
    assert not has_it("B1 B1 B2 B2 B3 B3 B4 B4 B5 B5 S1 S2 S3 S4 S5", 2)
    assert has_it("TA TA", 4)  # 35 - 3 + 8 + 20
    assert not has_it("TA TA B1", 4)


@refuses("RW-C8", by="record/result")
def test_other_points_for_a_ship_are_refused() -> None:
    table = settlement({1: "TA"}, {}).play("0: row 1 settles in Arcadia")
    assert table.points(0).ships_taken[:6] == ["row1", "row2", "row3", "row4", "row5", "docking"]
    table.refuse_claim("breakdown.0.ships", table.points(0).ships - 1)
    table.refuse_claim("breakdown.0.ships_taken", ["row1"])


@refuses("RW-C8", by="record/component")
def test_a_board_without_a_ship_is_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, r"^docking = .*$", ""), "ships")
    refuse_components(edited(tmp_path, r"^(city = .*), at_least = .*$", r"\1 }"), "ships.city")


@holds("RW-C9")
def test_points_for_the_ranks_of_the_final_ship() -> None:
    final = Table(2).game.components.final_ship
    assert final["defence"] == ((15,), (15, 7), (20, 10, 4))
    assert final["A"] == ((14,), (14, 6), (18, 10, 4))
    assert final["B"] == ((12,), (12, 6), (16, 8, 4))
    assert final["C"] == ((11,), (11, 5), (14, 8, 4))
    assert final["D"] == ((9,), (9, 5), (12, 6, 4))
    assert final["E"] == ((8,), (8, 4), (10, 6, 4))


@refuses("RW-C9", by="record/result")
def test_two_players_are_paid_only_the_first_rank() -> None:
    table = sacrifices(settlement({1: "TA TA"}, {1: "TA"}))
    assert [table.points(seat).final["A"] for seat in (0, 1)] == [14, 0]
    table.refuse_claim("breakdown.1.final.A", 6)


@refuses("RW-C9", by="record/component")
def test_a_final_ship_without_a_category_is_refused(tmp_path: Path) -> None:
    refuse_components(edited(tmp_path, r"^C = \[\[.*$", ""), "final_ship")
    refuse_components(edited(tmp_path, r"^C = \[\[11\], ", "C = ["), "final_ship.C")
