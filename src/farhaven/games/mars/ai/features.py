"""What the value of a position looks at, for one player, as numbers in hundredths.

The names are those of `weights.toml`, in the same order.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import first_of, has, size
from farhaven.core.position import MANY
from farhaven.games.mars.rules.board import BOTH_ENDS, FIELDS_AT, HALF
from farhaven.games.mars.rules.parts import (
    COWBOY,
    NONE,
    RESOURCES,
    THREE_TO_ONE,
    VICTORY,
    count_of,
    size_of,
)
from farhaven.games.mars.rules.state import DRAW, MOST_SEATS, ROLLING, Player, State
from farhaven.games.mars.rules.turn import points
from farhaven.games.mars.rules.yields import cards_at

NAMES: Final = (
    "points",
    "points_squared",
    "glass",
    "oxide",
    "brick",
    "grain",
    "sheep",
    "covered",
    "road_rate",
    "settlement_rate",
    "city_rate",
    "card_rate",
    "hand",
    "hand_beyond_limit",
    "settlement_cards",
    "city_cards",
    "card_cards",
    "road_cards",
    "sites",
    "best_site",
    "sites_beyond",
    "chain",
    "chain_lead",
    "cowboys",
    "cowboy_lead",
    "cards",
    "harbour",
    "special_harbour",
    "settlements",
    "cities",
    "roads",
    "one",
    "blocked",
    "bank_rate",
    "on_turn",
    "settlement_now",
    "city_now",
    "cowboy_cards",
    "progress_cards",
    "best_city",
    "best_beyond",
    "road_holder",
    "cowboy_holder",
    "held_glass",
    "held_oxide",
    "held_brick",
    "held_grain",
    "held_sheep",
    "all_rates",
    "to_roll",
)
FEATURES: Final[i64] = 50

# What the chance to win looks at of the other players.
WATCHED: Final = (
    "points",
    "all_rates",
    "hand",
    "settlement_now",
    "city_now",
    "cards",
    "chain",
    "cowboys",
    "sites",
    "to_roll",
)

POINTS: Final[i64] = 0
SQUARED: Final[i64] = 1
RATE: Final[i64] = 2  # glass to sheep
COVERED: Final[i64] = 7
BUILD_RATE: Final[i64] = 8  # road, settlement, city, card
HAND: Final[i64] = 12
BEYOND_LIMIT: Final[i64] = 13
MOST_HELD: Final[i64] = 4  # more of a resource are no better
HELD: Final[i64] = 14  # settlement, city, card, road
SITES: Final[i64] = 18
BEST_SITE: Final[i64] = 19
SITES_BEYOND: Final[i64] = 20
CHAIN: Final[i64] = 21
CHAIN_LEAD: Final[i64] = 22
COWBOYS: Final[i64] = 23
COWBOY_LEAD: Final[i64] = 24
CARDS: Final[i64] = 25
HARBOUR: Final[i64] = 26
SPECIAL_HARBOUR: Final[i64] = 27
SETTLEMENTS: Final[i64] = 28
CITIES: Final[i64] = 29
ROADS: Final[i64] = 30
ONE: Final[i64] = 31
BLOCKED: Final[i64] = 32
BANK_RATE: Final[i64] = 33
ON_TURN: Final[i64] = 34
NOW: Final[i64] = 35  # settlement, city
COWBOY_CARDS: Final[i64] = 37
PROGRESS_CARDS: Final[i64] = 38
BEST_CITY: Final[i64] = 39
BEST_BEYOND: Final[i64] = 40
ROAD_HOLDER: Final[i64] = 41
COWBOY_HOLDER: Final[i64] = 42
HELD_RESOURCE: Final[i64] = 43  # glass to sheep
ALL_RATES: Final[i64] = 48
TO_ROLL: Final[i64] = 49


def ways(total: i64) -> i64:
    """In how many of 36 ways two dice come to a sum; none for a 7, which yields nothing."""
    if total < 7:
        return total - 1
    if total > 7:
        return 13 - total
    return 0


def write_features(p: State, seat: i64, hand: i64, out: vec[i64]) -> None:
    """Write the features of a seat, with the cards that it has or with others."""
    player = p.players[seat]
    total = points(p, seat)
    out[POINTS] = total * 100
    out[SQUARED] = total * total * 10
    write_rates(p, seat, out)
    write_hand(p, seat, hand, out)
    write_sites(p, player, out)
    write_leads(p, seat, player, out)
    out[HARBOUR] = flag(has(player.harbours, THREE_TO_ONE))
    special: i64 = 0
    for resource in range(RESOURCES):
        if has(player.harbours, resource):
            special += out[RATE + resource]
    out[SPECIAL_HARBOUR] = special
    out[SETTLEMENTS] = (p.parts.settlements - player.settlements_left) * 100
    out[CITIES] = (p.parts.cities - player.cities_left) * 100
    out[ROADS] = (p.parts.roads - player.roads_left) * 100
    out[ONE] = 100
    write_bank(p, player, out)
    write_prospects(p, player, hand, out)
    out[ON_TURN] = flag(p.turn == seat)
    out[TO_ROLL] = flag(p.turn == seat and p.phase == ROLLING)
    out[ROAD_HOLDER] = flag(p.road_holder == seat)
    out[COWBOY_HOLDER] = flag(p.cowboy_holder == seat)


def flag(holds: bool) -> i64:
    """A fact as a number in hundredths."""
    if holds:
        return 100
    return 0


def write_rates(p: State, seat: i64, out: vec[i64]) -> None:
    """Cards to be expected of a roll, and how often each piece could be paid from them."""
    for resource in range(RESOURCES):
        out[RATE + resource] = 0
    for total in range(i64(2), i64(13)):
        cards = p.yields[total * MOST_SEATS + seat]
        if cards != 0:
            likely = ways(total)
            for resource in range(RESOURCES):
                out[RATE + resource] += count_of(cards, resource) * likely
    covered: i64 = 0
    out[ALL_RATES] = 0
    for resource in range(RESOURCES):
        if out[RATE + resource] > 0:
            covered += 1
        out[RATE + resource] = out[RATE + resource] * 100 // 36
        out[ALL_RATES] += out[RATE + resource]
    out[COVERED] = covered * 100
    out[BUILD_RATE] = rate_for(p.parts.road_cost, out)
    out[BUILD_RATE + 1] = rate_for(p.parts.settlement_cost, out)
    out[BUILD_RATE + 2] = rate_for(p.parts.city_cost, out)
    out[BUILD_RATE + 3] = rate_for(p.parts.card_cost, out)


def rate_for(cost: i64, rates: vec[i64]) -> i64:
    """How often the cards to be expected pay a cost: as often as the scarcest of them does."""
    scarcest: i64 = MANY
    for resource in range(RESOURCES):
        count = count_of(cost, resource)
        if count > 0:
            scarcest = min(scarcest, rates[RATE + resource] // count)
    return scarcest


def cards_towards(hand: i64, cost: i64) -> i64:
    """How many of the cards of a cost a hand has."""
    n: i64 = 0
    for resource in range(RESOURCES):
        n += min(count_of(hand, resource), count_of(cost, resource))
    return n


def write_hand(p: State, seat: i64, hand: i64, out: vec[i64]) -> None:
    parts = p.parts
    player = p.players[seat]
    held = size_of(hand)
    out[HAND] = min(held, parts.hand_limit) * 100
    out[BEYOND_LIMIT] = max(held - parts.hand_limit, 0) * 100
    out[HELD] = 0
    if player.reached & p.free != 0 and player.settlements_left > 0:
        out[HELD] = cards_towards(hand, parts.settlement_cost) * 100
    out[HELD + 1] = 0
    if player.settlements != 0 and player.cities_left > 0:
        out[HELD + 1] = cards_towards(hand, parts.city_cost) * 100
    out[HELD + 2] = cards_towards(hand, parts.card_cost) * 100
    out[HELD + 3] = cards_towards(hand, parts.road_cost) * 100
    for resource in range(RESOURCES):
        out[HELD_RESOURCE + resource] = min(count_of(hand, resource), MOST_HELD) * 100
    cards = size_of(player.cards) - count_of(player.cards, VICTORY)
    cowboys = count_of(player.cards, COWBOY)
    out[COWBOY_CARDS] = cowboys * 100
    out[PROGRESS_CARDS] = (cards - cowboys) * 100
    if p.phase == DRAW and p.turn == seat:
        cards += 1  # paid for, and still to be drawn
    out[CARDS] = cards * 100


def site_rate(p: State, crossing: i64) -> i64:
    """Cards to be expected of 36 rolls for a settlement on a crossing."""
    rate: i64 = 0
    for i in range(3 * crossing, 3 * crossing + 3):
        field = FIELDS_AT[i]
        if field == NONE:
            break
        if field != p.board.barren:
            rate += ways(p.board.chip[field])
    return rate


def best_rate(p: State, crossings: i64) -> i64:
    """Of some crossings the most cards to be expected of a roll, in hundredths."""
    best: i64 = 0
    while crossings != 0:
        best = max(best, site_rate(p, first_of(crossings)))
        crossings &= crossings - 1
    return best * 100 // 36


def write_sites(p: State, player: Player, out: vec[i64]) -> None:
    """Where settlements could go now, and after one more road."""
    now = player.reached & p.free
    out[SITES] = min(size(now), 3) * 100
    out[BEST_SITE] = best_rate(p, now)
    beyond: i64 = 0
    low = player.road_sites_low
    while low != 0:
        beyond |= BOTH_ENDS[first_of(low)]
        low &= low - 1
    high = player.road_sites_high
    while high != 0:
        beyond |= BOTH_ENDS[first_of(high) + HALF]
        high &= high - 1
    beyond &= p.free & ~player.reached
    out[SITES_BEYOND] = min(size(beyond), 4) * 100
    out[BEST_BEYOND] = best_rate(p, beyond)


def bank_price(p: State, player: Player, resource: i64) -> i64:
    """How many cards of a resource the bank takes for one of choice (MA-2.2, MA-2.3)."""
    if has(player.harbours, resource):
        return p.parts.special_rate
    if has(player.harbours, THREE_TO_ONE):
        return p.parts.harbour_rate
    return p.parts.space_rate


def payable(p: State, player: Player, hand: i64, cost: i64) -> bool:
    """Whether a hand pays a cost, trades with the bank included."""
    missing: i64 = 0
    for resource in range(RESOURCES):
        left = count_of(hand, resource) - count_of(cost, resource)
        if left < 0:
            missing -= left
        elif left > 1:
            missing -= left // bank_price(p, player, resource)
    return missing <= 0


def write_bank(p: State, player: Player, out: vec[i64]) -> None:
    """What the aliens keep back, and cards of choice to be had from the bank for a roll's cards."""
    out[BLOCKED] = 0
    if p.aliens not in (NONE, p.board.barren):
        likely = ways(p.board.chip[p.aliens])
        out[BLOCKED] = cards_at(p, player, p.aliens) * likely * 100 // 36
    out[BANK_RATE] = 0
    for resource in range(RESOURCES):
        out[BANK_RATE] += out[RATE + resource] // bank_price(p, player, resource)


