"""What the matches say: win rates, leads, intervals, ratings."""

import math
from collections.abc import Sequence
from statistics import fmean, pvariance, variance

import msgspec

from farhaven.arena.duel import DealResult, Pairing
from farhaven.arena.ratings import Rating, ratings_of
from farhaven.evaluation.confidence import Z95, half95


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, where so little is known that there is none without it."""

    mean: float
    low: float | None = None
    high: float | None = None

    def turned(self, whole: float) -> "Estimate":
        """The same for the other side: what is left of the whole."""
        mean = whole - self.mean
        if self.low is None or self.high is None:
            return Estimate(mean)
        return Estimate(mean, whole - self.high, whole - self.low)


class Meeting(msgspec.Struct, frozen=True):
    """One bot alone against another: `wins` counts a shared win as its part.

    Only finished games count; `win_rate` and `lead` are None where there is none.
    """

    bot: str
    others: str
    games: int
    unfinished: int
    wins: float
    win_rate: Estimate | None
    lead: Estimate | None

    def turned(self) -> "Meeting":
        """A meeting of two, seen from the other bot."""
        return Meeting(
            bot=self.others,
            others=self.bot,
            games=self.games,
            unfinished=self.unfinished,
            wins=self.games - self.wins,
            win_rate=None if self.win_rate is None else self.win_rate.turned(1.0),
            lead=None if self.lead is None else self.lead.turned(0.0),
        )


class Standing(msgspec.Struct, frozen=True):
    """The whole result of an arena."""

    title: str
    players: int
    seed: int
    meetings: Sequence[Meeting]
    ratings: Sequence[Rating]
    unfinished: int = 0
    """Games that reached the turn limit. They count as nothing."""

    def meeting(self, bot: str, others: str) -> Meeting | None:
        """What a cross table says of a bot against others; with two players from either side."""
        for found in self.meetings:
            if (found.bot, found.others) == (bot, others):
                return found
            if self.players == 2 and (found.bot, found.others) == (others, bot):
                return found.turned()
        return None


def standing_of(
    title: str, players: int, seed: int, bots: Sequence[str], deals: Sequence[DealResult]
) -> Standing:
    """Meetings in the order of the bots, ratings from the best."""
    ordered = sorted(deals, key=lambda d: (d.deal, *map(bots.index, d.pairing)))
    meetings = []
    for pairing in dict.fromkeys(deal.pairing for deal in ordered):
        own = [deal for deal in ordered if deal.pairing == pairing]
        meetings.append(meeting_of(pairing, own))
    ratings = ratings_of(bots, players, ordered)
    unfinished = sum(meeting.unfinished for meeting in meetings)
    return Standing(title, players, seed, meetings, ratings, unfinished)


def meeting_of(pairing: Pairing, deals: Sequence[DealResult]) -> Meeting:
    unfinished = sum(len(deal.matches) - len(deal.finished) for deal in deals)
    counted = [deal._replace(matches=deal.finished) for deal in deals if deal.finished]
    if not counted:
        return Meeting(*pairing, 0, unfinished, 0.0, None, None)
    matches = [match for deal in counted for match in deal.matches]
    wins = math.fsum(match.win for match in matches)
    # The matches of a deal are not independent: their mean is one observation.
    leads = [fmean(match.lead for match in deal.matches) for deal in counted]
    rate = wilson(wins, len(matches), design_effect(counted))
    return Meeting(*pairing, len(matches), unfinished, wins, rate, mean_of(leads))


def design_effect(deals: Sequence[DealResult]) -> float:
    """How many games say as much about the wins as one independent game would."""
    # Where the deal decides, its matches are won or lost together, and the deals' mean wins vary
    # more than those of independent games. One deal alone may have decided them all. That a bad
    # seat evens out a good one makes them vary less, which is not counted as more certainty.
    size = fmean(len(deal.matches) for deal in deals)
    if len(deals) < 2:
        return size
    independent = pvariance([match.win for deal in deals for match in deal.matches]) / size
    if independent <= 0:
        # All won or all lost: nothing varies that could tell. However alike the leads of a deal
        # are, what happens so seldom hardly happens twice in one.
        return 1.0
    rates = [fmean(match.win for match in deal.matches) for deal in deals]
    return min(max(variance(rates) / independent, 1.0), size)


def wilson(wins: float, games: int, effect: float = 1.0) -> Estimate:
    """A win rate with its Wilson interval, of games that say as much as `games / effect` do."""
    rate = wins / games
    number = games / effect
    square = Z95 * Z95
    centre = (rate + square / (2 * number)) / (1 + square / number)
    spread = math.sqrt(rate * (1 - rate) / number + square / (4 * number * number))
    half = Z95 * spread / (1 + square / number)
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half))


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of at least one value, with its interval."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean)
    half = half95(values)
    return Estimate(mean, mean - half, mean + half)
