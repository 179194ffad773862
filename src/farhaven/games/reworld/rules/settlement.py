"""Chapter two: the settlement of Eurybia (RW-2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.games.reworld.rules.moves import (
    BOX,
    DEFEND,
    SACRIFICE,
    SETTLE,
    TASK,
    cargo_city,
    cargo_row,
    cargo_size,
    deed,
    is_swapped,
    launch,
    launch_choice,
    launch_row,
)
from farhaven.games.reworld.rules.parts import (
    FARMING,
    LETTERS,
    NONE,
    ROWS,
    SIGNS,
    company_of,
    is_builder,
    is_satellite,
    is_shuttle,
    is_special,
    is_terrabot,
)
from farhaven.games.reworld.rules.satellites import task_points, wants_city
from farhaven.games.reworld.rules.scoring import score_final_ship
from farhaven.games.reworld.rules.ships import take_ships
from farhaven.games.reworld.rules.state import (
    OVER,
    SETTLEMENT,
    Player,
    State,
    first_sign_left,
    kind_beneath,
    open_kind,
)
from farhaven.games.reworld.rules.transport import write_transports

# Who launches next (RW-2.1).


def begin_settlement(p: State) -> None:
    """The marker's holder begins; a player with no module never comes to play."""
    p.phase = SETTLEMENT
    p.turn = p.marker - 1
    pass_launch(p)


def pass_launch(p: State) -> None:
    """The next player clockwise who has a module left; if there is none, the game ends."""
    for step in range(1, p.seats + 1):
        seat = (p.turn + step) % p.seats
        if p.players[seat].modules > 0:
            p.turn = seat
            return
    p.phase = OVER
    p.turn = NONE
    score_final_ship(p)


# What may be launched, and how (RW-2.2 to RW-2.8).


def can_defend(p: State, kind: i64) -> bool:
    """RW-2.4: satellites, and shuttles with a shield."""
    return is_satellite(kind) or (is_shuttle(kind) and p.parts.shields[kind] > 0)


def is_coupled(p: State, player: Player, row: i64) -> bool:
    """RW-2.5a: whether a shuttle lies directly behind the builder unit at the open end."""
    tile = player.open_end[row]
    return is_builder(p.parts.kind[tile]) and is_shuttle(kind_beneath(p, tile))


def founds_city(player: Player, kind: i64) -> bool:
    """RW-2.3: whether a terrabot is the first of its letter."""
    return not player.has_city(kind)


def settlement_moves(p: State, out: vec[i64]) -> i64:
    """Write the legal launches of the player on turn; return how many."""
    player = p.players[p.turn]
    n: i64 = 0
    for row in range(ROWS):
        kind = open_kind(p, player, row)
        if kind == NONE:
            continue
        if is_terrabot(kind):
            sign: i64 = 0
            if founds_city(player, kind):
                sign = 1 + first_sign_left(p, kind)
            out[n] = launch(SETTLE, row, sign)
            n += 1
        elif is_builder(kind):
            out[n] = launch(SACRIFICE, row, 0)
            n += 1
            if is_coupled(p, player, row):
                n = write_transports(p, player, row, True, out, n)
        else:
            if can_defend(p, kind):
                out[n] = launch(DEFEND, row, 0)
                n += 1
            if is_shuttle(kind):
                n = write_transports(p, player, row, False, out, n)
            else:
                n = write_tasks(p, player, row, kind, out, n)
    return n


_WORTH: Final = vec[i64]([0] * LETTERS)


def write_tasks(p: State, player: Player, row: i64, kind: i64, out: vec[i64], n: i64) -> i64:
    """RW-2.8: write the uses of a task. Of several cities with the same worth, only the first."""
    if not wants_city(player, kind):
        out[n] = launch(TASK, row, BOX)
        return n + 1
    worth = _WORTH
    for letter in range(LETTERS):
        if player.has_city(letter):
            worth[letter] = task_points(p, player, kind, letter + 1)
            is_new = True
            for earlier in range(letter):
                if player.has_city(earlier) and worth[earlier] == worth[letter]:
                    is_new = False
            if is_new:
                out[n] = launch(TASK, row, letter + 1)
                n += 1
    return n


