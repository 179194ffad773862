"""Board and components (MA-C)."""

from collections import Counter
from functools import partial
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from farhaven.core.chance import FastChance
from farhaven.core.hexgrid import hexgrid
from farhaven.core.violation import Illegal
from farhaven.games.mars.game import Mars
from farhaven.games.mars.records.entries import BoardLaid, CardDrawn, FieldLaid, HarbourLaid, Place
from farhaven.games.mars.rules.parts import count_of, size_of
from tests.marks import expect_refusal, holds, refuses
from tests.mars.table import Table, acting, table

CHIPS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
RESOURCES = ["glass", "oxide", "brick", "grain", "sheep"]


def random_board(seed: int) -> BoardLaid:
    """A board as chance lays it."""
    game = Mars()
    position = game.start_with(4, {})
    position.roll(FastChance(seed))
    laid = game.outcome(position)
    assert isinstance(laid, BoardLaid)
    return laid


# MA-C1 The planet


@holds("MA-C1")
def test_19_fields_54_crossings_72_paths() -> None:
    grid = hexgrid(2)
    rows = Counter(field.r for field in grid.fields)
    assert [rows[r] for r in range(-2, 3)] == [3, 4, 5, 4, 3]
    assert (len(grid.crossings), len(grid.paths), len(grid.coast)) == (54, 72, 30)


@refuses("MA-C1")
def test_a_board_has_each_field_once() -> None:
    t = Table(layout="random")
    fields = t.board().fields
    t.refuse(t.board(fields=fields[:18]), "MA-C1", "each_field_once")
    t.refuse(t.board(fields=[*fields[:18], fields[0]]), "MA-C1", "each_field_once")
    t.refuse(t.board(fields=[*fields, fields[0]]), "MA-C1", "each_field_once")


# MA-C2 Fields and chips


@holds("MA-C2")
@pytest.mark.parametrize("seed", range(20))
def test_nine_sand_five_air_five_mountains_and_one_barren_sand(seed: int) -> None:
    fields = random_board(seed).fields
    assert Counter(f.terrain for f in fields) == {"sand": 9, "air": 5, "mountain": 5}
    assert [f.terrain for f in fields if f.chip is None] == ["sand"]
    assert sorted(f.chip for f in fields if f.chip is not None) == CHIPS


@refuses("MA-C2")
def test_no_other_terrains_or_chips() -> None:
    t = Table(layout="random")
    fields = list(t.board().fields)

    def refuse(number: int, field: FieldLaid, reason: str) -> None:
        other = [field if i == number else f for i, f in enumerate(fields)]
        t.refuse(t.board(fields=other), "MA-C2", reason)

    refuse(0, FieldLaid("0,-2", "sand", 3), "other_terrains")
    refuse(0, FieldLaid("0,-2", "air", 4), "other_chips")
    refuse(0, FieldLaid("0,-2", "air", 7), "other_chips")
    refuse(0, FieldLaid("0,-2", "air", None), "barren_is_sand")
    refuse(1, FieldLaid("1,-2", "sand", None), "other_chips")
    refuse(9, FieldLaid("0,0", "sand", 3), "other_chips")


# MA-C3 Yields


@holds("MA-C3")
def test_sand_gives_glass_air_oxide_mountains_brick() -> None:
    t = table(2)  # seat 0 at 0,0 (barren), 0,-1 (M6), 1,-1 (S4), 1,0 (M6), 1,1 (A10), 0,1 (S5)
    assert t.hand(0) == {"glass": 1, "oxide": 1, "brick": 1}
    t.play("0: rolls 2 2\n0: ends")
    assert t.hand(0) == {"glass": 2, "oxide": 1, "brick": 1}
    t.play("1: rolls 3 3\n1: ends")
    assert t.hand(0) == {"glass": 2, "oxide": 1, "brick": 3}
    t.play("0: rolls 5 5\n0: ends")
    assert t.hand(0) == {"glass": 2, "oxide": 2, "brick": 3}


@refuses("MA-C3", by="MA-3.1")
def test_no_field_gives_grain_or_sheep_without_a_dome() -> None:
    t = table(2)
    for total in range(2, 13):
        if total != 7:
            t.play(f"{t.turn}: rolls {total // 2} {total - total // 2}\n{t.turn}: ends")
    assert not {"grain", "sheep"} & {*t.hand(0), *t.hand(1)}
    t.play(f"{t.turn}: rolls 5 6")
    t.give(t.turn, "2 brick").play(f"{t.turn}: city 0,0,N ✗ MA-3.1 cannot_pay")


