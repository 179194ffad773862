"""Building (MA-3)."""

import pytest

from farhaven.core.hexgrid import hexgrid
from farhaven.games.mars.records.entries import Build
from tests.marks import holds, refuses
from tests.mars.table import RICH, Table, acting, build_way, table

# MA-3.1 Costs


@holds("MA-3.1")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("road 1,0,W", {"oxide": 1, "brick": 1}),
        ("city 0,0,N", {"brick": 2, "grain": 2, "oxide": 1}),
        ("dome 1,-2 sheep", {"glass": 1, "oxide": 1}),
        ("settlement 1,0,N", {"glass": 1, "oxide": 1, "grain": 1, "sheep": 1}),
        ("buys victory", {"grain": 1, "sheep": 1, "glass": 1}),
    ],
)
def test_what_it_costs_goes_to_the_bank(line: str, cost: dict[str, int]) -> None:
    t = build_way(acting(2, RICH), 0, "1,-1,S", "1,0,N")
    hand, bank = t.hand(0), t.open.bank
    t.play(f"0: {line}")
    for name, count in hand.items():
        assert t.hand(0).get(name, 0) == count - cost.get(name, 0)
        assert t.open.bank.get(name, 0) == bank.get(name, 0) + cost.get(name, 0)


@refuses("MA-3.1")
@pytest.mark.parametrize(
    ("line", "hand"),
    [
        ("road 1,0,W", "1 oxide"),
        ("road 1,0,W", "1 brick"),
        ("city 0,0,N", "1 oxide + 1 brick + 2 grain"),
        ("city 0,0,N", "2 brick + 2 grain"),
        ("dome 1,-2 sheep", "1 glass"),
        ("settlement 1,0,N", "1 glass + 1 oxide + 1 grain"),
        ("buys cowboy", "1 glass + 1 grain"),
    ],
)
def test_not_without_the_cards(line: str, hand: str) -> None:
    t = build_way(acting(2), 0, "1,-1,S", "1,0,N")
    t.position.bank += t.position.players[0].hand
    t.position.players[0].hand = 0
    t.give(0, hand).play(f"0: {line} ✗ MA-3.1 cannot_pay")
    assert not t.offers(f"0: {line}")


@refuses("MA-3.1")
def test_not_without_a_piece_in_the_supply() -> None:
    t = acting(2, RICH)
    build_way(t, 0, "1,-1,S", "1,0,N")
    player = t.position.players[0]
    player.roads_left = player.settlements_left = player.cities_left = player.domes_left = 0
    t.play(
        """
        0: road 1,0,W ✗ MA-3.1 none_left
        0: settlement 1,0,N ✗ MA-3.1 none_left
        0: city 0,0,N ✗ MA-3.1 none_left
        0: dome 1,-2 grain ✗ MA-3.1 none_left
        """
    )
    assert not t.listed(Build)


# MA-3.2 Roads


@holds("MA-3.2")
def test_a_road_joins_an_own_road_settlement_or_city() -> None:
    t = acting(2, RICH)
    sites = {e.at for e in t.listed(Build) if isinstance(e, Build) and e.piece == "road"}
    assert sites == {
        *("0,0,NW", "1,-1,W"),  # at the settlement 0,0,N
        *("1,0,NW", "1,0,W"),  # at the end of its road, 1,-1,S
        *("0,1,NE", "1,1,W"),  # at the settlement 1,0,S
        *("1,1,NE", "2,0,W"),  # at the end of its road, 1,1,N
    }
    t.play("0: city 0,0,N\n0: road 0,0,NW\n0: road 0,0,W")


@refuses("MA-3.2")
def test_not_on_a_road_and_not_apart() -> None:
    t = acting(2, RICH)
    t.play("0: road 0,0,NE ✗ MA-3.2 path_is_taken\n0: road 0,2,NW ✗ MA-3.2 path_is_taken")
    t.play("0: road 0,-2,NW ✗ MA-3.2 not_joined\n0: road 0,2,NE ✗ MA-3.2 not_joined")


