"""Fits what a search judges by to games that searches play with themselves.

A value that is fitted to games by look-ahead tells what such a player makes of a position. A
search makes more of it, and of some things more than of others: with weights for the one the
other goes astray. So a title may have a value that only a search judges by, fitted to games in
which all search.
"""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.position import Position
from farhaven.training.value_training import STRAY, Trainer, play_by

NOTED_ITERATIONS = 150  # for a choice of the games that are noted: many tell more than good ones


class SearchTrainer(Trainer):
    """Training for one number of players, of the value that only a search judges by."""

    games = 20  # each takes as long as a dozen by look-ahead

    def weights_of(self, position: Position) -> vec[i64]:
        return position.guide().weights()

    @property
    def asks_search(self) -> bool:
        return False  # all its meetings do

    def play_out(self, position: Position, sets: Sequence[Sequence[int]]) -> bool:
        return self.search(position, sets)

    def note_game(self, position: Position) -> bool:
        """Captains play, straying now and then; noted is whatever their search judges by."""
        captains = self.captains(NOTED_ITERATIONS)
        self._notes.count = 0

        def choose(seat: int) -> int:
            if self._chance.below(100) >= STRAY:
                return captains[seat].choose(self.game.view(position, seat), self._chance)
            count = position.legal_moves(seat, self._buffer)
            return int(self._buffer[self._chance.below(count)])

        return play_by(choose, position, self._chance, lambda p: self._notes.take(p, p.guide()))
