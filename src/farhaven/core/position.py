"""What a running game is, for every title: who must choose, what is legal, what comes next."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from farhaven.core.chance import Chance
from farhaven.evaluation.net import Net

MANY: Final[i64] = 1 << 30
NO_WEIGHTS: Final = vec[i64]([])

# A key has two halves, each a remainder of a prime just below 2**31; see `mix`.
HALF_KEY: Final[i64] = 0x7FFFFFFF
FIRST_PRIME: Final[i64] = 2147483647  # 2**31 - 1
SECOND_PRIME: Final[i64] = 2147483629  # 2**31 - 19


@mypyc_attr(native_class=True, acyclic=True, allow_interpreted_subclasses=True)
class Position:
    """The full state of a running game.

    A position waits for chance (`awaits_chance`), for one or more seats (`owing`), or is over
    (`is_over`). It holds only what has happened: what chance will bring is nowhere in it.
    """

    seats: i64 = 0
    # Whether its chance to win is judged with all care, where a title has two ways to judge it.
    # A copy judges likewise.
    far_sighted: bool = False

    def awaits_chance(self) -> bool:
        """Whether the next thing to happen is an outcome of chance."""
        raise NotImplementedError

    def is_over(self) -> bool:
        raise NotImplementedError

    def owing(self) -> i64:
        """The seats that owe a decision now, as a mask: bit s for seat s."""
        raise NotImplementedError

    def may_wait(self, seat: i64) -> bool:  # noqa: ARG002 - for titles where it can be
        """Whether a seat that owes a decision had better hear first what others say."""
        return False

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
        """An equal position that is independent of this one.

        It keeps everything, also what each seat has seen: a view of the copy knows as much as a
        view of the original.
        """
        raise NotImplementedError

    def bare_copy(self) -> "Position":
        """A copy to try moves on, which may forget what each seat has seen.

        Cheaper where a title keeps track of that. Take no view of it: a view would know only
        what lies on the table.
        """
        return self.copy()

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
        """The value for every seat, for titles that can judge all at less cost.

        Once the game is over, who stands higher here has come before the other.
        """
        for seat in range(self.seats):
            out[seat] = self.value(seat)

    def barter(self, seat: i64) -> i64:  # noqa: ARG002 - for titles that have free-form choices
        """A free-form choice that a bot should make now, or its answer to one.

        Less than 0 where it should choose among its legal moves. Asked of sampled positions.
        """
        return -1

    def barters(self, out: vec[i64]) -> i64:  # noqa: ARG002 - likewise
        """Write the free-form choices of the seat that owes one that a search should look at.

        Return how many; `out` has room as for legal moves.
        """
        return 0

    def may_propose(self, seat: i64) -> bool:  # noqa: ARG002 - likewise
        """Whether a seat may make a free-form choice beside its legal moves, such as an offer."""
        return False

    def propose(self, seat: i64, chance: Chance) -> i64:  # noqa: ARG002 - likewise
        """A free-form choice at random, less than 0 if there is none: for random play."""
        return -1

    def turns_after(self, decisions: i64) -> i64:
        """How many turns have begun after so many decisions: one for each, by default."""
        return decisions

    def doubt(self) -> i64:
        """How far the values may still be off, in hundredths of a point."""
        return 1000

    def outlook(self, values: vec[i64], out: vec[float]) -> None:
        """Everybody's chance to win: by the values, for titles that have no fit of their own.

        Certain once the game is over.
        """
        if self.is_over():
            write_winners(self.seats, values, out)
        else:
            write_chances(self.seats, values, float(self.doubt()), out)

    def expected_points(self, values: vec[i64], chances: vec[float], out: vec[i64]) -> None:  # noqa: ARG002 - for titles whose end tells more
        """The final points to be expected, in hundredths, from values and chances to win.

        For people: values may also say who comes before whom. `out` may be `values`.
        """
        over = self.is_over()
        for seat in range(self.seats):
            out[seat] = values[seat]
            if over:
                out[seat] = self.score(seat) * 100

    def net(self) -> Net | None:
        """What foretells the chance to win from the features, where a title has fitted it.

        Training changes it in place, or puts another in its place by `use_net`.
        """
        return None

    def use_net(self, net: Net) -> None:
        """Let another net foretell it from now on, in all matches of the title."""

    def guide(self) -> "Guide":
        """Advice for a search that begins here."""
        return Guide()

    def plies_left(self) -> i64:
        """How many moves are left at most, where neither chance nor secrets are; else MANY."""
        return MANY

    def identity(self) -> i64:
        """A key of all that the rest of the match depends on, for searches that must not err.

        From 0 to 2**62 - 1. It must cover whatever decides which moves are legal, how they are
        spelled and what they bring. Asked for only where `plies_left` is less than MANY.
        """
        return self.checksum()

    def has_secrets(self) -> bool:
        """Whether somebody knows now what others do not, so that moves may depend on it."""
        return True

    def public_key(self) -> i64:
        """A key of what every seat knows: equal for positions that differ in secrets only.

        From 0 to 2**62 - 1. It must cover every public fact that decides which moves are legal:
        a search goes on with a tree that it kept where the keys are equal.
        """
        return self.checksum()

    def features(self, seat: i64, out: vec[i64]) -> i64:  # noqa: ARG002 - for titles that have some
        """Write what the value weighs, in hundredths; return where its weights begin.

        Less than 0 where the value here is no weighted sum, and cannot be fitted.
        """
        return -1

    def weights(self) -> vec[i64]:
        """The weights of the value, in hundredths. Training changes them in place."""
        return NO_WEIGHTS

    def checksum(self) -> i64:
        """A number from 0 to 2**62 - 1 that two equal positions share and others hardly ever."""
        raise NotImplementedError


@mypyc_attr(native_class=True, acyclic=True)
class Guide:
    """What a title tells a search: which moves are worth a look, and how to play on quickly.

    A guide is made for one search and may keep what it worked out. These are the defaults, for
    a title that has no advice to give.
    """

    seat: i64 = -1  # who searches

    def candidates(self, position: Position, seat: i64, moves: vec[i64], ratings: vec[i64]) -> i64:
        """Write the moves worth a look with a rating each.

        Return how many; never none. Ratings count only against each other, and for a search as
        much as hundredths of a point do.
        """
        count = position.legal_moves(seat, moves)
        for i in range(count):
            ratings[i] = 0
        return count

    def allows(self, position: Position, seat: i64, move: i64, buffer: vec[i64]) -> bool:
        """Whether a move is legal, which was so with the same public facts and other secrets."""
        count = position.legal_moves(seat, buffer)
        for i in range(count):
            if buffer[i] == move:
                return True
        return False

    def pick(self, position: Position, seat: i64, chance: Chance, buffer: vec[i64]) -> i64:
        """A sensible move at little cost, for play to a moment that can be judged."""
        count = position.legal_moves(seat, buffer)
        return buffer[chance.below(count)]

    def rates_by_trial(self) -> bool:
        """Whether candidates are rated by trying each, so that the root's need not be tried too."""
        return False

    def looks_past_chance(self) -> bool:
        """Whether the tree goes on after an outcome: not where there are too many of them."""
        return True

    def patience(self) -> i64:
        """How often a position of the tree is judged before the search looks for its moves.

        More than 0 where that costs more than to judge, and most positions are seen only once.
        """
        return 0

    def rests(self, position: Position, moves: i64) -> bool:
        """Whether quick play, after some moves, stops to judge here."""
        return moves >= 20 or position.awaits_chance()

    def is_blank(self, position: Position) -> bool:  # noqa: ARG002 - for titles that begin so
        """Whether nobody has anything yet: what quick play makes of that are its own mistakes."""
        return False

    def judge(self, position: Position, values: vec[i64]) -> None:
        """Write the value for every seat where quick play rests.

        The position's own, for titles that have no other for a search.
        """
        position.values(values)

    def features(self, position: Position, seat: i64, out: vec[i64]) -> i64:  # noqa: ARG002 - for titles that have another
        """Write what `judge` weighs, in hundredths; return where its `weights` begin.

        Less than 0 where it goes by the position's own value.
        """
        return -1

    def weights(self) -> vec[i64]:
        """The weights of a search's own value, in hundredths. Training changes them in place."""
        return NO_WEIGHTS

    def trusts(self, position: Position) -> i64:  # noqa: ARG002 - for titles that doubt it
        """How far, in percent, the judgement counts where quick play rests.

        What is missing to 100 is left to the result of going on quickly to the end.
        """
        return 100