def write_prospects(p: State, player: Player, hand: i64, out: vec[i64]) -> None:
    """Whether a settlement or a city can be paid and built at once; the best place for a city."""
    out[NOW] = 0
    if player.reached & p.free != 0 and player.settlements_left > 0:
        out[NOW] = flag(payable(p, player, hand, p.parts.settlement_cost))
    out[NOW + 1] = 0
    if player.settlements != 0 and player.cities_left > 0:
        out[NOW + 1] = flag(payable(p, player, hand, p.parts.city_cost))
    out[BEST_CITY] = best_rate(p, player.settlements)


def write_leads(p: State, seat: i64, player: Player, out: vec[i64]) -> None:
    """Longest trade road and cowboy power: how far ahead of the best other player."""
    chain = p.parts.longest_road_least - 1
    cowboys = p.parts.cowboy_power_least - 1
    for other in range(p.seats):
        if other != seat:
            chain = max(chain, p.players[other].chain)
            cowboys = max(cowboys, p.players[other].cowboys)
    out[CHAIN] = min(player.chain, 10) * 100
    out[CHAIN_LEAD] = min(max(player.chain - chain, -3), 2) * 100
    out[COWBOYS] = min(player.cowboys, 5) * 100
    out[COWBOY_LEAD] = min(max(player.cowboys - cowboys, -3), 2) * 100
