"""Development cards (MA-4)."""

from collections.abc import Iterator
from itertools import permutations

from farhaven.core.chance import FastChance
from farhaven.games.mars.records.entries import Play
from farhaven.games.mars.rules.names import GRID
from tests.marks import holds, refuses
from tests.mars.table import RICH, Table, acting, build_way, table, way

CARD = "1 glass + 1 grain + 1 sheep"

# MA-4.1 The last act of a turn


@holds("MA-4.1")
def test_buying_a_card_ends_the_turn() -> None:
    t = acting(2, CARD).play("0: buys cowboy")
    assert (t.turn, t.open.phase) == (1, "rolling")


@holds("MA-4.1")
def test_playing_a_card_ends_the_turn() -> None:
    for line in ("cowboy to 2,0", "crew", "supply 2 glass", "requisition grain"):
        t = acting(2).deal(0, "cowboy", "road_crew", "supply_drop", "requisition")
        t.play(f"0: {line}")
        assert (t.turn, t.open.phase) == (1, "rolling")


@holds("MA-4.1")
def test_after_builds_and_after_a_theft_too() -> None:
    t = acting(2, RICH).deal(0, "cowboy").play("0: dome 1,-2 grain\n0: road 1,0,NW")
    t.play("0: cowboy to 0,1 takes glass from 1")
    assert (t.turn, t.open.phase) == (1, "rolling")


@refuses("MA-4.1")
def test_not_before_the_roll_and_only_what_one_has() -> None:
    t = table(2).deal(0, "cowboy").give(0, CARD)
    t.play(
        """
        0: cowboy to 2,0 ✗ MA-4.1 roll_first
        0: buys cowboy ✗ MA-4.1 roll_first
        0: rolls 5 6
        0: crew ✗ MA-4.1 no_such_card
        0: supply 2 glass ✗ MA-4.1 no_such_card
        0: requisition glass ✗ MA-4.1 no_such_card
        """
    )


@refuses("MA-4.1", by="MA-1.1")
def test_at_most_one_a_turn_and_never_the_one_just_bought() -> None:
    t = acting(2, CARD).play("0: buys cowboy\n0: cowboy to 2,0 ✗ MA-1.1 not_your_turn")
    t.play("1: rolls 5 6\n1: ends\n0: rolls 5 6\n0: cowboy to 2,0")
    t.deal(0, "cowboy").play("0: cowboy to 0,0 ✗ MA-1.1 not_your_turn")


@refuses("MA-4.1", by="record/unwanted")
def test_each_card_has_its_own_fields() -> None:
    t = acting(2).deal(0, "cowboy", "road_crew", "supply_drop", "requisition")
    play = {"do": "play", "seat": 0}
    for card, fields, reason in (
        ("cowboy", {"field": "2,0"}, "missing"),
        ("cowboy", {"victim": None}, "missing"),
        ("cowboy", {"field": "2,0", "victim": None, "roads": []}, "unwanted"),
        ("road_crew", {}, "missing"),
        ("road_crew", {"roads": [], "take": {}}, "unwanted"),
        ("supply_drop", {"take": {"glass": 2}, "resource": "glass"}, "unwanted"),
        ("requisition", {"resource": "glass", "victim": None}, "unwanted"),
        ("requisition", {}, "missing"),
    ):
        t.refuse_json({**play, "card": card, **fields}, "record", reason)
    t.refuse_json({**play, "card": "monopoly"}, "record", "field")


# MA-4.2 Space cowboys


@holds("MA-4.2")
def test_a_cowboy_moves_the_aliens_without_discards_and_stays_open() -> None:
    t = acting(2).deal(0, "cowboy").give(1, "9 sheep").play("0: cowboy to 0,1 takes sheep from 1")
    assert t.open.aliens == "0,1"
    assert (t.open.players[0].cowboys, t.open.players[0].card_count) == (1, 0)
    assert t.player(1).hand_size == 11
    assert t.hand(0)["sheep"] == 1


