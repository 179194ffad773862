"""Building: roads, settlements, cities and domes (MA-3), and the set-up (MA-S)."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import bit, first_of, has
from farhaven.games.mars.rules.board import (
    BOTH_ENDS,
    ENDS,
    FIELDS,
    FIELDS_AT,
    HALF,
    NEAR,
    PATHS_AT,
    PATHS_AT_HIGH,
    PATHS_AT_LOW,
    high_bit,
    low_bit,
    other_end,
    touches,
)
from farhaven.games.mars.rules.moves import CITY, DOME, ROAD, SETTLEMENT, dome, place, with_thing
from farhaven.games.mars.rules.parts import GRAIN, NONE, SAND, SHEEP, Parts, holds, one
from farhaven.games.mars.rules.roads import crossing_was_built, road_was_built
from farhaven.games.mars.rules.state import (
    PLACING,
    Player,
    State,
    pay_to_bank,
    take_from_bank,
)
from farhaven.games.mars.rules.turn import begin_turn, look_at_win
from farhaven.games.mars.rules.yields import add_building, block, resource_of, unblock

# Where one may build


def path_is_free(p: State, path: i64) -> bool:
    """MA-3.2: no road lies on a path."""
    low = low_bit(path)
    high = high_bit(path)
    for player in p.players:
        if (player.roads_low & low) | (player.roads_high & high):
            return False
    return True


def builder_at(p: State, crossing: i64) -> i64:
    """Whose settlement or city stands on a crossing, or NONE."""
    for seat in range(p.seats):
        if has(p.players[seat].buildings(), crossing):
            return seat
    return NONE


def open_to(p: State, seat: i64, crossing: i64) -> bool:
    """Whether a seat's roads may go on at a crossing: no other player's building is there."""
    owner = builder_at(p, crossing)
    return owner in (NONE, seat)


def joins(p: State, seat: i64, crossing: i64) -> bool:
    """MA-3.2: whether a seat may put a road to a crossing."""
    player = p.players[seat]
    own = player.reached | player.buildings()
    return has(own, crossing) and open_to(p, seat, crossing)


def is_road_site(player: Player, path: i64) -> bool:
    """MA-3.2: whether a path is free and joins what a player has built."""
    if path < HALF:
        return has(player.road_sites_low, path)
    return has(player.road_sites_high, path - HALF)


def follows(p: State, seat: i64, path: i64, first: i64) -> bool:
    """Whether a road on `path` may be built where one on `first` has just been built."""
    if path == first or not path_is_free(p, path):
        return False
    shared = BOTH_ENDS[path] & BOTH_ENDS[first]
    return shared != 0 and open_to(p, seat, first_of(shared))


def keeps_distance(p: State, crossing: i64) -> bool:
    """MA-3.4: no building stands on a crossing or next to it."""
    return has(p.free, crossing)


def road_leads_to(player: Player, crossing: i64) -> bool:
    """MA-3.3: an own road leads to a crossing."""
    return has(player.reached, crossing)


def settlement_sites(p: State, player: Player) -> i64:
    """MA-3.3 and MA-3.4: the crossings where a player may build a settlement."""
    return player.reached & p.free


def has_settlement(player: Player, crossing: i64) -> bool:
    """MA-3.5: a city replaces an own settlement."""
    return has(player.settlements, crossing)


def dome_fits(p: State, field: i64) -> bool:
    """MA-3.7: sand, with a chip, without a dome."""
    if p.board.terrain[field] != SAND or field == p.board.barren:
        return False
    return not has(p.grain | p.sheep, field)


def place_fits(p: State, crossing: i64, path: i64) -> bool:
    """MA-S2: whether a settlement and a road may be placed in the set-up."""
    return keeps_distance(p, crossing) and touches(path, crossing) and path_is_free(p, path)


# What it costs (MA-3.1)


def cost_of(parts: Parts, deed: i64) -> i64:
    """MA-3.1: the cards to pay for a road, a settlement, a city, a dome, or a card (BUY)."""
    if deed == ROAD:
        return parts.road_cost
    if deed == SETTLEMENT:
        return parts.settlement_cost
    if deed == CITY:
        return parts.city_cost
    if deed == DOME:
        return parts.dome_cost
    return parts.card_cost


def pieces_left(player: Player, deed: i64) -> i64:
    """MA-C6: the roads, settlements, cities or domes in a player's supply."""
    if deed == ROAD:
        return player.roads_left
    if deed == SETTLEMENT:
        return player.settlements_left
    if deed == CITY:
        return player.cities_left
    return player.domes_left


