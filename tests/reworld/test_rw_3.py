"""The end (RW-3), with the worked examples of the rule books."""

import re
from pathlib import Path

from tests.marks import holds, refuses
from tests.transcript import Table, edited, own_components, sacrifices, settlement

LETTERS = "ABCDE"
NOTHING = {1: "BF"}  # a builder unit to sacrifice


def final(table: Table, category: str) -> list[int]:
    """Everybody's points in a category of the final ship."""
    assert table.match.is_over
    return [table.points(seat).final[category] for seat in range(table.seats)]


def shields(*rows: str) -> list[int]:
    """The defence points of players who defend with all these modules."""
    table = settlement(*[{1: row} if row else {} for row in rows])
    while not table.match.is_over:
        table.play(f"{table.turn}: row 1 defends")
    return final(table, "defence")


def cities(letter: str, *terrabots: int) -> list[int]:
    """The points for a city of players who have so many terrabots of its letter."""
    table = settlement(*[{1: " ".join([f"T{letter}"] * n)} if n else {} for n in terrabots])
    return final(sacrifices(table), letter)


# The worked examples


@holds("RW-3.3")
def test_example_one_leads_two_are_tied_one_has_none() -> None:
    assert shields("H2 H2", "H2", "H1 H1", "") == [20, 7, 7, -3]


@holds("RW-3.3")
def test_example_two_tied_first_and_two_tied_behind() -> None:
    assert cities("A", 1, 1, 1, 2) == [4, 4, 4, 18]
    table = settlement({1: "TA TA"}, {1: "BF H0 TA"}, {1: "TA"}, {1: "TA"})
    table.play(
        """
        0: row 1 settles in Arcadia
        1: row 1 settles in Atlantis
        2: row 1 settles in Aurora
        3: row 1 settles in Avalon
        0: row 1 settles
        1: row 1 transports 1>A
        """
    )
    assert final(table, "A") == [14, 14, 2, 2]


@holds("RW-3.3")
def test_example_three_tied_first_one_behind() -> None:
    table = settlement({1: "TB TB"}, {1: "TB TB"}, {1: "BF H0 TB"}, {})
    assert final(sacrifices(table), "B") == [12, 12, 4, -3]
    table = settlement({1: "BF H0 TB"}, {1: "BF H0 TB"}, {1: "BF H0 TB"}, {1: "TB"})
    signs = table.board.signs["B"]
    for seat in range(4):
        table.play(f"{seat}: row 1 settles in {signs[seat]}")
    for seat in range(3):
        table.play(f"{seat}: row 1 transports 1>B")
    assert final(table, "B") == [9, 9, 9, 0]


@holds("RW-3.3")
def test_example_two_players_tied_in_a() -> None:
    assert cities("A", 2, 2) == [7, 7]


@holds("RW-C5")
def test_example_the_letter_a_satellite_with_three_terrabots() -> None:
    table = settlement({1: "LA TA TA TA"}, {}).play("0: row 1 settles in Arcadia")
    table.play("0: row 1 settles\n0: row 1 settles\n0: row 1 task")
    assert table.points(0).satellites == 6


# RW-3.1 Six categories


@holds("RW-3.1")
def test_shields_and_the_tiles_of_each_city_are_counted() -> None:
    table = settlement({1: "H2", 2: "TA TB TC TD TE"}, {1: "H1", 2: "TE TD TC TB TA"})
    table.play("0: row 1 defends\n1: row 1 defends")
    sacrifices(table)
    assert final(table, "defence") == [15, 0]
    for letter, half in zip(LETTERS, (7, 6, 5, 4, 4), strict=True):
        assert final(table, letter) == [half, half]


@holds("RW-3.1")
def test_builder_units_count_as_tiles_of_their_city() -> None:
    table = settlement({1: "BF H0 TA"}, {1: "TA"})
    table.play("0: row 1 settles in Arcadia\n1: row 1 settles in Avalon\n0: row 1 transports 1>A")
    assert final(table, "A") == [14, 0]


@refuses("RW-3.1", by="record/result")
def test_another_count_is_refused() -> None:
    table = sacrifices(settlement({1: "TA TA"}, {1: "TA"}))
    table.refuse_claim("breakdown.0.final.A", 7)
    table.refuse_claim("breakdown.0.total", table.points(0).total + 1)


