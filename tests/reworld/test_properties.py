"""What holds at every step of any game: nothing is lost, and every point has its reason."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from farhaven.games.reworld.client.view_wire import Seat
from farhaven.games.reworld.edition import CATEGORY_NAMES
from farhaven.games.reworld.game import Breakdown
from farhaven.games.reworld.records.entries import Round
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.rules.state import STATION, cards_of
from tests.reworld.recount import Recount
from tests.reworld.steps import game_of, reworld
from tests.transcript import station

players = st.integers(2, 4)
seeds = st.integers(0, 2**31 - 1)


def modules_of(seat: Seat) -> Counter[str]:
    """Every tile that a player has."""
    stacks = [*seat.rows, seat.defence, seat.shuttles, seat.satellites]
    stacks += [city.tiles for city in seat.cities]
    return Counter(code for stack in stacks for code in stack)


@given(players, seeds)
def test_every_tile_is_somewhere_and_nowhere_twice(seats: int, seed: int) -> None:
    whole: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    known: Counter[str] = Counter()
    for position, _ in game_of(seats, seed):
        board = reworld().view(position, None).to_wire()
        here = Counter(board.bag) + Counter(slot.module for slot in board.ports if slot.module)
        for seat in board.players:
            here += modules_of(seat)
        whole = whole or here
        lost = whole - here  # left at the station, or in the box
        assert here <= whole
        assert gone <= lost, "a tile came back"
        gone, known = lost, here
    assert gone + known == whole
    assert whole.total() == 100


def all_cards(p: ReworldPosition) -> list[int]:
    """The officers, wherever they are: hands, slots, dropped, undealt, under the marker."""
    piles = [p.undealt, *(p.slot[port] for port in range(20))]
    piles += [pile for player in p.players for pile in (player.hand, player.dropped)]
    return sorted([card for pile in piles for card in cards_of(pile)] + [p.marker_card or 0])


@given(players, seeds)
def test_the_thirty_cards_are_always_there(seats: int, seed: int) -> None:
    for position, _ in game_of(seats, seed):
        if position.phase == STATION:
            cards = [card for card in all_cards(position) if card]
            assert cards == [officer for officer in range(1, 6) for _ in range(6)]
            for player in position.players:
                assert player.hand_size == len(cards_of(player.hand))
                assert player.dropped_size == len(cards_of(player.dropped))
        else:
            assert not [card for card in all_cards(position) if card]


@given(players, seeds)
def test_scores_are_the_recount_of_the_log_at_every_step(seats: int, seed: int) -> None:
    recount = Recount(seats)
    for position, line in game_of(seats, seed):
        if line is not None:
            recount.follow(line)
        for number, seat in enumerate(recount.seats):
            assert position.players[number].score == seat.points.total()
    result = reworld().result(position)
    for number, seat in enumerate(recount.seats):
        part = result.breakdown[number]
        assert isinstance(part, Breakdown)
        final = {name: recount.final(seat, name) for name in CATEGORY_NAMES}
        assert part.final == final
        assert part.ships_taken == seat.ships
        for source in ("terrabots", "marker", "cards", "specials", "satellites", "ships"):
            assert getattr(part, source) == seat.points[source], source
        assert part.total == result.scores[number] == seat.points.total() + sum(final.values())
    standing = [(s, len(recount.seats[n].ships)) for n, s in enumerate(result.scores)]
    assert result.winners == [n for n in range(seats) if standing[n] == max(standing)]


@given(players, seeds)
def test_points_are_never_lost(seats: int, seed: int) -> None:
    """Only the final ship takes points away, and only for what is missing."""
    before = [0] * seats
    for position, _ in game_of(seats, seed):
        scores = [int(player.score) for player in position.players]
        assert all(new >= old for new, old in zip(scores, before, strict=True))
        assert sum(new > old for new, old in zip(scores, before, strict=True)) <= 1
        before = scores


@given(players, seeds)
def test_five_rounds_then_launches_until_nothing_is_docked(seats: int, seed: int) -> None:
    steps = list(game_of(seats, seed))
    assert [line.round for _, line in steps if isinstance(line, Round)] == [1, 2, 3, 4, 5]
    position, _ = steps[-1]
    assert all(player.modules == 0 for player in position.players)


def test_positions_with_points_for_other_reasons_differ() -> None:
    """The marker's holder lays his last card for it, or drops out with it: a point either way."""
    tables = []
    for last in ("0: marker 1", "0: drops out"):
        table = station(4, hands=["1111112"]).play("0: port 0 pays 2")
        table.play("1: drops out\n2: drops out\n3: drops out\n0: port 2 pays 1\n0: port 4 pays 1")
        table.play("0: port 6 pays 1\n0: port 8 pays 1\n0: port 11 pays 1")
        tables.append(table.play(last))
    scores = [table.player(0).score for table in tables]
    assert scores[0] == scores[1]
    assert tables[0].points(0) != tables[1].points(0)
    assert tables[0].position.checksum() != tables[1].position.checksum()
