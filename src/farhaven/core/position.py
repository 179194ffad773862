"""What a running game is, for every title: who must choose, what is legal, what comes next."""

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance


@mypyc_attr(native_class=True, acyclic=True)
class Position:
    """The full state of a running game.

    A position waits for chance (`awaits_chance`), for one or more seats (`owing`), or is over
    (`is_over`). It holds only what has happened: what chance will bring is nowhere in it.
    """

    seats: i64 = 0

    def awaits_chance(self) -> bool:
        """Whether the next thing to happen is an outcome of chance."""
        raise NotImplementedError

    def is_over(self) -> bool:
        raise NotImplementedError

    def owing(self) -> i64:
        """The seats that owe a decision now, as a mask: bit s for seat s."""
        raise NotImplementedError

    def legal_moves(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal moves of a seat that owes a decision; return how many there are.

        One spelling for each different effect. Free-form choices that a title publishes bounds
        for (offers) are not listed. `out` has room for `Game.max_moves`.
        """
        raise NotImplementedError

    def play(self, seat: i64, move: i64) -> None:
        """Carry out a move, which must be legal: this is not checked again."""
        raise NotImplementedError

    def roll(self, chance: Chance) -> None:
        """Let chance act, once; only where `awaits_chance`."""
        raise NotImplementedError

    def copy(self) -> "Position":
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The points of a seat now; the final ones once the game is over."""
        raise NotImplementedError

    def value(self, seat: i64) -> i64:
        """A judgement of the position for a seat in hundredths of a point, used by bots.

        The points that the seat may come to in the end. A title that has no judgement of its own
        counts the points on the table.
        """
        return self.score(seat) * 100

    def values(self, out: vec[i64]) -> None:
        """The value for every seat, for titles that can judge all at less cost."""
        for seat in range(self.seats):
            out[seat] = self.value(seat)

    def checksum(self) -> i64:
        """A number below 2**31 that two equal positions share and others hardly ever."""
        raise NotImplementedError


def first_owing(position: Position) -> i64:
    """The lowest seat that owes a decision, for loops that take one at a time."""
    mask = position.owing()
    seat: i64 = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat
