"""Duplicate matches and what they say."""

import pickle
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from farhaven.arena.duel import (
    DealResult,
    Pairing,
    Played,
    Task,
    pairings,
    places_of,
    play_deal,
    tasks,
)
from farhaven.arena.guarded_bot import BotFault
from farhaven.arena.standings import (
    Estimate,
    Standing,
    design_effect,
    mean_of,
    meeting_of,
    standing_of,
    wilson,
)
from farhaven.bots import Bot
from farhaven.cli import arena as command
from farhaven.cli.main import app
from farhaven.core.chance import Chance
from farhaven.core.view import View
from farhaven.core.violation import Violation


def standing(players: int = 2, games: int = 6) -> Standing:
    bots = ["greedy", "random"]
    deals = [play_deal(task) for task in tasks("reworld", players, bots, games, 1)]
    return standing_of("reworld", players, 1, bots, deals)


def test_every_deal_is_played_from_every_seat() -> None:
    result = play_deal(Task("reworld", 3, Pairing("random", "random"), 0, 5))
    assert [match.seat for match in result.matches] == [0, 1, 2]


def test_the_same_task_gives_the_same_result() -> None:
    task = Task("reworld", 2, Pairing("greedy", "random"), 3, 5)
    assert play_deal(task) == play_deal(task)


class Wrong(Bot):
    """A bot from outside, which does not know the rules."""

    def choose(self, view: View, chance: Chance) -> int:  # noqa: ARG002 - as bots are
        return 3


def test_a_bot_from_outside_must_keep_the_rules() -> None:
    pairing = Pairing("random", f"{__name__}:Wrong")
    with pytest.raises(BotFault) as raised:
        play_deal(Task("reworld", 2, pairing, 4, 5))
    fault = pickle.loads(pickle.dumps(raised.value))  # as from another process
    assert (fault.game, fault.seat, fault.bot) == (8, 1, pairing.others)
    assert isinstance(fault.reason, Violation)
    assert fault.reason.clause == "RW-1.3"