def cowboys(first: int, second: int) -> list[tuple[int | None, int, int]]:
    """Holder and points after each of so many cowboys of two seats, played in turn."""
    t = acting(2).deal(0, *["cowboy"] * first).deal(1, *["cowboy"] * second)
    for seat in range(2):
        t.position.players[seat].hand = 0  # nobody has a card to lose
    seen = []
    for number in range(first + second):
        if number:
            t.play(f"{t.turn}: rolls 5 6")
        t.play(f"{t.turn}: cowboy to {('2,0', '0,0')[number % 2]}")
        seen.append((t.open.cowboy_power, t.points(0), t.points(1)))
    return seen


@holds("MA-4.2")
def test_three_open_take_greatest_cowboy_power_and_more_take_it_away() -> None:
    assert cowboys(4, 3) == [
        (None, 2, 2),
        (None, 2, 2),
        (None, 2, 2),
        (None, 2, 2),
        (0, 4, 2),
        (0, 4, 2),  # three each: the holder keeps it
        (0, 4, 2),
    ]
    t = acting(2).deal(1, "cowboy").play("0: ends\n1: rolls 5 6")
    t.position.cowboy_holder = 0
    t.position.players[0].cowboys, t.position.players[1].cowboys = 3, 3
    t.play("1: cowboy to 2,0")
    assert (t.open.cowboy_power, t.points(0), t.points(1)) == (1, 2, 4)


@refuses("MA-4.2", by="MA-5.1")
def test_the_aliens_must_move_by_a_cowboy_too() -> None:
    t = acting(2).deal(0, "cowboy").play("0: cowboy to 0,0 ✗ MA-5.1 must_move")
    t.play("0: cowboy to 0,1 ✗ MA-5.2 choose_a_victim")


# MA-4.3 Progress cards


@holds("MA-4.3")
def test_road_crew_builds_up_to_two_roads_at_no_cost() -> None:
    for roads in ([], ["1,0,NW"], ["1,0,NW", "2,-1,W"], ["0,0,NW", "1,1,NE"]):
        t = acting(2).deal(0, "road_crew")
        hand = t.hand(0)
        t.play(f"0: crew {' '.join(roads)}")
        assert set(roads) <= set(t.player(0).roads)
        assert (t.hand(0), t.player(0).left["road"]) == (hand, 13 - len(roads))
        assert t.player(0).card_count == 0


def every_crew(t: Table) -> Iterator[tuple[str, ...]]:
    """All lists of up to two paths that the rules allow, tried one by one."""
    for count in range(3):
        for roads in permutations(GRID.path_numbers, count):
            entry = Play(seat=0, card="road_crew", roads=roads)
            if t.game.explain(t.position, 0, t.game.move(t.position, entry)) is None:
                yield roads


@holds("MA-4.3")
def test_each_set_of_free_roads_is_listed_once_and_any_order_is_taken() -> None:
    t = acting(2).deal(0, "road_crew")
    crews = [e.roads for e in t.listed(Play) if isinstance(e, Play)]
    sets = [frozenset(crew or ()) for crew in crews]
    assert len(set(sets)) == len(sets)
    assert set(sets) == {frozenset(crew) for crew in every_crew(t)}
    t.play("0: crew 2,-1,W 1,0,NW ✗ MA-3.2 not_joined")  # the second road must come first
    t.play("0: crew 1,0,NW 2,-1,W")


@holds("MA-4.3")
def test_road_crew_with_one_road_left() -> None:
    t = acting(2).deal(0, "road_crew")
    t.position.players[0].roads_left = 1
    crews = [e.roads for e in t.listed(Play) if isinstance(e, Play)]
    assert max(len(crew) for crew in crews) == 1  # type: ignore[arg-type]
    t.play("0: crew 1,0,NW 0,0,NW ✗ MA-3.1 none_left\n0: crew 1,0,NW")


