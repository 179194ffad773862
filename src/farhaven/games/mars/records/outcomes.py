"""What chance does in Mars: read off a position, or taken from a record if it is possible."""

from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from farhaven.core.log_entry import Outcome
from farhaven.core.violation import RECORD, illegal
from farhaven.games.mars.records.codec import field_number, path_number
from farhaven.games.mars.records.entries import (
    BoardLaid,
    CardDrawn,
    Dice,
    FieldLaid,
    HarbourLaid,
    Stolen,
)
from farhaven.games.mars.rules.aliens import can_be_stolen, steal
from farhaven.games.mars.rules.board import FIELDS, Board, lie_apart
from farhaven.games.mars.rules.cards import can_be_drawn, draw
from farhaven.games.mars.rules.names import (
    CARD_NAMES,
    GRID,
    HARBOUR_NAMES,
    RESOURCE_NAMES,
    TERRAIN_NAMES,
)
from farhaven.games.mars.rules.parts import HARBOURS, SAND, Parts
from farhaven.games.mars.rules.position import MarsPosition, lay_out
from farhaven.games.mars.rules.state import DICE, DRAW, LAYOUT, STEAL
from farhaven.games.mars.rules.turn import rolled

CHANCE_CLAUSES = {
    int(LAYOUT): "MA-C4",
    int(DICE): "MA-1.2",
    int(STEAL): "MA-5.2",
    int(DRAW): "MA-C8",
}


def outcome_of(p: MarsPosition) -> Outcome:
    """What chance has just done."""
    if p.acted == DICE:
        return Dice(dice=[int(p.dice) >> 3, int(p.dice) & 7])
    if p.acted == STEAL:
        return Stolen(card=RESOURCE_NAMES[p.drawn])
    if p.acted == DRAW:
        return CardDrawn(card=CARD_NAMES[p.drawn])
    board = p.board
    fields = [
        FieldLaid(
            at=field.name,
            terrain=TERRAIN_NAMES[board.terrain[i]],
            chip=int(board.chip[i]) or None,
        )
        for i, field in enumerate(GRID.fields)
    ]
    harbours = [
        HarbourLaid(path=GRID.paths[path].name, kind=HARBOUR_NAMES[kind])
        for path, kind in zip(p.parts.harbour_paths, board.harbour, strict=True)
    ]
    return BoardLaid(fields=fields, harbours=harbours, first=int(p.first))


def take_outcome(p: MarsPosition, outcome: Outcome) -> None:
    """Carry out an outcome that was written down, if it is possible."""
    if isinstance(outcome, Dice) and p.phase == DICE:
        if len(outcome.dice) != 2 or not all(1 <= n <= 6 for n in outcome.dice):
            raise illegal("MA-1.2", "no_such_dice")
        rolled(p, outcome.dice[0], outcome.dice[1])
    elif isinstance(outcome, Stolen) and p.phase == STEAL:
        if outcome.card is None:
            raise illegal(RECORD, "hidden", field="card")
        resource = RESOURCE_NAMES.index(outcome.card)
        if not can_be_stolen(p, resource):
            raise illegal("MA-5.2", "not_held", seat=int(p.victim), resource=outcome.card)
        steal(p, resource)
    elif isinstance(outcome, CardDrawn) and p.phase == DRAW:
        if outcome.card is None:
            raise illegal(RECORD, "hidden", field="card")
        card = CARD_NAMES.index(outcome.card)
        if not can_be_drawn(p, card):
            raise illegal("MA-C8", "not_in_deck", card=outcome.card)
        draw(p, card)
    elif isinstance(outcome, BoardLaid) and p.phase == LAYOUT:
        _take_board(p, outcome)
    else:
        raise illegal(CHANCE_CLAUSES[int(p.phase)], "other_chance")


# The board


def _take_board(p: MarsPosition, laid: BoardLaid) -> None:
    if not 0 <= laid.first < p.seats:
        raise illegal("MA-S1", "no_such_seat", seat=laid.first)
    terrain, chip = _fields_laid(p.parts, laid)
    harbour = _harbours_laid(p.parts, laid)
    if p.beginners:
        parts = p.parts
        fixed = (parts.beginners_terrain, parts.beginners_chips, parts.beginners_harbours)
        if any(list(a) != list(b) for a, b in zip((terrain, chip, harbour), fixed, strict=True)):
            raise illegal("MA-C4", "not_beginners")
    lay_out(p, Board(terrain, chip, harbour), laid.first)


def _fields_laid(parts: Parts, laid: BoardLaid) -> tuple[vec[i64], vec[i64]]:
    """MA-C2 and MA-C4: terrain and chip of each field."""
    if len({field.at for field in laid.fields}) != len(laid.fields) or len(laid.fields) != FIELDS:
        raise illegal("MA-C1", "each_field_once", count=int(FIELDS))
    terrain = vec[i64]([SAND] * int(FIELDS))
    chip = vec[i64]([0] * int(FIELDS))
    for field in laid.fields:
        number = field_number(field.at)
        terrain[number] = TERRAIN_NAMES.index(field.terrain)
        if field.chip is not None:
            if field.chip not in parts.chips:
                raise illegal("MA-C2", "other_chips")
            chip[number] = field.chip
        elif field.terrain != "sand":
            raise illegal("MA-C2", "barren_is_sand", field=field.at)
    if Counter(terrain) != Counter(parts.terrains):
        raise illegal("MA-C2", "other_terrains")
    if Counter(n for n in chip if n) != Counter(parts.chips):
        raise illegal("MA-C2", "other_chips")
    if not lie_apart(parts, chip):
        raise illegal("MA-C4", "chips_too_close")
    return terrain, chip


def _harbours_laid(parts: Parts, laid: BoardLaid) -> vec[i64]:
    """MA-C5: the kind of each harbour."""
    places = [int(path) for path in parts.harbour_paths]
    paths = [path_number(harbour.path) for harbour in laid.harbours]
    if sorted(paths) != sorted(places):
        raise illegal("MA-C5", "other_places")
    kinds = vec[i64]([0] * int(HARBOURS))
    for path, harbour in zip(paths, laid.harbours, strict=True):
        kinds[places.index(path)] = HARBOUR_NAMES.index(harbour.kind)
    if Counter(kinds) != Counter(parts.harbour_kinds):
        raise illegal("MA-C5", "other_kinds")
    return kinds
