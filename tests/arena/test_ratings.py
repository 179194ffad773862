"""Ratings: they agree with the results, whatever the order, and their intervals hold."""

import math
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farhaven.arena.duel import DealResult, Pairing, Played, pairings
from farhaven.arena.ratings import MEAN, Rating, ratings_of
from farhaven.arena.standings import meeting_of, standing_of

BOTS = ("a", "b", "c")


def played(seat: int, win: float, players: int = 2) -> Played:
    places = [2] * players
    places[seat if win else (seat + 1) % players] = 1
    return Played(seat, win, 2 * win - 1, places)


def unfinished(seat: int) -> Played:
    return Played(seat, 0.0, 0.0, ())


def deal_of(pairing: Pairing, number: int, wins: Sequence[float], players: int = 2) -> DealResult:
    matches = [played(seat, win, players) for seat, win in enumerate(wins)]
    return DealResult(pairing, number, matches)


def duel(wins: int, losses: int, draws: int = 0) -> list[DealResult]:
    """Games of `a` against `b`, one for each deal."""
    results = [1.0] * wins + [0.0] * losses + [0.5] * draws
    return [deal_of(Pairing("a", "b"), i, [win]) for i, win in enumerate(results)]


def by_bot(ratings: Sequence[Rating]) -> dict[str, float]:
    return {rating.bot: rating.rating for rating in ratings}


def expected(one: float, other: float) -> float:
    """The share of wins that Elo's scale promises."""
    return float(1 / (1 + 10 ** ((other - one) / 400)))


shares = st.sampled_from([0.0, 0.5, 1.0])
games = st.lists(
    st.tuples(st.sampled_from(pairings(BOTS, 2)), st.integers(0, 5), shares, shares),
    min_size=1,
    max_size=40,
)


# The order and the scale


@given(games=games, luck=st.randoms(use_true_random=False))
def test_the_order_of_the_games_does_not_matter(
    games: list[tuple[Pairing, int, float, float]], luck: Random
) -> None:
    deals = [deal_of(pairing, number, wins) for pairing, number, *wins in games]
    shuffled = deals[:]
    luck.shuffle(shuffled)
    one, other = ratings_of(BOTS, 2, deals), ratings_of(BOTS, 2, shuffled)
    assert [r.bot for r in one] == [r.bot for r in other]
    assert [(r.rating, r.games) for r in one] == [(r.rating, r.games) for r in other]
    for mine, theirs in zip(one, other, strict=True):
        assert mine.low == (None if theirs.low is None else pytest.approx(theirs.low, abs=1e-6))


@given(games=games)
def test_the_order_of_the_bots_does_not_matter(
    games: list[tuple[Pairing, int, float, float]],
) -> None:
    deals = [deal_of(pairing, number, wins) for pairing, number, *wins in games]
    turned = by_bot(ratings_of(BOTS[::-1], 2, deals))
    for bot, rating in by_bot(ratings_of(BOTS, 2, deals)).items():
        assert turned[bot] == pytest.approx(rating, abs=1e-6)


@given(games=games)
def test_the_mean_is_fixed(games: list[tuple[Pairing, int, float, float]]) -> None:
    deals = [deal_of(pairing, number, wins) for pairing, number, *wins in games]
    found = by_bot(ratings_of(BOTS, 2, deals))
    assert sum(found.values()) / len(found) == pytest.approx(MEAN, abs=1e-6)


@given(games=games)
def test_every_bot_won_as_much_as_its_rating_promises(
    games: list[tuple[Pairing, int, float, float]],
) -> None:
    """The condition of the maximum likelihood, with one draw against the average for each bot.

    What is left over is the same for all: it keeps the mean.
    """
    deals = [deal_of(pairing, number, wins) for pairing, number, *wins in games]
    ratings = by_bot(ratings_of(BOTS, 2, deals))
    surplus = {bot: 0.5 - expected(ratings[bot], MEAN) for bot in BOTS}
    for deal in deals:
        one, other = deal.pairing
        for match in deal.matches:
            over = match.win - expected(ratings[one], ratings[other])
            surplus[one] += over
            surplus[other] -= over
    assert max(surplus.values()) - min(surplus.values()) < 1e-6
    assert abs(surplus["a"]) < 0.5


def test_400_points_are_ten_wins_for_each_loss() -> None:
    found = by_bot(ratings_of(("a", "b"), 2, duel(10_000, 1_000)))
    assert found["a"] - found["b"] == pytest.approx(400, abs=1)


# Ratings and results


@given(wins=st.integers(0, 300), losses=st.integers(0, 300), draws=st.integers(0, 20))
def test_the_winner_of_a_duel_is_rated_higher(wins: int, losses: int, draws: int) -> None:
    found = by_bot(ratings_of(("b", "a"), 2, duel(wins, losses, draws)))
    ahead = found["a"] - found["b"]
    if wins == losses:
        assert ahead == pytest.approx(0, abs=1e-6)
    else:
        assert (ahead > 0) == (wins > losses)


def test_who_won_55_percent_is_rated_above_who_won_45_with_its_losses_last() -> None:
    """The case that game-by-game updates got wrong: the last games decided."""
    found = ratings_of(("a", "b"), 2, duel(55, 45))
    assert [rating.bot for rating in found] == ["a", "b"]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("more", [1, -1])