def keep_best(moves: vec[i64], ratings: vec[i64], count: i64, most: i64) -> i64:
    """Bring the best rated moves to the front and forget the others."""
    kept = min(count, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if ratings[j] > ratings[best]:
                best = j
        if best != i:
            move = moves[i]
            rating = ratings[i]
            moves[i] = moves[best]
            ratings[i] = ratings[best]
            moves[best] = move
            ratings[best] = rating
    return kept


def mix(key: i64, value: i64) -> i64:
    """A key with one more number in it; all its 64 bits count.

    A key is less than 2**62: two remainders, of which each becomes `half * factor + value`. From
    the same key, two values lead to the same result only if they differ by a multiple of both
    primes, so never where they are less than 2**61 apart. No step comes near 2**63.
    """
    low = value & HALF_KEY
    high = value >> 31  # value = high * 2**31 + low, and 2**31 is 1 or 19 by the primes
    first = ((key >> 31) * 1640531513 + high + low + 7919) % FIRST_PRIME
    second = ((key & HALF_KEY) * 1181783497 + 19 * high + low + 104729) % SECOND_PRIME
    return first << 31 | second


def mix_all(key: i64, values: vec[i64]) -> i64:
    """A key with a whole vector in it, and its length: where one ends and the next begins."""
    key = mix(key, i64(len(values)))
    for value in values:
        key = mix(key, value)
    return key


def write_chances(seats: i64, values: vec[i64], doubt: float, out: vec[float]) -> None:
    """Chances to win from values: one that is `doubt` higher is e times as likely."""
    best = values[0]
    for seat in range(seats):
        best = max(best, values[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = exp(float(values[seat] - best) / doubt)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


def write_winners(seats: i64, values: vec[i64], out: vec[float]) -> None:
    """Chances to win where the game is over: those with the highest value share the win."""
    best = values[0]
    for seat in range(seats):
        best = max(best, values[seat])
    winners = 0.0
    for seat in range(seats):
        out[seat] = 0.0
        if values[seat] == best:
            out[seat] = 1.0
            winners += 1.0
    for seat in range(seats):
        out[seat] /= winners


def chance_after(
    position: Position, seat: i64, move: i64, values: vec[i64], chances: vec[float]
) -> float:
    """A seat's chance to win after a move, at a glance; the two vectors are room to write in.

    Many moves are looked at so, of which few are tried: all care is for these.
    """
    trial = position.bare_copy()
    trial.far_sighted = False
    trial.play(seat, move)
    if trial.is_over() or trial.net() is None:
        trial.values(values)  # which a net does not need
    trial.outlook(values, chances)
    return chances[seat]


def first_owing(position: Position) -> i64:
    """The lowest seat that owes a decision, for loops that take one at a time.

    One that had better hear the others first comes after them.
    """
    mask = position.owing()
    seat = lowest(mask)
    others = mask & (mask - 1)
    if others != 0 and position.may_wait(seat):
        return lowest(others)
    return seat


def lowest(mask: i64) -> i64:
    """The lowest seat of a mask that has one."""
    seat: i64 = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat
