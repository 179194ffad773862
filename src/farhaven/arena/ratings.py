"""Ratings that fit all games at once, on the scale of Elo.

The model is Luce's choice: a seat wins with a probability proportional to its bot's strength,
`10 ** (rating / 400)`. For two players that is Bradley and Terry's model. With more players only
the win counts, as in the win rates: bots play for the win, and who comes second says little. In an
arena of two bots, the one that won more than its share is therefore rated higher. With more bots
all games count together: who beat a bot may be rated below it, for games against others.

The ratings are those of the maximum likelihood. Each bot also gets one draw against an opponent
of average strength, so that a bot that won or lost everything has a rating, too. Nothing depends
on the order of the games.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from farhaven.arena.duel import DealResult
from farhaven.evaluation.confidence import errors95

MEAN = 1500.0
"""The mean rating of the bots that take part."""
POINTS = 400 / math.log(10)
"""Rating points for each unit of log-strength: 400 points are odds of 10 to 1."""
PRIOR_DRAWS = 1.0
MOST_STEPS = 100
PRECISION = 1e-12

Vector = list[float]
Matrix = list[Vector]


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating with its 95 % interval, which takes at least two deals."""

    bot: str
    rating: float
    low: float | None
    high: float | None
    games: int
    """The finished games that it took part in."""


class Encounter(NamedTuple):
    """All finished games of one bot, alone, against `rivals` seats of another; both by number."""

    bot: int
    other: int
    rivals: int
    games: int
    wins: float

    def chance(self, strengths: Sequence[float]) -> float:
        """The probability that the bot wins a game; `strengths` are logarithms."""
        ahead = strengths[self.bot] - strengths[self.other] - math.log(self.rivals)
        return _logistic(ahead)


def ratings_of(bots: Sequence[str], players: int, deals: Sequence[DealResult]) -> list[Rating]:
    """The ratings of all bots, the best first."""
    encounters = encounters_of(bots, players, deals)
    strengths = fit(len(bots), encounters)
    halves = half_intervals(bots, players, deals, strengths)
    ratings = []
    for number, bot in enumerate(bots):
        rating, half = MEAN + POINTS * strengths[number], halves[number]
        games = sum(e.games for e in encounters if number in (e.bot, e.other))
        low, high = (None, None) if half is None else (rating - half, rating + half)
        ratings.append(Rating(bot, rating, low, high, games))
    return sorted(ratings, key=lambda rating: -rating.rating)


def encounters_of(
    bots: Sequence[str], players: int, deals: Sequence[DealResult]
) -> list[Encounter]:
    """The finished games, added up by who met whom."""
    wins: dict[tuple[int, int], list[float]] = defaultdict(list)
    for deal in deals:
        bot, other = map(bots.index, deal.pairing)
        wins[bot, other] += [match.win for match in deal.finished]
    return [
        # `fsum` gives the same sum in any order.
        Encounter(bot, other, players - 1, len(won), math.fsum(won))
        for (bot, other), won in sorted(wins.items())
        if won
    ]


# The fit


def fit(bots: int, encounters: Sequence[Encounter]) -> Vector:
    """The log-strengths of the maximum likelihood; their mean is 0."""
    strengths = [0.0] * bots
    likelihood = _log_likelihood(strengths, encounters)
    for _ in range(MOST_STEPS):
        inverse = _constrained_inverse(_information(strengths, encounters))
        step = _product(inverse, _gradient(strengths, encounters))
        size = 1.0
        while True:
            tried = [s + size * d for s, d in zip(strengths, step, strict=True)]
            better = _log_likelihood(tried, encounters)
            if better >= likelihood or size < PRECISION:
                break
            size /= 2
        strengths, likelihood = tried, better
        if max(map(abs, step)) < PRECISION:
            break
    return strengths


def _log_likelihood(strengths: Sequence[float], encounters: Sequence[Encounter]) -> float:
    """Of the games and of each bot's draw against the average."""
    terms = [
        PRIOR_DRAWS * (_log_logistic(strength) + _log_logistic(-strength)) / 2
        for strength in strengths
    ]
    for met in encounters:
        ahead = strengths[met.bot] - strengths[met.other] - math.log(met.rivals)
        terms.append(met.wins * _log_logistic(ahead))
        terms.append((met.games - met.wins) * _log_logistic(-ahead))
    return math.fsum(terms)