def test_among_many_the_share_of_wins_decides(players: int, more: int) -> None:
    """A bot alone among others is even with 1/3 or 1/4 of the wins."""
    number = 60 * players
    wins = [float(i < 60 + more) for i in range(number)]
    deals = [deal_of(Pairing("a", "b"), i, [win], players) for i, win in enumerate(wins)]
    found = by_bot(ratings_of(("a", "b"), players, deals))
    assert (found["a"] > found["b"]) == (more > 0)
    odds = 10 ** ((found["a"] - found["b"]) / 400)
    share = odds / (odds + players - 1)
    assert share == pytest.approx((60 + more) / number, abs=0.002)


@pytest.mark.parametrize("wins", [1, 60, 10_000])
def test_who_won_everything_has_a_rating_and_a_wide_interval(wins: int) -> None:
    best, worst = ratings_of(("a", "b"), 2, duel(wins, 0))
    assert (best.bot, worst.bot) == ("a", "b")
    assert math.isfinite(best.rating)
    assert best.rating - worst.rating > 50
    if wins > 1:
        assert best.low is not None
        assert best.high is not None
        assert best.high - best.low > 250


def test_more_wins_in_a_row_rate_higher() -> None:
    found = [ratings_of(("a", "b"), 2, duel(wins, 0))[0].rating for wins in (1, 5, 20, 100, 1000)]
    assert found == sorted(set(found))


def test_strength_shows_through_a_third_bot() -> None:
    """`a` and `c` never met, but both met `b`."""
    deals = [deal_of(Pairing("a", "b"), i, [float(i % 4 > 0)]) for i in range(400)]
    deals += [deal_of(Pairing("b", "c"), i, [float(i % 4 > 0)]) for i in range(400)]
    found = by_bot(ratings_of(BOTS, 2, deals))
    assert found["a"] - found["c"] == pytest.approx(2 * 400 * math.log10(3), rel=0.02)


def test_who_has_not_played_is_average() -> None:
    found = {r.bot: r for r in ratings_of(BOTS, 2, duel(30, 30))}
    assert found["c"].rating == pytest.approx(MEAN)
    assert found["c"].games == 0
    low, high = found["c"].low, found["c"].high
    assert low is not None
    assert high is not None
    assert high - low > 500


# Unfinished games


@given(games=games)
@settings(max_examples=30)
def test_an_unfinished_game_counts_as_nothing(
    games: list[tuple[Pairing, int, float, float]],
) -> None:
    deals = [deal_of(pairing, number, wins) for pairing, number, *wins in games]
    more = [deal._replace(matches=[*deal.matches, unfinished(0)]) for deal in deals]
    more.append(DealResult(Pairing("a", "b"), 99, [unfinished(0), unfinished(1)]))
    assert ratings_of(BOTS, 2, more) == ratings_of(BOTS, 2, deals)
    one = standing_of("any", 2, 0, BOTS, deals)
    other = standing_of("any", 2, 0, BOTS, more)
    assert other.unfinished == len(deals) + 2
    assert one.unfinished == 0
    for meeting in one.meetings:
        same = other.meeting(meeting.bot, meeting.others)
        assert same is not None
        assert (same.games, same.wins) == (meeting.games, meeting.wins)
        assert (same.win_rate, same.lead) == (meeting.win_rate, meeting.lead)


def test_a_pairing_without_a_finished_game_has_no_win_rate() -> None:
    pairing = Pairing("a", "b")
    meeting = meeting_of(pairing, [DealResult(pairing, 0, [unfinished(0), unfinished(1)])])
    assert (meeting.games, meeting.unfinished, meeting.wins) == (0, 2, 0)
    assert meeting.win_rate is None
    assert meeting.lead is None
    assert meeting.turned().win_rate is None


# Intervals


def test_one_deal_has_no_interval() -> None:
    found = ratings_of(("a", "b"), 2, [deal_of(Pairing("a", "b"), 0, [1, 0])])
    assert all(rating.low is None and rating.high is None for rating in found)


def simulated(truth: dict[str, float], players: int, deals: int, luck: Random) -> list[DealResult]:
    """Deals whose luck decides all their games alike in 6 of 10 cases."""
    found = []
    for number in range(deals):
        shared = luck.random()
        decides = luck.random() < 0.6
        for pairing in pairings(list(truth), players):
            odds = 10 ** ((truth[pairing.bot] - truth[pairing.others]) / 400)
            share = odds / (odds + players - 1)
            wins = [float((shared if decides else luck.random()) < share) for _ in range(players)]
            found.append(deal_of(pairing, number, wins, players))
    return found


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("deals", [15, 60])
def test_intervals_hold_the_truth_as_often_as_they_say(players: int, deals: int) -> None:
    """Although the games of a deal end alike: intervals for independent games hold it less."""
    truth = {"a": MEAN + 80, "b": MEAN + 10, "c": MEAN - 90}
    luck = Random(players * 1000 + deals)
    held = times = 0
    for _ in range(250):
        for rating in ratings_of(tuple(truth), players, simulated(truth, players, deals, luck)):
            assert rating.low is not None
            assert rating.high is not None
            held += rating.low <= truth[rating.bot] <= rating.high
            times += 1
    assert 0.925 <= held / times <= 0.99