@holds("MA-4.3")
def test_supply_drop_takes_two_cards_or_as_many_as_there_are() -> None:
    t = acting(2).deal(0, "supply_drop").play("0: supply 1 grain + 1 sheep")
    assert t.hand(0) == {"glass": 1, "oxide": 1, "brick": 1, "grain": 1, "sheep": 1}
    t = acting(2).deal(0, "supply_drop")
    assert len(t.listed(Play)) == 15
    t.position.bank = 1 << 32  # one sheep
    assert [e.take for e in t.listed(Play) if isinstance(e, Play)] == [{"sheep": 1}]
    t.position.bank = 0
    assert [e.take for e in t.listed(Play) if isinstance(e, Play)] == [{}]
    t.play("0: supply")


@holds("MA-4.3")
def test_requisition_takes_all_of_a_resource_from_all_others() -> None:
    t = acting(3).deal(0, "requisition").give(1, "3 glass").give(2, "1 sheep")
    t.play("0: requisition glass")
    assert [t.hand(seat).get("glass", 0) for seat in range(3)] == [1 + 4 + 1, 0, 0]
    assert t.hand(2) == {"oxide": 1, "sheep": 1}
    told = [(e.code, e.params.get("cards")) for e in t.events]
    assert told == [
        ("played", None),
        ("handed_over", "4 glass"),
        ("handed_over", "1 glass"),
    ]


@holds("MA-4.3")
def test_progress_cards_leave_the_game() -> None:
    t = acting(2).deal(0, "requisition").play("0: requisition glass")
    assert t.open.players[0].card_count == 0
    assert t.open.deck == 24
    sample = t.game.view(t.position, 1).sample(FastChance(3))
    assert sample.deck >> 32 == 1  # one requisition is left, and it is in the deck


@refuses("MA-4.3")
def test_what_progress_cards_cannot_do() -> None:
    t = acting(2).deal(0, "road_crew", "supply_drop").give(1, "19 grain")
    t.play(
        """
        0: crew 1,0,NW 0,0,NW 1,0,W ✗ MA-4.3 too_many_roads
        0: supply 1 glass ✗ MA-4.3 supply_count
        0: supply 3 glass ✗ MA-4.3 supply_count
        0: supply 1 glass + 1 grain ✗ MA-4.3 bank_has_too_few
        0: crew 0,0,NE ✗ MA-3.2 path_is_taken
        0: crew 1,0,NW 1,0,NW ✗ MA-3.2 path_is_taken
        0: crew 1,0,NW 0,2,NE ✗ MA-3.2 not_joined
        """
    )


@refuses("MA-4.3", by="MA-3.2/not_joined")
def test_no_free_road_through_another_players_building() -> None:
    t = build_way(acting(2), 0, "1,0,S", "0,2,N").play("0: ends\n1: rolls 5 6\n1: ends")
    t.play("0: rolls 5 6").deal(0, "road_crew")
    (path,) = way("0,1,S", "-1,2,N")  # beyond seat 1's settlement 0,1,S
    t.play(f"0: crew {path} ✗ MA-3.2 not_joined")


# MA-4.4 Victory points


@holds("MA-4.4")
def test_victory_cards_count_and_stay_secret() -> None:
    t = acting(2).deal(0, "victory", "victory")
    assert t.points(0) == 4
    assert [t.seen_by(seat).players[0].points for seat in (1, None)] == [2, 2]
    assert all(e.card != "victory" for e in t.listed(Play) if isinstance(e, Play))


@holds("MA-4.4")
def test_they_come_to_light_when_the_game_ends() -> None:
    t = acting(2, CARD).deal(1, "victory").deal(0, *["victory"] * 3)
    t.position.players[0].settlements_left -= 4
    t.play("0: buys victory")
    assert t.open.phase == "over"
    assert t.open.players[1].cards == ["victory"]
    assert [e.code for e in t.events if e.audience is None] == [
        "victory_cards",
        "victory_cards",
        "won",
    ]


@refuses("MA-4.4")
def test_they_are_never_played() -> None:
    acting(2).deal(0, "victory").play("0: victory ✗ MA-4.4 never_played")