@refuses("MA-3.2")
def test_not_through_another_players_building() -> None:
    t = build_way(acting(2, RICH), 0, "1,0,S", "0,2,N")  # seat 1's road ends there
    t.play("0: road 0,2,NW ✗ MA-3.2 path_is_taken")
    t = acting(2)
    build_way(t, 0, "0,0,N", "0,-1,S", "-1,1,N", "0,0,S")
    t.play("0: ends\n1: rolls 5 6")
    build_way(t, 1, "0,1,S", "-1,2,N", "-1,1,S").give(1, RICH)
    t.play("1: settlement -1,1,S\n1: ends\n0: rolls 5 6").give(0, RICH)
    t.play("0: road 0,1,W")  # 0,0,S down to -1,2,N, where seat 1 has roads only
    t.play("0: road -1,2,NE ✗ MA-3.2 path_is_taken")


@refuses("MA-3.2")
def test_a_building_closes_the_paths_behind_it() -> None:
    t = acting(2)
    build_way(t, 0, "1,1,N", "2,-1,S", "2,0,N")  # seat 0 comes from the left
    t.play("0: ends\n1: rolls 5 6")
    position = t.position
    assert t.offers("0: road 2,0,NE") is False  # not on turn
    position.players[1].reached |= 1 << _number("2,0,N")  # as if seat 1 had come from the right
    t.give(1, RICH).play("1: settlement 2,0,N\n1: ends\n0: rolls 5 6").give(0, RICH)
    t.play("0: road 2,0,NE ✗ MA-3.2 not_joined\n0: road 3,-1,W ✗ MA-3.2 not_joined")


def _number(crossing: str) -> int:
    return hexgrid(2).crossing_numbers[crossing]


# MA-3.3 and MA-3.4 Settlements


@holds("MA-3.3", "MA-3.4")
def test_a_settlement_on_a_free_crossing_that_an_own_road_reaches() -> None:
    t = build_way(acting(2, RICH), 0, "1,-1,S", "1,0,N")
    assert t.offers("0: settlement 1,0,N")
    t.play("0: settlement 1,0,N")
    assert t.player(0).settlements == ["0,0,N", "1,0,N", "1,0,S"]


@refuses("MA-3.3")
def test_not_without_an_own_road_and_not_on_a_building() -> None:
    t = acting(2, RICH).play("0: settlement 1,0,N ✗ MA-3.3 no_road")
    t.play("0: settlement 0,0,N ✗ MA-3.3 crossing_is_taken")
    t.play("0: settlement 0,1,S ✗ MA-3.3 crossing_is_taken")
    build_way(t, 0, "1,-1,S", "1,0,N").play("0: ends\n1: rolls 5 6").give(1, RICH)
    t.play("1: settlement 1,0,N ✗ MA-3.3 no_road")


@refuses("MA-3.4")
def test_not_next_to_any_building() -> None:
    t = acting(2, RICH)
    t.play("0: settlement 1,-1,S ✗ MA-3.4 too_close\n0: settlement 1,1,N ✗ MA-3.4 too_close")
    build_way(t, 0, "1,0,S", "0,2,N").play("0: settlement 0,2,N ✗ MA-3.4 too_close")
    t.play("0: city 0,0,N\n0: settlement 0,-1,S ✗ MA-3.4 too_close")


# MA-3.5 and MA-3.6 Cities and points


@holds("MA-3.5", "MA-3.6")
def test_a_city_replaces_an_own_settlement_and_is_worth_two() -> None:
    t = acting(2, RICH)
    assert t.points(0) == 2
    t.play("0: city 0,0,N")
    assert (t.player(0).settlements, t.player(0).cities) == (["1,0,S"], ["0,0,N"])
    assert t.points(0) == 3
    build_way(t, 0, "1,-1,S", "1,0,N").play("0: settlement 1,0,N")
    assert t.points(0) == 4


@refuses("MA-3.5")
def test_no_city_without_an_own_settlement() -> None:
    t = acting(2, RICH)
    for crossing in ("0,1,S", "1,0,N"):
        t.play(f"0: city {crossing} ✗ MA-3.5 no_settlement")
    t.play("0: city 0,0,N").give(0, RICH).play("0: city 0,0,N ✗ MA-3.5 no_settlement")


@refuses("MA-3.6", by="record/over")
def test_points_count_towards_the_win() -> None:
    t = acting(2)
    t.position.players[0].settlements_left -= 7  # seven more than one could have
    t.give(0, "2 brick + 2 grain").play("0: city 0,0,N\n0: ends ✗ record over")


# MA-3.7 Domes