# RW-3.2 Nothing at all


@holds("RW-3.2")
def test_without_a_tile_three_points_are_lost_and_no_rank_is_held() -> None:
    assert cities("C", 1, 0, 0) == [11, -3, -3]
    assert shields("", "", "H1", "") == [-3, -3, 20, -3]


@refuses("RW-3.2", by="record/result")
def test_a_rank_without_a_tile_is_refused() -> None:
    table = sacrifices(settlement({1: "TC"}, {}, {}))
    table.refuse_claim("breakdown.1.final.C", 5)
    table.refuse_claim("breakdown.1.final.C", 0)


# RW-3.3 Ranks and ties


@holds("RW-3.3")
def test_three_players_are_paid_two_ranks_and_two_players_one() -> None:
    assert shields("H2 H1", "H2", "H1") == [15, 7, 0]
    assert shields("H2", "H1") == [15, 0]
    assert cities("D", 3, 2, 0) == [9, 5, -3]


@holds("RW-3.3")
def test_shared_ranks_are_rounded_down() -> None:
    assert shields("H1", "H1") == [7, 7]  # 15
    assert shields("H1", "H1", "H1") == [7, 7, 7]  # 15 + 7 + 0
    assert shields("H2", "H1", "H1") == [15, 3, 3]  # 7 + 0
    assert cities("E", 1, 1, 1, 1) == [5, 5, 5, 5]  # 10 + 6 + 4 + 0
    assert cities("E", 2, 1, 1, 1) == [10, 3, 3, 3]  # 6 + 4 + 0


@refuses("RW-3.3", by="record/result")
def test_a_tie_that_is_not_shared_is_refused() -> None:
    table = sacrifices(settlement({1: "TA"}, {1: "TA"}))
    assert final(table, "A") == [7, 7]
    table.refuse_claim("breakdown.0.final.A", 14)


# RW-3.4 Who wins


@holds("RW-3.4")
def test_most_points_win() -> None:
    table = sacrifices(settlement({1: "TA TA"}, {1: "TA"}))
    result = table.match.result()
    assert result is not None
    assert result.winners == [max(range(2), key=lambda seat: result.scores[seat])]


@holds("RW-3.4")
def test_a_tie_goes_to_who_has_more_ships(tmp_path: Path) -> None:
    worthless = edited(tmp_path, r"(?s)^\[ships\].*(?=^# RW-C9)", _ships_without_points())
    table = settlement(NOTHING, NOTHING, components=worthless)
    table.play("0: row 1 sacrificed\n1: row 1 sacrificed")
    result = table.match.result()
    assert result is not None
    assert result.scores == [64 - 18] * 2
    assert [len(table.player(seat).ships) for seat in (0, 1)] == [6, 0]
    assert result.winners == [0]


def _ships_without_points() -> str:
    text = own_components()
    ships = text[text.index("[ships]") : text.index("# RW-C9")]
    return re.sub(r"points = \d+", "points = 0", ships)


@holds("RW-3.4")
def test_scores_have_no_floor() -> None:
    workers = {row: f"B{row} B{row} B{row} B{row} B{row} S{row} BF" for row in range(1, 6)}
    table = settlement(workers, {1: "TA"}, {}, {}, first=1)
    assert table.player(0).score == 0  # no card was left in any round
    table.play("1: row 1 settles in Arcadia")  # and takes the ships that seat 0 could have
    while not table.match.is_over:
        table.play(next(f"0: row {n} sacrificed" for n in workers if table.player(0).rows[n - 1]))
    assert table.points(0).total == -18


@holds("RW-3.4")
def test_with_nothing_at_all_the_win_is_shared() -> None:
    table = settlement({}, {}, {})
    result = table.match.result()
    assert result is not None
    assert result.scores == [5 * 9 - 18] * 3
    assert result.winners == [0, 1, 2]


@refuses("RW-3.4", by="record/result")
def test_other_winners_are_refused() -> None:
    table = settlement({}, {})
    table.refuse_claim("winners", [0])
    table.refuse_claim("winners", [1, 0])
    table.refuse_claim("scores", [48, 47])