def can_afford(p: State, player: Player, deed: i64) -> bool:
    """MA-3.1: a player can pay for a piece and has one left."""
    return pieces_left(player, deed) > 0 and holds(player.hand, cost_of(p.parts, deed))


# Pieces come to the board


def put_road(p: State, seat: i64, path: i64) -> None:
    """Lay a road and see where one may go on."""
    low = low_bit(path)
    high = high_bit(path)
    for other in p.players:
        other.road_sites_low &= ~low
        other.road_sites_high &= ~high
    player = p.players[seat]
    player.roads_left -= 1
    player.roads_low |= low
    player.roads_high |= high
    player.reached |= BOTH_ENDS[path]
    open_sites(p, seat, ENDS[2 * path])
    open_sites(p, seat, ENDS[2 * path + 1])
    road_was_built(p, seat, path)


def open_sites(p: State, seat: i64, crossing: i64) -> None:
    """The free paths at a crossing become road sites, unless another player's building is there."""
    if open_to(p, seat, crossing):
        low = PATHS_AT_LOW[crossing]
        high = PATHS_AT_HIGH[crossing]
        for other in p.players:
            low &= ~other.roads_low
            high &= ~other.roads_high
        player = p.players[seat]
        player.road_sites_low |= low
        player.road_sites_high |= high


def put_settlement(p: State, seat: i64, crossing: i64) -> None:
    player = p.players[seat]
    player.settlements_left -= 1
    player.settlements |= bit(crossing)
    p.free &= ~NEAR[crossing]
    add_building(p, seat, crossing, p.parts.settlement_yield)
    harbour = p.parts.harbour_at[crossing]
    if harbour != NONE:
        player.harbours |= bit(p.board.harbour[harbour])
    open_sites(p, seat, crossing)
    for other in range(p.seats):
        if other != seat:
            close_sites(p, other, crossing)
    crossing_was_built(p, seat, crossing)


def close_sites(p: State, seat: i64, crossing: i64) -> None:
    """A building of another player: the paths there stay road sites only by their other ends."""
    player = p.players[seat]
    for i in range(3 * crossing, 3 * crossing + 3):
        path = PATHS_AT[i]
        if path == NONE:
            break
        if not joins(p, seat, other_end(path, crossing)):
            player.road_sites_low &= ~low_bit(path)
            player.road_sites_high &= ~high_bit(path)


def put_city(p: State, seat: i64, crossing: i64) -> None:
    """MA-3.5: the settlement goes back to the supply."""
    player = p.players[seat]
    player.settlements_left += 1
    player.cities_left -= 1
    player.settlements &= ~bit(crossing)
    player.cities |= bit(crossing)
    add_building(p, seat, crossing, p.parts.city_yield - p.parts.settlement_yield)


def put_dome(p: State, seat: i64, field: i64, grows: i64) -> None:
    """MA-3.7: the field yields something else from now on."""
    p.players[seat].domes_left -= 1
    if field != p.aliens:
        block(p, field)
    if grows == GRAIN:
        p.grain |= bit(field)
    else:
        p.sheep |= bit(field)
    if field != p.aliens:
        unblock(p, field)


# Set-up


def places_second(p: State) -> bool:
    """MA-S2: whether everybody has placed once."""
    return p.placed >= p.seats