# MA-C4 Layout


@holds("MA-C4")
@pytest.mark.parametrize("seed", range(30))
def test_6_and_8_never_lie_side_by_side(seed: int) -> None:
    grid = hexgrid(2)
    chips = {f.at: f.chip for f in random_board(seed).fields}
    for field in grid.fields:
        for near in field.neighbours():
            assert not {chips[field.name], chips.get(near.name)} <= {6, 8}


@holds("MA-C4")
def test_random_layouts_differ_and_the_beginners_layout_does_not() -> None:
    assert len({str(random_board(seed).fields) for seed in range(10)}) == 10
    game = Mars()
    laid = []
    for seed in range(4):
        position = game.start_with(3, {"layout": "beginners"})
        position.roll(FastChance(seed))
        laid.append(game.outcome(position))
    expected = Table(3).board()
    for board in laid:
        assert isinstance(board, BoardLaid)
        assert (board.fields, board.harbours) == (expected.fields, expected.harbours)


@refuses("MA-C4")
def test_chips_too_close_and_another_beginners_layout() -> None:
    t = Table(layout="random")
    fields = {f.at: f for f in t.board().fields}

    def swapped(a: str, b: str) -> list[FieldLaid]:
        other = {**fields}
        other[a] = msgspec.structs.replace(fields[a], chip=fields[b].chip)
        other[b] = msgspec.structs.replace(fields[b], chip=fields[a].chip)
        return list(other.values())

    t.refuse(t.board(fields=swapped("1,-1", "1,0")), "MA-C4", "chips_too_close")
    harmless = swapped("0,-2", "1,-2")
    Table().refuse(t.board(fields=harmless), "MA-C4", "not_beginners")
    t.refuse(CardDrawn(card="cowboy"), "MA-C4", "other_chance")
    t.match.take(t.board(fields=harmless))


@refuses("MA-C4", by="record/options")
def test_no_other_option() -> None:
    t = Table()
    wrong: list[dict[str, str | int]] = [
        {"layout": "huge"},
        {"order": "none"},
        {"harbours": "none"},
        {"layout": 1},
    ]
    for options in wrong:
        expect_refusal(partial(t.game.read_options, options), "record", "options")
    t.refuse_json({"chance": "board", "fields": [], "harbours": []}, "record", "field")
    t.refuse_json({"seat": 0, "do": "options"}, "record", "unknown_line")


# MA-C5 Harbours


@holds("MA-C5")
@pytest.mark.parametrize("seed", range(10))
def test_nine_harbours_in_steps_round_the_coast(seed: int) -> None:
    grid = hexgrid(2)
    harbours = random_board(seed).harbours
    places = sorted(grid.coast.index(grid.path_numbers[h.path]) for h in harbours)
    steps = [(b - a) % 30 for a, b in zip(places, places[1:] + places[:1], strict=True)]
    assert steps == [3, 3, 4] * 3
    ends = [end for h in harbours for end in grid.ends[grid.path_numbers[h.path]]]
    assert len(set(ends)) == 18
    assert Counter(h.kind for h in harbours) == {"3:1": 4, **dict.fromkeys(RESOURCES, 1)}


@holds("MA-C5")
def test_the_kinds_are_shuffled_and_the_places_are_not() -> None:
    boards = [random_board(seed) for seed in range(10)]
    assert len({tuple(h.path for h in board.harbours) for board in boards}) == 1
    assert len({tuple(h.kind for h in board.harbours) for board in boards}) > 5


@refuses("MA-C5")
def test_no_harbour_elsewhere_or_of_another_kind() -> None:
    t = Table(layout="random")
    harbours = list(t.board().harbours)
    moved = [HarbourLaid("0,-2,NE", harbours[0].kind), *harbours[1:]]
    t.refuse(t.board(harbours=moved), "MA-C5", "other_places")
    t.refuse(t.board(harbours=harbours[:8]), "MA-C5", "other_places")
    doubled = [HarbourLaid(harbours[0].path, "glass"), *harbours[1:]]
    t.refuse(t.board(harbours=doubled), "MA-C5", "other_kinds")