@holds("MA-3.7")
@pytest.mark.parametrize("grows", ["grain", "sheep"])
def test_a_dome_yields_what_was_said_in_place_of_glass_for_everybody(grows: str) -> None:
    t = acting(2, "1 glass + 1 oxide").play(f"0: dome 0,1 {grows}\n0: ends")
    glass = t.hand(0)["glass"], t.hand(1)["glass"]
    t.play("1: rolls 2 3")  # both have a settlement there
    assert (t.hand(0).get("glass"), t.hand(1).get("glass")) == glass
    assert [t.hand(seat)[grows] for seat in (0, 1)] == [1, 1]  # type: ignore[index]
    assert [t.points(seat) for seat in (0, 1)] == [2, 2]


@holds("MA-3.7")
def test_no_own_building_is_needed_next_to_it() -> None:
    t = acting(2, "4 glass + 4 oxide")
    domes = {(e.at, e.grows) for e in t.listed(Build) if isinstance(e, Build) and e.piece == "dome"}
    sand = ("1,-2", "-1,-1", "1,-1", "2,-1", "-1,0", "0,1", "-2,2", "0,2")
    assert domes == {(field, grows) for field in sand for grows in ("grain", "sheep")}
    t.play("0: dome -2,2 grain\n0: dome 1,-2 sheep")
    assert {f.at: f.dome for f in t.open.fields if f.dome} == {"-2,2": "grain", "1,-2": "sheep"}


@holds("MA-3.7")
def test_under_the_aliens_it_is_built_and_stays_blocked() -> None:
    t = table(2).play("0: rolls 3 4\n0: aliens to 1,-1").give(0, "1 glass + 1 oxide")
    t.play("0: dome 1,-1 grain\n0: ends\n1: rolls 2 2")
    assert "grain" not in t.hand(0)
    t.play("1: ends\n0: rolls 3 4\n0: aliens to 2,0\n0: ends\n1: rolls 2 2")
    assert t.hand(0)["grain"] == 1


@refuses("MA-3.7")
def test_only_on_sand_with_a_chip_and_without_a_dome() -> None:
    t = acting(2, "3 glass + 3 oxide")
    t.play(
        """
        0: dome 0,-1 grain ✗ MA-3.7 not_sand
        0: dome 1,1 sheep ✗ MA-3.7 not_sand
        0: dome 0,0 sheep ✗ MA-3.7 barren
        0: dome 1,-2 sheep
        0: dome 1,-2 grain ✗ MA-3.7 has_dome
        0: dome 1,-2 sheep ✗ MA-3.7 has_dome
        """
    )


@refuses("MA-3.7", by="record/missing")
def test_the_builder_says_what_grows() -> None:
    t = acting(2, "3 glass + 3 oxide")
    t.refuse_json({"do": "build", "seat": 0, "piece": "dome", "at": "1,-2"}, "record", "missing")
    glass = {"do": "build", "seat": 0, "piece": "dome", "at": "1,-2", "grows": "glass"}
    t.refuse_json(glass, "record", "field")
    road = {"do": "build", "seat": 0, "piece": "road", "at": "1,0,NW", "grows": "grain"}
    t.refuse_json(road, "record", "unwanted")


# MA-3.8 Longest trade road

FIVE = ("1,-1,S", "1,0,N", "2,-1,S", "2,0,N", "3,-1,S")  # with 0,0,NE a chain of five


def five(players: int = 2) -> Table:
    """Seat 0 has a chain of five: from 0,0,N along FIVE."""
    return build_way(acting(players), 0, *FIVE)


@holds("MA-3.8")
def test_the_first_chain_of_five_takes_the_card() -> None:
    t = build_way(acting(2), 0, *FIVE[:-1])
    assert (t.player(0).longest_chain, t.open.longest_road, t.points(0)) == (4, None, 2)
    build_way(t, 0, *FIVE[-2:])
    assert (t.player(0).longest_chain, t.open.longest_road, t.points(0)) == (5, 0, 4)
    assert t.events[-1].code == "longest_road"


@holds("MA-3.8")
def test_a_fork_counts_only_its_longer_branch_and_a_ring_all_of_it() -> None:
    t = build_way(acting(2), 0, "1,-1,S", "0,1,N")
    assert t.player(0).longest_chain == 2
    build_way(t, 0, "1,-1,S", "1,0,N")
    assert t.player(0).longest_chain == 2
    build_way(t, 0, "0,1,N", "0,0,S", "-1,1,N", "0,-1,S", "0,0,N")  # round the field 0,0
    assert t.player(0).longest_chain == 7