def _gradient(strengths: Sequence[float], encounters: Sequence[Encounter]) -> Vector:
    gradient = [PRIOR_DRAWS * (0.5 - _logistic(strength)) for strength in strengths]
    for met in encounters:
        surplus = met.wins - met.games * met.chance(strengths)
        gradient[met.bot] += surplus
        gradient[met.other] -= surplus
    return gradient


def _information(strengths: Sequence[float], encounters: Sequence[Encounter]) -> Matrix:
    """The second derivatives of the log-likelihood, with their signs turned."""
    information = _zeros(len(strengths))
    for number, strength in enumerate(strengths):
        share = _logistic(strength)
        information[number][number] += PRIOR_DRAWS * share * (1 - share)
    for met in encounters:
        chance = met.chance(strengths)
        weight = met.games * chance * (1 - chance)
        for row, column, sign in (
            (met.bot, met.bot, 1),
            (met.other, met.other, 1),
            (met.bot, met.other, -1),
            (met.other, met.bot, -1),
        ):
            information[row][column] += sign * weight
    return information


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


def _log_logistic(x: float) -> float:
    return -math.log1p(math.exp(-x)) if x >= 0 else x - math.log1p(math.exp(x))


# How sure it is


def half_intervals(
    bots: Sequence[str], players: int, deals: Sequence[DealResult], strengths: Sequence[float]
) -> list[float | None]:
    """Half of each rating's 95 % interval, in rating points; None for fewer than two deals.

    All games of a deal share its luck, whoever plays them: together they are one observation
    (the sandwich estimate, clustered by deal). As with the win rates, that a deal's games even
    each other out is not counted as more certainty than independent games would give.
    """
    surpluses = _surpluses_by_deal(bots, players, deals, strengths)
    if len(surpluses) < 2:
        return [None] * len(bots)
    information = _information(strengths, encounters_of(bots, players, deals))
    model = _constrained_inverse(information)
    scatter = _zeros(len(bots))
    for surplus in surpluses:
        for row, mine in enumerate(surplus):
            for column, other in enumerate(surplus):
                scatter[row][column] += mine * other
    clustered = _times(_times(model, scatter), model)
    correction = len(surpluses) / (len(surpluses) - 1)
    errors = errors95(len(surpluses))
    return [
        POINTS * errors * math.sqrt(max(model[i][i], correction * clustered[i][i]))
        for i in range(len(bots))
    ]


def _surpluses_by_deal(
    bots: Sequence[str], players: int, deals: Sequence[DealResult], strengths: Sequence[float]
) -> list[Vector]:
    """For each deal with a finished game: what each bot won there beyond what was expected."""
    found: dict[int, Vector] = {}
    for deal in sorted(deals, key=lambda d: (d.deal, *map(bots.index, d.pairing))):
        bot, other = map(bots.index, deal.pairing)
        games = len(deal.finished)
        if games == 0:
            continue
        met = Encounter(bot, other, players - 1, games, math.fsum(m.win for m in deal.finished))
        surplus = met.wins - games * met.chance(strengths)
        of_deal = found.setdefault(deal.deal, [0.0] * len(bots))
        of_deal[bot] += surplus
        of_deal[other] -= surplus
    return list(found.values())


# A little algebra: there are only a few bots


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _product(matrix: Matrix, vector: Vector) -> Vector:
    return [math.fsum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = [list(column) for column in zip(*right, strict=True)]
    return [[math.fsum(map(float.__mul__, row, column)) for column in columns] for row in left]


def _constrained_inverse(matrix: Matrix) -> Matrix:
    """The inverse among vectors whose sum is 0: the mean strength is fixed."""
    size = len(matrix)
    bordered = [[*row, 1.0] for row in matrix] + [[1.0] * size + [0.0]]
    return [row[:size] for row in _inverse(bordered)[:size]]


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan, with the largest pivot of each column."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for i in range(size):
            factor = rows[i][column]
            if i != column and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]