# MA-C6 Supply


@holds("MA-C6")
def test_15_roads_5_settlements_4_cities_4_domes() -> None:
    t = table(4)
    for seat in range(4):
        assert t.player(seat).left == {"road": 13, "settlement": 3, "city": 4, "dome": 4}


@holds("MA-C6")
def test_a_settlement_replaced_returns_to_the_supply() -> None:
    t = acting(2, "2 brick + 2 grain + 1 oxide").play("0: city 0,0,N")
    assert t.player(0).left == {"road": 13, "settlement": 4, "city": 3, "dome": 4}


@refuses("MA-C6", by="MA-3.1/none_left")
def test_nothing_is_built_from_an_empty_supply() -> None:
    t = acting(2, "5 glass + 5 oxide")
    for field in ("1,-2", "-1,-1", "1,-1", "2,-1"):
        t.play(f"0: dome {field} grain")
    t.play("0: dome -1,0 grain ✗ MA-3.1 none_left")


# MA-C7 Bank


@holds("MA-C7")
def test_19_cards_of_each_resource() -> None:
    assert Table().lay_out().open.bank == dict.fromkeys(RESOURCES, 19)
    t = table(4)
    for resource in RESOURCES:
        held = sum(t.hand(seat).get(resource, 0) for seat in range(4))  # type: ignore[call-overload]
        assert t.open.bank[resource] == 19 - held  # type: ignore[index]


@refuses("MA-C7")
def test_nobody_has_more_of_a_resource_than_there_is() -> None:
    t = acting(2).deal(0, "supply_drop")
    t.play("0: supply 20 glass ✗ MA-C7 too_many")
    t.refuse_json({"seat": 0, "do": "discard", "cards": {"glass": 1 << 70}}, "MA-C7", "too_many")


# MA-C8 Deck


@holds("MA-C8")
def test_25_cards_of_five_kinds() -> None:
    t = Table().lay_out()
    assert [count_of(t.position.deck, kind) for kind in range(5)] == [14, 5, 2, 2, 2]
    assert t.open.deck == 25


@holds("MA-C8")
def test_a_bought_card_is_secret_until_it_is_played() -> None:
    t = acting(3, "1 glass + 1 grain + 1 sheep").play("0: buys cowboy")
    assert t.seen_by(0).players[0].cards == ["cowboy"]
    for seat in (1, 2, None):
        assert t.seen_by(seat).players[0].cards is None
        assert t.seen_by(seat).players[0].card_count == 1
        assert t.seen_by(seat).deck == 24
    told = {seat: [e.code for e in t.events if e.is_for(seat)] for seat in (0, 1, None)}
    assert told == {0: ["card_drawn"], 1: [], None: []}
    for seat, card in ((0, "cowboy"), (1, None), (None, None)):
        line = msgspec.json.decode(t.match.record_for(seat).log[-1])
        assert line == {"chance": "card", "card": card}


@refuses("MA-C8")
def test_an_empty_deck_sells_nothing_and_a_card_is_drawn_only_if_it_is_there() -> None:
    t = acting(2, "1 glass + 1 grain + 1 sheep").deal(1, "requisition", "requisition")
    t.begin("0: buys requisition")
    t.refuse(CardDrawn(card="requisition"), "MA-C8", "not_in_deck")
    t.refuse(t.board(), "MA-C8", "other_chance")
    t.match.take(CardDrawn(card="victory"))
    t.play("1: rolls 5 6").give(1, "1 glass + 1 grain + 1 sheep")
    t.position.deck = 0
    t.play("1: buys cowboy ✗ MA-C8 deck_is_empty")
    assert not t.offers("1: buys cowboy")


@refuses("MA-C8", by="record/hidden")
def test_a_hidden_card_cannot_be_replayed() -> None:
    t = acting(2, "1 glass + 1 grain + 1 sheep")
    t.begin("0: buys cowboy")
    t.refuse(CardDrawn(card=None), "record", "hidden")


# MA-C9 Names


