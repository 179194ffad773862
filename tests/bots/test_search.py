"""What searching bots promise: limits kept, moves at once, no memory of other matches."""

import pytest

from farhaven.bots import make_bot
from farhaven.bots.levels import Admiral, Captain
from farhaven.bots.search_bot import SearchBot
from farhaven.core.chance import FastChance
from farhaven.core.position import MANY, Position, first_owing
from farhaven.core.view import move_buffer
from farhaven.games import load, titles
from farhaven.search.parallel_search import RootMove, most_tried
from farhaven.search.tree_search import NOBODY, SLICE, Node, Search
from tests.bots.playing import endings, play_match, whole_games
from tests.bots.test_secrets import middle


class Clock:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 100


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("kind", ["captain@0.05s", "admiral@0.05s", "uct@0.05s"])
@pytest.mark.parametrize(("seats", "moves"), [(2, 0), (4, 0), (4, 100)])
def test_the_clock_is_looked_at_often(title: str, kind: str, seats: int, moves: int) -> None:
    """At full positions, too: few iterations between two looks, none once the time is over."""
    clock = Clock()
    game = load(title)
    views = (
        game.view(position, int(first_owing(position)))
        for position in (middle(game, seats, seed, moves) for seed in range(1, 20))
    )
    view = next(view for view in views if len(view.legal_moves()) > 1)
    bot = make_bot(kind, game)
    assert isinstance(bot, SearchBot)
    bot.clock = clock
    bot.is_bold = False  # else it may make an offer without a search
    bot.choose(view, FastChance(1))
    assert 0 < bot.ran <= SLICE * clock.looks
    assert clock.looks <= 7


@pytest.mark.parametrize("kind", ["captain@24", "admiral@24", "uct@24"])
def test_every_seat_that_owes_a_choice_is_searched_for_itself(kind: str) -> None:
    """Several may owe one at once, and are asked in any order: answers and discards of Mars."""
    game = load("mars")
    asked = {"answer": 0, "discard": 0}
    for seed in range(40):
        for position in whole_games(game, 4, seed, "officer"):
            seats = [s for s in range(4) if int(position.owing()) >> s & 1]
            for seat in seats[1:]:
                if position.may_wait(seat):
                    continue
                bot = make_bot(kind, game)
                assert isinstance(bot, SearchBot)
                move = bot.choose(game.view(position, seat), FastChance(seed))
                assert game.explain(position, seat, move) is None
                tag = str(game.entry(position, seat, move).__struct_config__.tag)
                asked[tag] += 1
        if min(asked.values()) > 3:
            return
    raise AssertionError(asked)


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("limit", [1, 16, 21])
def test_no_more_iterations_than_allowed(title: str, limit: int) -> None:
    game = load(title)
    position = middle(game, 3, seed=3, moves=0)  # where no move is far ahead of the others
    bot = make_bot(f"captain@{limit}", game)
    assert isinstance(bot, SearchBot)
    bot.choose(game.view(position, int(first_owing(position))), FastChance(1))
    assert bot.ran == limit


def test_the_levels_have_their_times() -> None:
    assert (Captain.seconds, Admiral.seconds) == (0.2, 2.0)


def outcomes_below(node: Node) -> int:
    """How many outcomes of chance a tree has looked at."""
    below = sum(outcomes_below(child) for child in node.children if child is not None)
    return below + (int(node.count) if node.seat == NOBODY else 0)


def test_captains_look_as_far_as_the_dice_and_admirals_further() -> None:
    game = load("mars")
    position = middle(game, 2, seed=1, moves=40)
    view = game.view(position, int(first_owing(position)))
    looked_at = {}
    for kind in ("captain@600", "admiral@600"):
        bot = make_bot(kind, game)
        assert isinstance(bot, SearchBot)
        looked_at[kind] = outcomes_below(bot.search(view, FastChance(1), begun=0.0, offers=()).root)
    assert looked_at["captain@600"] == 0
    assert looked_at["admiral@600"] > 0


@pytest.mark.parametrize("title", titles())
def test_a_single_move_is_played_at_once(title: str) -> None:
    """Mars: only rolling is possible. Reworld: cards, but nothing to acquire and no marker."""
    game = load(title)
    found = 0
    for seed in range(10):
        for position in whole_games(game, 3, seed, "officer"):
            seat = int(first_owing(position))
            view = game.view(position, seat)
            offers = view.sample(FastChance(1)).barters(move_buffer(game.max_moves))
            is_bold = view.bold_offer(FastChance(1)) >= 0
            if len(view.legal_moves()) == 1 and offers == 0 and not is_bold:
                bot = make_bot("admiral@1000000", game)
                assert isinstance(bot, SearchBot)
                assert bot.choose(view, FastChance(1)) == view.legal_moves()[0]
                assert bot.ran == 0
                found += 1
        if found > 2:
            return
    raise AssertionError("no such position")


@pytest.mark.parametrize("title", titles())
def test_a_saved_tree_does_not_leak_between_matches(title: str) -> None:
    """A bot that has played another match chooses like one that has not."""
    game = load(title)
    position = middle(game, 2, seed=9, moves=6)
    seat = int(first_owing(position))
    view = game.view(position, seat)
    used = make_bot("captain@32", game)
    for seed in (1, 2):
        other = middle(game, 2, seed=seed, moves=6)
        other_seat = int(first_owing(other))
        used.choose(game.view(other, other_seat), FastChance(seed))
    fresh = make_bot("captain@32", game)
    assert used.choose(view, FastChance(3)) == fresh.choose(view, FastChance(3))