# What a launch does.


def play_settlement(p: State, move: i64) -> None:
    """Carry out a legal launch of the player on turn, take ships, and pass the turn on."""
    player = p.players[p.turn]
    what = deed(move)
    row = launch_row(move)
    if what == SETTLE:
        settle(p, player, undock(p, player, row), launch_choice(move))
    elif what == DEFEND:
        defend(p, player, undock(p, player, row))
    elif what == TASK:
        fulfil_task(p, player, undock(p, player, row), launch_choice(move))
    elif what == SACRIFICE:
        undock(p, player, row)
    else:
        carry(p, player, row, move)
    take_ships(p, player)
    pass_launch(p)


def undock(p: State, player: Player, row: i64) -> i64:
    """Take the module at the open end of a row."""
    tile = player.open_end[row]
    player.open_end[row] = p.beneath[tile]
    p.beneath[tile] = NONE
    player.modules -= 1
    return tile


def settle(p: State, player: Player, tile: i64, sign: i64) -> None:
    """RW-2.3: a terrabot goes to the city of its letter, or founds it."""
    letter = p.parts.kind[tile]
    if founds_city(player, letter):
        player.sign[letter] = sign - 1
        p.signs_left -= 1 << (letter * SIGNS + sign - 1)
    player.terrabots[letter] += 1
    add_to_city(p, player, tile, letter)


def add_to_city(p: State, player: Player, tile: i64, letter: i64) -> None:
    p.beneath[tile] = player.city_top[letter]
    player.city_top[letter] = tile


def defend(p: State, player: Player, tile: i64) -> None:
    """RW-2.4: to the defence row, with its shields."""
    p.beneath[tile] = player.defence_top
    player.defence_top = tile
    player.shields += p.parts.shields[p.parts.kind[tile]]


def fulfil_task(p: State, player: Player, tile: i64, city: i64) -> None:
    """RW-2.8: score the task, then add the satellite to its row."""
    points = task_points(p, player, p.parts.kind[tile], city)
    player.satellite_points += points
    player.score += points
    p.beneath[tile] = player.satellites_top
    player.satellites_top = tile
    player.satellites += 1


def carry(p: State, player: Player, row: i64, move: i64) -> None:
    """RW-2.5: dock the cargo, place it, add the shuttle to its row."""
    units = cargo_size(move)
    unit0: i64 = NONE
    unit1: i64 = NONE
    if is_builder(p.parts.kind[player.open_end[row]]):  # RW-2.5a: already coupled
        unit0 = undock(p, player, row)
        shuttle = undock(p, player, row)
    else:
        shuttle = undock(p, player, row)
        if units > 0:
            unit0 = undock(p, player, cargo_row(move, 0))
    if units > 1:
        unit1 = undock(p, player, cargo_row(move, 1))
    if is_swapped(move):
        place(p, player, unit1, cargo_city(move, 1))
        place(p, player, unit0, cargo_city(move, 0))
    else:
        if units > 0:
            place(p, player, unit0, cargo_city(move, 0))
        if units > 1:
            place(p, player, unit1, cargo_city(move, 1))
    p.beneath[shuttle] = player.shuttles_top
    player.shuttles_top = shuttle
    player.shuttles += 1


def place(p: State, player: Player, tile: i64, city: i64) -> None:
    """RW-2.6: a builder unit goes to a city, or to the box."""
    if city == BOX:
        return
    kind = p.parts.kind[tile]
    letter = city - 1
    if kind == FARMING:
        player.farming[letter] += 1
    else:
        player.company[letter] = company_of(kind)
        player.construction[letter] += 1
    add_to_city(p, player, tile, letter)
    if is_special(kind):  # RW-2.6c
        points = player.city_tiles(letter) * p.parts.special_points
        player.special_points += points
        player.score += points
