"""What a satellite's task is worth (RW-C5, RW-2.8)."""

from mypy_extensions import i64

from farhaven.games.reworld.rules.moves import BOX
from farhaven.games.reworld.rules.parts import (
    BUILDERS_TASK,
    COMPANIES_TASK,
    COMPANY_TASK,
    INDUSTRY_TASK,
    LETTER_TASK,
    LETTERS,
    METROPOLIS_TASK,
    SHIELDS_TASK,
    TERRABOTS_TASK,
)
from farhaven.games.reworld.rules.state import Player, State


def chooses_city(kind: i64) -> bool:
    """RW-2.8: the task is about one city of the player's choice."""
    return kind in (INDUSTRY_TASK, METROPOLIS_TASK)


def has_any_city(player: Player) -> bool:
    for letter in range(LETTERS):
        if player.has_city(letter):
            return True
    return False


def wants_city(player: Player, kind: i64) -> bool:
    """RW-2.8: a task about one city must name it, if the player has any."""
    return chooses_city(kind) and has_any_city(player)


def task_points(p: State, player: Player, kind: i64, city: i64) -> i64:
    """The points of a task now; `city` is 1 to 5 where one is chosen, else BOX."""
    return p.parts.task_points[kind] * task_items(player, kind, city)


def best_task_points(p: State, player: Player, kind: i64) -> i64:
    """The points of a task now, with the city that scores most where one is chosen."""
    best = task_points(p, player, kind, BOX)
    if chooses_city(kind):
        for letter in range(LETTERS):
            if player.has_city(letter):
                best = max(best, task_points(p, player, kind, letter + 1))
    return best


def task_items(player: Player, kind: i64, city: i64) -> i64:
    """How many of what its task counts a satellite finds."""
    if kind < COMPANY_TASK:
        return player.terrabots[kind - LETTER_TASK]
    if kind < COMPANIES_TASK:
        return units_of(player, kind - COMPANY_TASK + 1)
    if kind == COMPANIES_TASK:
        return companies(player)
    if kind == TERRABOTS_TASK:
        return all_terrabots(player)
    if kind == SHIELDS_TASK:
        return player.shields
    if kind == BUILDERS_TASK:
        return all_builders(player)
    if city == BOX:
        return 0
    if kind == INDUSTRY_TASK:
        return player.terrabots[city - 1] * player.builders(city - 1)
    return player.city_tiles(city - 1)


def units_of(player: Player, company: i64) -> i64:
    """Builder units of a construction company in the settlement."""
    for letter in range(LETTERS):
        if player.company[letter] == company:
            return player.construction[letter]
    return 0


def companies(player: Player) -> i64:
    """Different companies in the settlement, farming included."""
    n: i64 = 0
    for letter in range(LETTERS):
        if player.company[letter] != 0:
            n += 1
    if all_farming(player) > 0:
        n += 1
    return n


def all_farming(player: Player) -> i64:
    n: i64 = 0
    for letter in range(LETTERS):
        n += player.farming[letter]
    return n


def all_builders(player: Player) -> i64:
    n: i64 = 0
    for letter in range(LETTERS):
        n += player.builders(letter)
    return n


def all_terrabots(player: Player) -> i64:
    n: i64 = 0
    for letter in range(LETTERS):
        n += player.terrabots[letter]
    return n
