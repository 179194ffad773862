"""Numbers that stand for a position: of all that is in it, and of what everybody sees.

Small fields share a number, each in bits of its own, so that no two of them can be mistaken.
"""

from mypy_extensions import i64

from farhaven.core.position import mix, mix_all
from farhaven.games.mars.rules.parts import size_of
from farhaven.games.mars.rules.state import Player, State


def public_key(p: State) -> i64:
    """What everybody sees, with hands and bought cards by their numbers only.

    But for what chance has just done: a roll counts by what it has brought.
    """
    h = mix(23, where_it_stands(p))
    h = mix(h, p.board.key)
    h = mix(h, p.bank)
    h = mix(h, p.gone)
    h = mix(h, p.grain << 20 | p.sheep)
    h = mix_all(h, p.offers)
    h = mix(h, p.offer)
    h = mix_all(h, p.answers)
    for player in p.players:
        hidden = size_of(player.hand) | size_of(player.cards) << 16
        h = mix(h, hidden | player.cowboys << 32 | player.domes_left << 40)
        h = mix_pieces(player, h)
    return h


def where_it_stands(p: State) -> i64:
    """Whose turn it is, and whatever else is a small number; a seat may be NONE."""
    small = p.phase | (p.turn + 1) << 4 | (p.first + 1) << 7 | (p.victim + 1) << 10
    small |= (p.road_holder + 1) << 13 | (p.cowboy_holder + 1) << 16 | p.discarding << 19
    small |= p.placed << 23 | (p.aliens + 1) << 27
    small |= i64(p.built) << 32 | i64(p.card_played) << 33
    return small | p.turns << 34


def mix_pieces(player: Player, h: i64) -> i64:
    """Where a player has built."""
    h = mix(h, player.settlements)
    h = mix(h, player.cities)
    h = mix(h, player.roads_low)
    return mix(h, player.roads_high)


def checksum(p: State) -> i64:
    """All that a position consists of, but for what seats have seen."""
    h = mix(public_key(p), i64(p.strict) | i64(p.beginners) << 1)
    h = mix(h, p.deck)
    h = mix(h, p.free)
    h = mix(h, (p.acted + 1) << 16 | (p.drawn + 1) << 8 | p.dice)
    for player in p.players:
        h = mix(h, player.hand)
        h = mix(h, player.cards)
        left = player.roads_left | player.settlements_left << 8 | player.cities_left << 16
        h = mix(h, left | player.chain << 24 | player.harbours << 32)
        h = mix(h, player.reached)
        h = mix(h, player.road_sites_low)
        h = mix(h, player.road_sites_high)
    return mix_all(h, p.yields)