@holds("MA-3.8")
def test_it_passes_to_a_strictly_longer_chain_only() -> None:
    t = five().play("0: ends\n1: rolls 5 6")
    chain = ("0,2,N", "1,1,S", "1,2,N", "2,0,S", "2,1,N", "3,-1,S")
    build_way(t, 1, *chain[:-1])  # with 0,2,NW five
    assert (t.player(1).longest_chain, t.open.longest_road) == (5, 0)
    build_way(t, 1, *chain[-2:])
    assert (t.player(1).longest_chain, t.open.longest_road) == (6, 1)
    assert (t.points(0), t.points(1)) == (2, 4)


def broken(t: Table, seat: int, crossing: str) -> Table:
    """A seat builds a settlement on a crossing, as if a road of its own led there."""
    t.position.players[seat].reached |= 1 << _number(crossing)
    return t.give(seat, RICH).play(f"{seat}: settlement {crossing}")


@holds("MA-3.8")
def test_a_broken_chain_loses_the_card() -> None:
    t = five().play("0: ends\n1: rolls 5 6")
    broken(t, 1, "2,0,N")  # four roads before it, one behind
    assert (t.player(0).longest_chain, t.open.longest_road, t.points(0)) == (4, None, 2)
    assert [e.code for e in t.events] == ["built_settlement", "longest_road_lost"]


@holds("MA-3.8")
def test_a_building_at_the_end_of_a_chain_breaks_nothing() -> None:
    t = five().play("0: ends\n1: rolls 5 6")
    broken(t, 1, "3,-1,S")
    assert (t.player(0).longest_chain, t.open.longest_road) == (5, 0)


def holder(t: Table) -> int | None:
    """Who has the longest trade road."""
    return t.open.longest_road


def two_chains(first: int, second: int) -> Table:
    """Chains of seat 1, round the south, and of seat 2, round the north-west; seat 0 is on turn."""
    t = acting(3).play("0: ends\n1: rolls 5 6")
    south = ("0,1,S", "-1,2,N", "-1,1,S", "-2,3,N", "-2,2,S", "-3,3,N", "-2,1,S")
    build_way(t, 1, *south[:first])  # with 0,2,NW one more
    t.play("1: ends\n2: rolls 5 6")
    north = ("-1,-1,S", "-2,0,N", "-1,-2,S", "-1,-1,N", "0,-3,S", "0,-2,N", "1,-3,S")
    build_way(t, 2, *north[:second])  # with -1,0,W one more
    return t.play("2: ends\n0: rolls 5 6")


@holds("MA-3.8")
def test_a_broken_holder_keeps_it_while_tied_for_longest() -> None:
    t = two_chains(5, 6)
    assert [t.player(seat).longest_chain for seat in (1, 2)] == [5, 6]
    assert t.open.longest_road == 2
    broken(t, 0, "0,-3,S")  # cuts the last road off: five are left
    assert [t.player(seat).longest_chain for seat in (1, 2)] == [5, 5]
    assert t.open.longest_road == 2


@holds("MA-3.8")
def test_a_broken_holder_loses_it_to_a_single_longer_chain() -> None:
    t = two_chains(5, 6)
    broken(t, 0, "-1,-2,S")  # three are left
    assert [t.player(seat).longest_chain for seat in (1, 2)] == [5, 3]
    assert (t.open.longest_road, t.points(1), t.points(2)) == (1, 4, 2)


@holds("MA-3.8")
def test_with_a_tie_of_others_nobody_has_it_until_a_single_one_is_longest() -> None:
    t = two_chains(5, 5)  # both have five; seat 1 was first
    assert holder(t) == 1
    build_way(t, 0, *FIVE, "2,1,N")  # six
    assert holder(t) == 0
    t.play("0: ends\n1: rolls 5 6")
    broken(t, 1, "2,-1,S")  # three roads on each side: the others’ five are longest, and tied
    assert [t.player(seat).longest_chain for seat in (0, 1, 2)] == [3, 5, 5]
    assert holder(t) is None
    t.play("1: ends\n2: rolls 5 6\n2: ends\n0: rolls 5 6")
    broken(t, 0, "-1,-2,S")  # seat 2's is broken: seat 1 has the single longest
    assert holder(t) == 1