def ways_to_nodes(root: Node) -> dict[int, list[tuple[Node, int]]]:
    """For each node of a tree that has an identity: who leads to it, and by which move."""
    ways: dict[int, list[tuple[Node, int]]] = {}
    todo, seen = [root], {id(root)}
    while todo:
        node = todo.pop()
        for number, child in enumerate(node.children):
            if child is None:
                continue
            if child.identity >= 0:
                ways.setdefault(int(child.identity), []).append((node, number))
            if id(child) not in seen:
                seen.add(id(child))
                todo.append(child)
    return ways


def searched(position: Position, *, plain: bool = False) -> Search:
    game = load("reworld")
    seat = first_owing(position)
    search = Search(position, seat, position.guide(), game.max_moves)
    search.plain = plain
    luck = FastChance(1)
    view = game.view(position, int(seat))
    for _ in range(3000):
        search.iterate(view.sample(luck), luck)
    return search


def test_ways_to_the_same_position_share_what_is_known_of_it() -> None:
    """Chapter two of Reworld: the same launches in another order lead to the same position."""
    position = next(iter(endings([4], plies=16)))
    search = searched(position)
    ways = ways_to_nodes(search.root)
    shared = {identity: of for identity, of in ways.items() if len(of) > 1}
    assert len(shared) > 20
    assert len(search.known) == len(ways)
    for of in shared.values():
        children = [node.children[number] for node, number in of]
        assert len({id(child) for child in children}) == 1
        assert children[0] is not None
        assert children[0].visits == sum(int(node.tried[number]) for node, number in of)
    assert not searched(position, plain=True).known


def test_the_last_round_shares_nothing_with_chapter_two() -> None:
    """What lies beneath an open end differs there between positions that look alike."""
    game = load("reworld")
    last = None
    for position in whole_games(game, 2, 6, "officer"):
        if position.plies_left() < MANY:
            break
        last = position.copy()
    assert last is not None
    assert not searched(last).known


def test_of_a_tree_that_goes_on_only_what_can_be_reached_is_known() -> None:
    position = next(iter(endings([4], plies=16)))
    search = searched(position)
    before = set(search.known)
    best = search.root.children[search.best()]
    assert best is not None
    position.play(search.root.seat, search.root.moves[search.best()])
    guide = position.guide()
    assert search.go_on_from(position.public_key(), int(first_owing(position)), guide, 4)
    assert search.root is best
    assert set(search.known) == set(ways_to_nodes(best)) < before


def test_a_solved_ending_does_not_leak_between_matches() -> None:
    """What the solver keeps of one match means nothing in another, however alike they look."""
    game = load("reworld")
    used = make_bot("captain@8", game)
    for position in endings(range(30), plies=9):
        view = game.view(position, int(first_owing(position)))
        fresh = make_bot("captain@8", game)
        assert used.choose(view, FastChance(1)) == fresh.choose(view, FastChance(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["cadet", "officer", "captain@16"])
def test_every_level_plays_mars_legally(kind: str, seats: int) -> None:
    game = load("mars")
    bots = [make_bot(kind, game) for _ in range(seats)]
    assert play_match(game, bots, seed=seats) is not None


def test_processes_add_their_roots() -> None:
    """Several processes choose the same for the same seed, and search more than one does."""
    game = load("reworld")
    position = middle(game, 2, seed=3, moves=4)
    seat = int(first_owing(position))
    view = game.view(position, seat)
    moves = {make_bot("captain@32x3", game).choose(view, FastChance(8)) for _ in range(2)}
    assert len(moves) == 1
    assert moves <= set(view.legal_moves())
    assert most_tried([[RootMove(1, 5), RootMove(2, 3)], [RootMove(2, 4)]]) == 2


def test_who_offers_is_asked_after_those_who_answer() -> None:
    """MA-2.1a: else a bot that is asked first would withdraw what nobody has heard yet."""
    game = load("mars")
    bots = [make_bot("officer", game) for _ in range(2)]
    answered = 0
    luck = FastChance(4)
    position = game.start_with(2, {})
    while not position.is_over():
        if position.awaits_chance():
            position.roll(luck)
            continue
        seat = int(first_owing(position))
        if position.owing() == 3:  # an offer is open, or both discard
            assert not position.may_wait(seat)
            answered += 1
        position.play(seat, bots[seat].choose(game.view(position, seat), luck))
    assert answered > 0


def test_a_search_ends_when_the_rest_could_not_change_the_choice() -> None:
    game = load("mars")
    position = middle(game, 2, seed=1, moves=8)
    seat = int(first_owing(position))
    whole, short = Captain(game), Captain(game)
    whole.iterations, whole.processes = 3000, 2  # each process makes all of its iterations
    short.iterations = 3000
    view = game.view(position, seat)
    search = short.search(view, FastChance(1), 0.0, ())
    assert short.ran < 3000
    assert search.ahead() > 3000 - short.ran
    all_of_it = whole.search(view, FastChance(1), 0.0, ())
    assert whole.ran >= 3000
    assert all_of_it.root.moves[all_of_it.best()] == search.root.moves[search.best()]
