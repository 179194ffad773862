"""Development cards (MA-4)."""

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.bits import first_of
from farhaven.games.mars.rules.aliens import move_aliens, write_aliens
from farhaven.games.mars.rules.board import (
    BOTH_ENDS,
    HALF,
    PATHS_AT,
)
from farhaven.games.mars.rules.build import cost_of, follows, is_road_site, put_road
from farhaven.games.mars.rules.moves import (
    BUY,
    PLAY_COWBOY,
    PLAY_REQUISITION,
    PLAY_SUPPLY_DROP,
    road_crew,
    with_thing,
)
from farhaven.games.mars.rules.parts import (
    COWBOY,
    NONE,
    REQUISITION,
    RESOURCES,
    ROAD_CREW,
    SUPPLY_DROP,
    count_of,
    holds,
    one,
    size_of,
)
from farhaven.games.mars.rules.state import (
    DRAW,
    Player,
    State,
    can_pay,
    hand_over_all,
    pay_to_bank,
    take_from_bank,
)
from farhaven.games.mars.rules.turn import finish_card, write_piles

# Buying


def deck_has_card(p: State) -> bool:
    """MA-C8: a card can be bought only while the deck has one."""
    return p.deck != 0


def buy(p: State) -> None:
    """Pay; what comes, chance decides."""
    pay_to_bank(p, p.turn, cost_of(p.parts, BUY))
    p.phase = DRAW


def can_be_drawn(p: State, card: i64) -> bool:
    """Whether the deck has a card of a kind."""
    return count_of(p.deck, card) > 0


def draw(p: State, card: i64) -> None:
    """What chance took from the deck."""
    p.acted = DRAW
    p.drawn = card
    p.deck -= one(card)
    p.players[p.turn].cards += one(card)
    if p.ledger is not None:
        p.ledger.bought(p.turn)
    finish_card(p)


# Playing


def has_card(player: Player, card: i64) -> bool:
    return count_of(player.cards, card) > 0


def lay_aside(p: State, card: i64) -> None:
    """MA-4.3: a progress card leaves the game."""
    p.players[p.turn].cards -= one(card)
    p.gone += one(card)


def play_cowboy(p: State, field: i64, victim: i64) -> None:
    """MA-4.2"""
    player = p.players[p.turn]
    player.cards -= one(COWBOY)
    player.cowboys += 1
    holder = p.cowboy_holder
    if holder == NONE:
        if player.cowboys >= p.parts.cowboy_power_least:
            p.cowboy_holder = p.turn
    elif player.cowboys > p.players[holder].cowboys:
        p.cowboy_holder = p.turn
    p.card_played = True
    move_aliens(p, field, victim)


def crew_fits(p: State, seat: i64, count: i64, first: i64, second: i64) -> bool:
    """MA-4.3: whether so many free roads may be built, in this order."""
    player = p.players[seat]
    if count > p.parts.road_crew_roads or count > player.roads_left:
        return False
    if count == 0:
        return True
    if not is_road_site(player, first):
        return False
    return count == 1 or crew_goes_on(p, seat, first, second)


def crew_goes_on(p: State, seat: i64, first: i64, second: i64) -> bool:
    """Whether a second free road may be built after the first."""
    if second == first:
        return False
    return is_road_site(p.players[seat], second) or follows(p, seat, second, first)


def play_road_crew(p: State, count: i64, first: i64, second: i64) -> None:
    lay_aside(p, ROAD_CREW)
    if count > 0:
        put_road(p, p.turn, first)
    if count > 1:
        put_road(p, p.turn, second)
    finish_card(p)


def supply_size(p: State) -> i64:
    """MA-4.3: how many cards a supply drop brings."""
    left = size_of(p.bank)
    if left < p.parts.supply_drop_cards:
        return left
    return p.parts.supply_drop_cards


def supply_fits(p: State, cards: i64) -> bool:
    return size_of(cards) == supply_size(p) and holds(p.bank, cards)


def play_supply_drop(p: State, cards: i64) -> None:
    lay_aside(p, SUPPLY_DROP)
    take_from_bank(p, p.turn, cards)
    finish_card(p)


def play_requisition(p: State, resource: i64) -> None:
    lay_aside(p, REQUISITION)
    for seat in range(p.seats):
        if seat != p.turn:
            hand_over_all(p, seat, p.turn, resource)
    finish_card(p)


def write_cards(p: State, out: vec[i64], n: i64) -> i64:
    """Write all ways to buy or play a card; return where the list ends."""
    player = p.players[p.turn]
    if can_pay(p, p.turn, cost_of(p.parts, BUY)) and deck_has_card(p):
        out[n] = BUY
        n += 1
    if player.cards == 0:
        return n
    if has_card(player, COWBOY):
        n = write_aliens(p, PLAY_COWBOY, out, n)
    if has_card(player, ROAD_CREW):
        n = write_crews(p, out, n)
    if has_card(player, SUPPLY_DROP):
        n = write_piles(p.bank, supply_size(p), PLAY_SUPPLY_DROP, out, n)
    if has_card(player, REQUISITION):
        for resource in range(RESOURCES):
            out[n] = with_thing(PLAY_REQUISITION, resource)
            n += 1
    return n


def write_crews(p: State, out: vec[i64], n: i64) -> i64:
    """Write each set of up to two free roads once; return where the list ends."""
    player = p.players[p.turn]
    most = p.parts.road_crew_roads
    most = min(most, player.roads_left)
    out[n] = road_crew(0, 0, 0)
    n += 1
    if most == 0:
        return n
    low = player.road_sites_low
    high = player.road_sites_high
    while low | high:
        if low != 0:
            first = first_of(low)
            low &= low - 1
        else:
            first = first_of(high) + HALF
            high &= high - 1
        out[n] = road_crew(1, first, 0)
        n += 1
        if most > 1:
            n = write_second_roads(p, first, low, high, out, n)
    return n


def write_second_roads(p: State, first: i64, low: i64, high: i64, out: vec[i64], n: i64) -> i64:
    """After a first road: the sites left in a set, and those that the first road opens."""
    while low != 0:
        out[n] = road_crew(2, first, first_of(low))
        n += 1
        low &= low - 1
    while high != 0:
        out[n] = road_crew(2, first, first_of(high) + HALF)
        n += 1
        high &= high - 1
    ends = BOTH_ENDS[first]
    while ends != 0:
        crossing = first_of(ends)
        ends &= ends - 1
        for i in range(3 * crossing, 3 * crossing + 3):
            path = PATHS_AT[i]
            if path == NONE:
                break
            if not is_road_site(p.players[p.turn], path) and follows(p, p.turn, path, first):
                out[n] = road_crew(2, first, path)
                n += 1
    return n