def first_cards(p: State, crossing: i64) -> i64:
    """MA-S3: what the settlement that is placed now brings: only the second brings something."""
    cards: i64 = 0
    if not places_second(p):
        return cards
    for i in range(3 * crossing, 3 * crossing + 3):
        field = FIELDS_AT[i]
        if field == NONE:
            break
        if field != p.board.barren:
            cards += one(resource_of(p, field))
    return cards


def place_first(p: State, seat: i64, crossing: i64, path: i64) -> None:
    """MA-S2 and MA-S3: a settlement, a road, and with the second settlement its cards."""
    cards = first_cards(p, crossing)
    put_settlement(p, seat, crossing)
    put_road(p, seat, path)
    if cards != 0:
        take_from_bank(p, seat, cards)
    p.placed += 1
    if p.placed == 2 * p.seats:
        begin_turn(p, p.first)
    else:
        p.turn = placing_seat(p)


def placing_seat(p: State) -> i64:
    """MA-S2: in seat order from the first player, then in reverse order."""
    step = p.placed
    if step >= p.seats:
        step = 2 * p.seats - 1 - step
    return (p.first + step) % p.seats


def begin_placing(p: State) -> None:
    p.aliens = p.board.barren  # MA-S4
    p.phase = PLACING
    p.turn = p.first


def place_moves(p: State, out: vec[i64]) -> i64:
    """Write all settlements with a road; return how many."""
    n: i64 = 0
    free = p.free
    while free != 0:
        crossing = first_of(free)
        free &= free - 1
        for i in range(3 * crossing, 3 * crossing + 3):
            path = PATHS_AT[i]
            if path != NONE and place_fits(p, crossing, path):
                out[n] = place(crossing, path)
                n += 1
    return n


# Building for resources


def build_road(p: State, path: i64) -> None:
    pay_to_bank(p, p.turn, cost_of(p.parts, ROAD))
    p.built = True
    put_road(p, p.turn, path)
    look_at_win(p)


def build_settlement(p: State, crossing: i64) -> None:
    pay_to_bank(p, p.turn, cost_of(p.parts, SETTLEMENT))
    p.built = True
    put_settlement(p, p.turn, crossing)
    look_at_win(p)


def build_city(p: State, crossing: i64) -> None:
    pay_to_bank(p, p.turn, cost_of(p.parts, CITY))
    p.built = True
    put_city(p, p.turn, crossing)
    look_at_win(p)


def build_dome(p: State, field: i64, grows: i64) -> None:
    pay_to_bank(p, p.turn, cost_of(p.parts, DOME))
    p.built = True
    put_dome(p, p.turn, field, grows)


def write_paths(low: i64, high: i64, deed: i64, out: vec[i64], n: i64) -> i64:
    """Write a deed with each path of a set; return where the list ends."""
    while low != 0:
        out[n] = with_thing(deed, first_of(low))
        n += 1
        low &= low - 1
    while high != 0:
        out[n] = with_thing(deed, first_of(high) + HALF)
        n += 1
        high &= high - 1
    return n


def write_crossings(crossings: i64, deed: i64, out: vec[i64], n: i64) -> i64:
    """Write a deed with each crossing of a set; return where the list ends."""
    while crossings != 0:
        out[n] = with_thing(deed, first_of(crossings))
        n += 1
        crossings &= crossings - 1
    return n


def write_builds(p: State, out: vec[i64], n: i64) -> i64:
    """Write all that the player on turn may build; return where the list ends."""
    player = p.players[p.turn]
    if can_afford(p, player, ROAD):
        n = write_paths(player.road_sites_low, player.road_sites_high, ROAD, out, n)
    if can_afford(p, player, SETTLEMENT):
        n = write_crossings(settlement_sites(p, player), SETTLEMENT, out, n)
    if can_afford(p, player, CITY):
        n = write_crossings(player.settlements, CITY, out, n)
    if can_afford(p, player, DOME):
        for field in range(FIELDS):
            if dome_fits(p, field):
                out[n] = dome(field, GRAIN)
                out[n + 1] = dome(field, SHEEP)
                n += 2
    return n
