"""What a seat may know, and positions that fit it (MA-1.1, MA-4.4, MA-5.2)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.games.mars.game import Mars
from farhaven.games.mars.rules.parts import VICTORY, count_of, size_of
from farhaven.games.mars.rules.position import MarsPosition
from tests.mars.playing import new_match, own, wander
from tests.mars.table import acting, table
from tests.mars.test_ma_6 import with_points
from tests.mars.witness import Witness

seeds = st.integers(0, 2**20)
few = settings(max_examples=8, deadline=None)


def hands(p: MarsPosition) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(count_of(pl.hand, r)) for r in range(5)) for pl in p.players)


def sample(match: Match, observer: int | None, seed: int) -> MarsPosition:
    position = match.view(observer).sample(FastChance(seed))
    assert isinstance(position, MarsPosition)
    return position


@few
@given(seeds, st.integers(2, 4))
def test_samples_fit_what_an_attentive_player_can_conclude(seed: int, seats: int) -> None:
    match = new_match(seed, seats)
    witnesses = [Witness(seats, observer) for observer in (None, *range(seats))]
    random = Random(seed)
    for line, events in wander(match, random, 600):
        for witness in witnesses:
            witness.hears(line, events)
            assert hands(own(match)) in witness.worlds
        if match.is_over or random.random() < 0.9:
            continue
        witness = random.choice(witnesses)
        drawn = {hands(sample(match, witness.observer, n)) for n in range(12)}
        assert drawn <= witness.worlds
        for seat in range(seats):
            if len({world[seat] for world in witness.worlds}) == 1:  # it can be deduced
                assert {d[seat] for d in drawn} == {hands(own(match))[seat]}


@few
@given(seeds, st.integers(2, 4))
def test_secrets_do_not_interfere(seed: int, seats: int) -> None:
    """A position and a sample of a seat's knowledge look the same to it, and go on the same."""
    match = new_match(seed, seats)
    game, random = match.game, Random(seed)
    assert isinstance(game, Mars)
    for _ in wander(match, random, 400):
        if match.is_over or random.random() < 0.8:
            continue
        observer = random.choice([None, *range(seats)])
        real, other = own(match), sample(match, observer, seed)
        ours, theirs = game.view(real, observer), game.view(other, observer)
        assert ours.to_wire() == theirs.to_wire()
        assert ours.legal_moves() == theirs.legal_moves()
        assert game.decision(ours) == game.decision(theirs)
        assert real.owing() == other.owing()
        for seat in match.owing():
            if seat == observer:
                for entry in game.legal_entries(real, seat)[:3]:
                    compare_events(game, real.copy(), other, entry, observer)


def compare_events(
    game: Mars, real: MarsPosition, other: MarsPosition, entry: Entry, observer: int | None
) -> None:
    """What a seat is told of its own choice does not depend on what it does not know."""
    told = []
    for position in (real, other.copy()):
        before = position.copy()
        position.play(entry.seat, game.move(position, entry))
        events = game.events(before, entry, position)
        told.append([e for e in events if e.is_for(observer)])
    if "handed_over" not in {e.code for e in told[0] + told[1]}:  # this does bring to light
        assert told[0] == told[1]


@few
@given(seeds, st.integers(2, 4))
def test_a_sample_is_a_whole_position(seed: int, seats: int) -> None:
    match = new_match(seed, seats)
    random = Random(seed)
    for _ in wander(match, random, 400):
        if match.is_over or random.random() < 0.9:
            continue
        observer = random.choice([None, *range(seats)])
        p, real = sample(match, observer, seed), own(match)
        assert p.bank + sum(player.hand for player in p.players) == p.parts.bank
        assert size_of(p.deck) == size_of(real.deck)
        for mine, theirs in zip(p.players, real.players, strict=True):
            assert size_of(mine.hand) == size_of(theirs.hand)
            assert size_of(mine.cards) == size_of(theirs.cards)
        if observer is not None:
            assert p.players[observer].hand == real.players[observer].hand
            assert p.players[observer].cards == real.players[observer].cards


def test_two_players_know_each_others_hands() -> None:
    t = table(2).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    for seat in (0, 1):
        for seed in range(10):
            assert hands(sample(t.match, seat, seed)) == hands(t.position)


def test_a_theft_that_one_did_not_see_is_as_likely_as_the_hand_says() -> None:
    t = table(3).give(1, "2 glass")  # 3 glass, 1 oxide, 1 brick
    t.play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    stolen = Counter(
        next(r for r in range(5) if hands(sample(t.match, 2, seed))[1][r] < (3, 1, 1, 0, 0)[r])
        for seed in range(500)
    )
    assert set(stolen) == {0, 1, 2}
    assert 250 < stolen[0] < 350
    assert {hands(sample(t.match, seat, 1)) for seat in (0, 1)} == {hands(t.position)}


@pytest.mark.parametrize("proof", ["payment", "offer", "requisition"])
def test_what_is_shown_rules_out_the_rest(proof: str) -> None:
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    assert len({hands(sample(t.match, 2, seed)) for seed in range(60)}) == 3
    if proof == "payment":
        t.give(0, "1 oxide").play("0: road 1,0,NW").play("0: road 1,0,W")  # two bricks
    elif proof == "offer":
        t.play("0: offers 2 brick for 1 grain")
    else:
        t.deal(0, "requisition").play("0: requisition brick")
    assert {hands(sample(t.match, 2, seed)) for seed in range(60)} == {hands(t.position)}


def test_a_view_knows_what_was_known_when_it_was_made() -> None:
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    early = t.game.view(t.position, 2)
    t.play("0: offers 2 brick for 1 grain")
    late = t.game.view(t.position, 2)
    assert len({hands(late.sample(FastChance(seed))) for seed in range(60)}) == 1
    assert len({hands(early.sample(FastChance(seed))) for seed in range(60)}) == 3
    assert len({hands(late.sample(FastChance(seed))) for seed in range(60)}) == 1