@holds("MA-C9")
def test_each_field_crossing_and_path_has_one_name() -> None:
    grid = hexgrid(2)
    assert {"0,0", "-2,2", "2,-2"} <= set(grid.field_numbers)
    names = [*grid.crossing_numbers, *grid.path_numbers]
    assert len(set(names)) == 54 + 72
    assert {name.split(",")[2] for name in grid.crossing_numbers} == {"N", "S"}
    assert {name.split(",")[2] for name in grid.path_numbers} == {"NE", "NW", "W"}
    assert grid.field_crossings[9] == tuple(
        grid.crossing_numbers[name]
        for name in ("0,0,N", "1,-1,S", "0,1,N", "0,0,S", "-1,1,N", "0,-1,S")
    )
    # where no land field has it as its own, a field in space gives the name
    assert {"-3,1,N", "3,-1,S", "0,3,NW", "3,0,W"} <= set(names)


@refuses("MA-C9")
def test_no_other_name() -> None:
    t = Table().lay_out()
    place = Place(seat=0, settlement="0,0,N", road="0,0,NE")
    for name in ("0,0", "0,0,E", "9,9,N", "+0,0,N", "0, 0,N", ""):
        wrong = msgspec.structs.replace(place, settlement=name)
        t.refuse(wrong, "MA-C9", "no_such_crossing")
    t.refuse(msgspec.structs.replace(place, road="0,0,E"), "MA-C9", "no_such_path")
    t = acting(2).play("0: aliens to 3,0 ✗ MA-C9 no_such_field")


# The component file


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("air = 5", "air = 4", "fields"),
        ("chips = [2,", "chips = [7,", "fields.chips"),
        ("chips = [2, 3,", "chips = [3,", "fields.chips"),
        ("apart = [6, 8]", "apart = [2, 3, 4, 5, 6, 8]", "fields.apart"),
        ('"0,-2,NW", ', '"0,-2,NE", ', "harbours.paths"),
        ('"0,-2,NW", ', '"0,0,NE", ', "harbours.paths"),
        ('kinds = ["3:1", ', "kinds = [", "harbours.kinds"),
        ("roads = 15", "roads = 1", "supply.roads"),
        ("cards = 19", "cards = 20", "bank.cards"),
        ("victory = 5", "victory = -1", "deck.victory"),
        ("harbour = 3 ", "harbour = 4 ", "trade"),
        ("road = { oxide = 1, brick = 1 }", "road = { wool = 1 }", "costs.road"),
        ("road = { oxide = 1, brick = 1 }", "road = {}", "costs.road"),
        ("to_win = 10", "to_win = 0", "points.to_win"),
        ("to_win = 10", "", "to_win"),
        ("road_crew = 2     #", "road_crew = 3 #", "limits.road_crew"),
        ("[limits]", "[limits]\nluck = 1", "luck"),
        ('{ at = "0,0", terrain = "sand" }', '{ at = "0,0", terrain = "air" }', "beginners.fields"),
        ('terrain = "sand", chip = 4', 'terrain = "sand", chip = 6', "beginners.fields"),
        ('{ at = "0,-2", terrain = "air", chip = 3 },', "", "beginners.fields"),
        ('harbours = ["3:1", "grain"', 'harbours = ["grain", "grain"', "beginners.harbours"),
        ("[fields]", "[fields", "file"),
    ],
)
def test_a_wrong_component_file_is_refused_with_the_key(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    text = Path(_own_file()).read_text("utf-8")
    assert old in text
    path = tmp_path / "components.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(Illegal) as refusal:
        Mars(path)
    violation = refusal.value.violation
    assert violation.reason == "component"
    assert key in f"{violation.params['key']} {violation.params['fault']}"


def _own_file() -> str:
    return str(files("farhaven.games.mars").joinpath("components.toml"))


def test_the_rules_read_their_numbers_from_the_file(tmp_path: Path) -> None:
    text = Path(_own_file()).read_text("utf-8")
    text = text.replace("roads = 15", "roads = 9").replace("to_win = 10", "to_win = 5")
    text = text.replace("road = { oxide = 1, brick = 1 }", "road = { glass = 1 }")
    path = tmp_path / "components.toml"
    path.write_text(text, "utf-8")
    t = Table(components=path).set_up().play("0: rolls 5 6\n0: road 1,0,NW")
    assert t.hand(0) == {"oxide": 1, "brick": 1}
    assert t.player(0).left["road"] == 6
    assert t.open.points_to_win == 5
    other = Table().set_up()  # two editions side by side
    assert other.player(0).left["road"] == 13
    assert size_of(other.position.deck) == 25
