"""Non-interference: what a seat may not know makes no difference to what it is shown."""

from collections import defaultdict

import msgspec

from farhaven.core.chance import FastChance
from farhaven.core.event import Event
from farhaven.core.game import Game
from farhaven.core.position import Position
from tests.conformance.tables import every_table, legal_moves, moments
from tests.running import COMPILED

EVERY = 8 if COMPILED else 25


def shown(game: Game, position: Position, seat: int | None) -> bytes:
    """All that a seat is shown of a position: view, decision and legal moves."""
    view = game.view(position, seat)
    parts = [view.to_wire(), game.decision(view), view.legal_moves()]
    return msgspec.json.encode(parts)


@every_table
def test_a_view_beside_another_is_the_same(name: str, seats: int) -> None:
    for match, _ in moments(name, seats, 15, EVERY):
        views = [match.view(seat) for seat in (None, *range(seats))]
        for other in views:
            for view in views:
                assert view.wire_beside(other.to_wire()) == view.to_wire()


@every_table
def test_samples_fit_the_view(name: str, seats: int) -> None:
    for match, chance in moments(name, seats, 16, EVERY):
        for seat in (None, *range(seats)):
            view = match.view(seat)
            expected = shown(match.game, match.position, seat)
            for _ in range(2):
                sample = view.sample(chance)
                assert shown(match.game, sample, seat) == expected
                assert sample.public_key() == match.position.public_key()


@every_table
def test_samples_can_be_played_to_the_end(name: str, seats: int) -> None:
    for match, chance in moments(name, seats, 17, 4 * EVERY):
        sample = match.view(0).sample(chance)
        for _ in range(300):
            if sample.is_over():
                break
            if sample.awaits_chance():
                sample.roll(chance)
                continue
            for seat in range(seats):
                if int(sample.owing()) >> seat & 1:
                    moves = legal_moves(match.game, sample, seat)
                    assert moves
                    sample.play(seat, moves[chance.below(len(moves))])
                    break


@every_table
def test_sampling_changes_nothing_and_repeats(name: str, seats: int) -> None:
    for match, _ in moments(name, seats, 18, 2 * EVERY):
        before = match.position.checksum()
        view = match.view(seats - 1)
        samples = [view.sample(FastChance(1)).checksum() for _ in range(2)]
        assert samples[0] == samples[1]
        assert match.position.checksum() == before


def consequences(
    game: Game, position: Position, actor: int, seat: int | None, chance: FastChance
) -> dict[bytes, set[bytes]]:
    """For some choices of another seat, as they are seen: what a seat is told of them."""
    told: dict[bytes, set[bytes]] = defaultdict(set)
    moves = legal_moves(game, position, actor)
    for _ in range(12):
        move = moves[chance.below(len(moves))]
        entry = game.entry(position, actor, move)
        after = position.copy()
        after.play(actor, move)
        if after.is_over():  # then all secrets come out
            continue
        events: list[Event] = [e for e in game.events(position, entry, after) if e.is_for(seat)]
        seen = msgspec.json.encode(game.seen(entry, seat))
        told[seen].add(msgspec.json.encode(events))
    return told


@every_table
def test_events_tell_no_secret(name: str, seats: int) -> None:
    for match, chance in moments(name, seats, 19, EVERY):
        for seat in (None, *range(seats)):
            sample = match.view(seat).sample(chance)
            for actor in match.owing():
                if actor == seat:
                    continue
                real = consequences(match.game, match.position, actor, seat, chance)
                other = consequences(match.game, sample, actor, seat, chance)
                for seen in real.keys() & other.keys():
                    assert real[seen] == other[seen]
                    assert len(real[seen]) == 1