def test_nobody_holds_victory_cards_with_which_they_would_have_won() -> None:
    t = with_points(acting(3), 0, 8).deal(0, "cowboy", "cowboy")
    t.play("0: ends\n1: rolls 5 6\n1: ends\n2: rolls 5 6\n2: ends")  # 0 has begun a turn since
    held = {
        int(count_of(sample(t.match, 1, seed).players[0].cards, VICTORY)) for seed in range(200)
    }
    assert held == {0, 1}  # with two it would have won
    t.play("0: rolls 5 6").give(0, "1 glass + 1 grain + 1 sheep").play("0: buys cowboy")
    held = {
        int(count_of(sample(t.match, 1, seed).players[0].cards, VICTORY)) for seed in range(200)
    }
    assert held == {0, 1}  # the new card was looked at too


def test_a_position_without_a_ledger_is_sampled_from_the_table_alone() -> None:
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    game = t.game
    view = game.view(t.position.bare_copy(), 2)
    p = view.sample(FastChance(1))
    assert p.bank + sum(player.hand for player in p.players) == p.parts.bank


@few
@given(seeds, st.integers(2, 4))
def test_a_copy_knows_what_the_original_knows(seed: int, seats: int) -> None:
    """Whoever looks at the copy samples the same, and draws the same conclusions later on."""
    match = new_match(seed, seats)
    game, random = match.game, Random(seed)
    for _ in wander(match, random, 500):
        if match.is_over or random.random() < 0.95:
            continue
        copies = (own(match).copy(), own(match).copy().copy())
        observer = random.choice([None, *range(seats)])
        ours = sample(match, observer, seed)
        for position in copies:
            theirs = game.view(position, observer).sample(FastChance(seed))
            assert theirs.checksum() == ours.checksum()
            assert game.view(position, observer).bold_offer(FastChance(seed)) == (
                match.view(observer).bold_offer(FastChance(seed))
            )


def test_a_copy_knows_how_readily_others_trade() -> None:
    t = acting(3, "2 brick").give(1, "1 grain")
    t.play("0: offers 1 brick for 1 grain\n1: accepts\n2: declines")
    ours, theirs = t.position.ledger, t.position.copy().ledger
    assert ours is not None
    assert theirs is not None
    assert (
        (theirs.answered, theirs.agreed) == (ours.answered, ours.agreed) == ([0, 1, 1], [0, 1, 0])
    )
    theirs.heard(2, True)
    assert (ours.answered, ours.agreed) == ([0, 1, 1], [0, 1, 0])


def test_a_copy_and_the_original_learn_each_for_itself() -> None:
    t = table(3).play("0: rolls 3 4\n0: aliens to 0,1 takes brick from 1")
    copy = t.position.copy()
    before = {hands(t.game.view(copy, 2).sample(FastChance(seed))) for seed in range(60)}
    t.play("0: offers 2 brick for 1 grain")
    assert len({hands(sample(t.match, 2, seed)) for seed in range(60)}) == 1
    after = {hands(t.game.view(copy, 2).sample(FastChance(seed))) for seed in range(60)}
    assert len(after) == 3
    assert after == before


def test_a_bare_copy_and_what_a_view_holds_keep_no_ledger() -> None:
    """A ledger tells what every seat knows: a view that held it would tell secrets."""
    t = table(2)
    assert t.position.ledger is not None
    assert t.position.copy().ledger is not None
    assert t.position.copy().ledger is not t.position.ledger
    assert t.position.bare_copy().ledger is None
    view = t.game.view(t.position, 0)
    for held in (view.position, view.sample(FastChance(1)), view.sample(FastChance(1)).copy()):
        assert isinstance(held, MarsPosition)
        assert held.ledger is None


def test_a_match_at_an_earlier_moment_keeps_a_ledger() -> None:
    t = table(2)
    again = t.match.at(len(t.match.log))
    assert own(again).ledger is not None
    assert again.position.checksum() == t.position.checksum()


def test_many_worlds_are_thinned_to_possible_ones() -> None:
    from farhaven.games.mars.rules import knowledge

    observer = knowledge.Knowledge(3)
    for seat in range(3):
        observer.facts.append(knowledge.Fact(knowledge.GAINED, seat, 0, 0x0505050505))
    for turn in range(30):
        thief, victim = turn % 3, (turn + 1) % 3
        observer.facts.append(knowledge.Fact(knowledge.STOLE, thief, victim, knowledge.HIDDEN))
    observer.most_worlds = 50
    observer.learn(len(observer.facts))
    assert len(observer.worlds) == 50
    total = sum(observer.worlds.values())
    assert abs(total - 1) < 1e-9
    for world in observer.worlds:
        held = [knowledge.hand_in(world, seat) for seat in range(3)]
        assert sum(held) == 3 * 0x0505050505


def test_if_the_real_world_was_left_out_the_count_begins_again_with_more() -> None:
    from farhaven.games.mars.rules import knowledge

    observer = knowledge.Knowledge(3)
    observer.facts.append(knowledge.Fact(knowledge.GAINED, 1, 0, 0x0101010105))
    observer.facts.append(knowledge.Fact(knowledge.STOLE, 0, 1, knowledge.HIDDEN))
    observer.facts.append(knowledge.Fact(knowledge.SHOWED, 0, 0, 1 << 32))  # the rarest
    observer.most_worlds = 1
    observer.learn(3)
    assert [knowledge.hand_in(world, 0) for world in observer.worlds] == [1 << 32]
