"""What holds at every step of every game of Mars."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from farhaven.core.log_entry import Entry
from farhaven.games.mars.records.entries import Answer, Build, Dice, Offer, Play
from farhaven.games.mars.rules.names import GRID, RESOURCE_NAMES, Resource
from farhaven.games.mars.rules.parts import COWBOY, one
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.state import ACTING, MOST_SEATS, ROLLING
from tests.mars import oracle
from tests.mars.playing import new_match, own, wander
from tests.mars.space import legal_in_space

seeds = st.integers(0, 2**20)
players = st.integers(2, 4)
orders = st.sampled_from(["strict", "free"])
few = settings(max_examples=8, deadline=None)


@few
@given(seeds, players, orders)
def test_cards_and_pieces_are_conserved(seed: int, seats: int, order: str) -> None:
    match = new_match(seed, seats, order=order)
    for _ in wander(match, Random(seed), 700):
        p = own(match)
        assert p.bank + sum(player.hand for player in p.players) == p.parts.bank
        cowboys = sum(player.cowboys for player in p.players) * one(COWBOY)
        assert p.deck + p.gone + cowboys + sum(player.cards for player in p.players) == p.parts.deck
        for seat, player in enumerate(p.players):
            assert player.roads_left + len(oracle.roads(p, seat)) == p.parts.roads
            assert player.settlements_left + len(oracle.settlements(p, seat)) == 5
            assert player.cities_left + len(oracle.cities(p, seat)) == 4
        built = (int(p.grain) | int(p.sheep)).bit_count()
        assert sum(4 - player.domes_left for player in p.players) == built
        assert not p.grain & p.sheep


@few
@given(seeds, players)
def test_buildings_roads_and_yields_are_as_the_plain_rules_say(seed: int, seats: int) -> None:
    match = new_match(seed, seats)
    for line, _ in wander(match, Random(seed), 500):
        if isinstance(line, Build | Play | Dice) or len(match.log) < 4 * seats:
            check_board(own(match))


def check_board(p: MarsPosition) -> None:
    assert oracle.keeps_distance(p)
    for seat, player in enumerate(p.players):
        assert player.chain == oracle.longest_chain(p, seat)
        sites = int(player.road_sites_low) | int(player.road_sites_high) << 36
        named = {path.name for i, path in enumerate(GRID.paths) if sites >> i & 1}
        assert named == oracle.road_sites(p, seat)
        free = oracle.crossings(int(player.reached & p.free))
        assert free == oracle.settlement_sites(p, seat)
        for total in range(2, 13):
            owed = oracle.counter(int(p.yields[total * MOST_SEATS + seat]))
            assert owed == oracle.owed(p, seat, total)
    chains = [int(player.chain) for player in p.players]
    if p.road_holder >= 0:
        assert chains[p.road_holder] == max(chains) >= 5
    else:
        assert max(chains) < 5 or chains.count(max(chains)) > 1


@few
@given(seeds, players, orders)
def test_offered_is_what_has_no_violation(seed: int, seats: int, order: str) -> None:
    """Over the space of well-formed entries, for every seat."""
    random = Random(seed)
    match = new_match(seed, seats, order=order)
    for _ in wander(match, random, 400):
        p = own(match)
        if p.awaits_chance() or (p.phase in (ACTING, ROLLING) and random.random() < 0.93):
            continue
        for seat in range(seats):
            listed = match.game.legal_entries(p, seat)
            spelled = {spelling(entry) for entry in listed}
            assert len(spelled) == len(listed)
            assert spelled == {spelling(entry) for entry in legal_in_space(match, seat, random)}


def spelling(entry: Entry) -> str:
    """An entry as a text, the order of free roads left out."""
    if isinstance(entry, Play) and entry.roads:
        return f"road crew {entry.seat} {sorted(entry.roads)}"
    return repr(entry)


@few
@given(seeds, players)
def test_offers_are_legal_just_where_the_rules_say(seed: int, seats: int) -> None:
    random = Random(seed)
    match = new_match(seed, seats)
    for _ in wander(match, random, 300):
        p = own(match)
        if p.awaits_chance():
            continue
        for _ in range(4):
            seat = random.randrange(seats)
            give, want = random_side(random), random_side(random)
            offer = Offer(seat=seat, give=give, want=want)
            counter = Answer(seat=seat, answer="counter", give=give, want=want)
            for entry in (offer, counter):
                refused = match.game.explain(p, seat, match.game.move(p, entry))
                assert (refused is None) == is_fair_offer(p, entry)


def random_side(random: Random) -> dict[Resource, int]:
    names = random.sample(RESOURCE_NAMES, random.choice((0, 1, 1, 1, 2)))
    return {name: random.choice((1, 1, 2, 3)) for name in names}


def is_fair_offer(p: MarsPosition, entry: Offer | Answer) -> bool:
    """MA-2.1, MA-2.1a to MA-2.1c, said once more."""
    give, want = entry.give or {}, entry.want or {}
    held = oracle.counter(int(p.players[entry.seat].hand))
    fits = bool(give and want) and not set(give) & set(want)
    fits = fits and all(held[name] >= count for name, count in give.items())
    if isinstance(entry, Answer):
        return fits and p.phase == 9 and entry.seat != p.turn and p.answers[entry.seat] == 0
    return fits and p.phase == 8 and entry.seat == p.turn and not p.built and len(p.offers) < 10