def test_pairings() -> None:
    assert pairings(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairings(["a", "b"], 4) == [("a", "b"), ("b", "a")]
    assert pairings(["a", "b", "c"], 4, first=True) == [("a", "b"), ("a", "c")]
    assert pairings(["a", "b", "c"], 2, first=True) == [("a", "b"), ("a", "c")]


def test_enough_games_for_each_pairing() -> None:
    assert len(list(tasks("reworld", 4, ["a", "b"], 10, 0))) == 2 * 3


def test_places() -> None:
    assert places_of([10, 30, 20], [1]) == [3, 1, 2]
    assert places_of([30, 30, 20], [0, 1]) == [1, 1, 3]
    assert places_of([30, 30, 20], [1]) == [2, 1, 3]  # a tie that was broken


def test_wilson_interval() -> None:
    rate = wilson(50, 100)
    assert rate.mean == 0.5
    assert rate.low == pytest.approx(0.4038, abs=1e-3)
    assert rate.high == pytest.approx(0.5962, abs=1e-3)


def deals_of(*wins: tuple[float, ...]) -> list[DealResult]:
    """Deals with so much won at each seat."""
    return [
        DealResult(
            Pairing("a", "b"),
            deal,
            [Played(seat, win, 2 * win - 1, (1, 2)) for seat, win in enumerate(seats)],
        )
        for deal, seats in enumerate(wins)
    ]


def test_where_deals_decide_a_deal_is_one_observation() -> None:
    deals = deals_of((1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (1, 1), (0, 0), (1, 1))
    assert design_effect(deals) == 2
    assert meeting_of(Pairing("a", "b"), deals).win_rate == wilson(5, 8)


def test_where_deals_decide_half_of_it() -> None:
    wins = ((1, 1), (1, 0), (0, 1), (0, 0), (1, 1), (0, 0))
    found = design_effect(deals_of(*wins))
    assert 1 < found < 2
    one, other = wilson(6, 12, found), wilson(6, 12)
    assert one.low is not None
    assert other.low is not None
    assert one.low < other.low


@pytest.mark.parametrize(
    "wins",
    [
        ((1, 0), (0, 1), (1, 0), (0, 1)),  # a seat decides: less varies than by luck
        ((1, 1), (0, 1), (1, 0), (0, 0)),  # as luck has it, on average
        ((1, 1), (1, 1), (1, 1), (1, 1)),  # nothing varies
    ],
)
def test_no_more_certainty_than_independent_games(wins: tuple[tuple[float, ...], ...]) -> None:
    deals = deals_of(*wins)
    assert design_effect(deals) == pytest.approx(1, abs=0.34)
    rate = meeting_of(Pairing("a", "b"), deals).win_rate
    assert rate is not None
    free = wilson(sum(map(sum, wins)), 8)
    assert rate.low is not None
    assert free.low is not None
    assert rate.low <= free.low


def test_one_deal_may_have_decided_all_its_matches() -> None:
    assert design_effect(deals_of((1, 1, 0))) == 3


def test_mean_interval() -> None:
    estimate = mean_of([1.0, 2.0, 3.0])
    assert estimate.mean == 2.0
    assert estimate.high is not None
    assert estimate.high - estimate.mean == pytest.approx(4.303 / 3**0.5, abs=1e-3)


def test_one_deal_has_no_interval_of_its_lead() -> None:
    found = standing(games=2)
    lead = found.meetings[0].lead
    assert lead is not None
    assert (lead.low, lead.high) == (None, None)
    turned = found.meeting("random", "greedy")
    assert turned is not None
    assert turned.lead == Estimate(-lead.mean)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Standing) == found


@pytest.mark.parametrize("players", [2, 3])
def test_the_better_bot_stands_first(players: int) -> None:
    found = standing(players)
    rate = found.meetings[0].win_rate
    assert rate is not None
    assert rate.mean > 0.9
    assert found.ratings[0].bot == "greedy"
    assert msgspec.json.decode(msgspec.json.encode(found), type=Standing) == found


def test_what_was_played_is_written_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long run that is killed keeps its games."""
    found: list[int] = []
    path = tmp_path / "a.json"

    def play(task: Task) -> DealResult:
        if path.exists():
            found.append(msgspec.json.decode(path.read_bytes())["meetings"][0]["games"])
        return play_deal(task)

    monkeypatch.setattr(command, "play_deal", play)
    monkeypatch.setattr(command, "WRITE_EVERY", 0.0)
    options = ["--title", "reworld", "--bots", "greedy,random", "--games", "6", "--json", str(path)]
    result = CliRunner().invoke(app, ["arena", *options])
    assert result.exit_code == 0
    assert found == [2, 4]
    assert msgspec.json.decode(path.read_bytes(), type=Standing).meetings[0].games == 6


def run(path: Path, games: int) -> tuple[int, str]:
    options = ["--title", "reworld", "--bots", "greedy,random", "--games", str(games)]
    result = CliRunner().invoke(app, ["arena", *options, "--keep", str(path)])
    return result.exit_code, result.output


def test_a_run_goes_on_where_another_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def play(task: Task) -> DealResult:
        played.append(task.deal)
        return play_deal(task)

    monkeypatch.setattr(command, "play_deal", play)
    path, whole = tmp_path / "deals.jsonl", tmp_path / "whole.jsonl"
    assert run(path, 4)[0] == 0
    # The next line was being written when the power went.
    path.write_bytes(path.read_bytes() + b'{"title": "rewo')
    assert run(path, 8)[0] == 0
    assert played == [0, 1, 2, 3]
    assert run(whole, 8)[1] == run(path, 8)[1]
    assert played == [0, 1, 2, 3, 0, 1, 2, 3]
    assert path.read_bytes() == whole.read_bytes()


def test_a_file_that_holds_no_deals_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("My notes\nof today\n", "utf-8")
    code, output = run(path, 2)
    assert code == 2
    assert "line 1" in output
    assert path.read_text("utf-8") == "My notes\nof today\n"
