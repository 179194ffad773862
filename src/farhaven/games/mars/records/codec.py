"""Record entries of Mars to moves and back. What chance does is in `outcomes.py`."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from farhaven.core.log_entry import Entry
from farhaven.core.violation import RECORD, illegal
from farhaven.games.mars.records.entries import (
    Answer,
    Build,
    Buy,
    Close,
    Counts,
    Discard,
    EndTurn,
    MoveAliens,
    Offer,
    Place,
    Play,
    Roll,
    TradeWithBank,
)
from farhaven.games.mars.rules import moves
from farhaven.games.mars.rules.names import CARD_NAMES, GRID, RESOURCE_NAMES, Piece, counts_of
from farhaven.games.mars.rules.parts import (
    COWBOY,
    GRAIN,
    LANE,
    NONE,
    REQUISITION,
    ROAD_CREW,
    SUPPLY_DROP,
    Parts,
)
from farhaven.games.mars.rules.position import MarsPosition
from farhaven.games.mars.rules.trade import rates

MOST_CREW_ROADS = 2

# Names to numbers


def field_number(name: str) -> int:
    if name not in GRID.field_numbers:
        raise illegal("MA-C9", "no_such_field", field=name[:40])
    return GRID.field_numbers[name]


def crossing_number(name: str) -> int:
    if name not in GRID.crossing_numbers:
        raise illegal("MA-C9", "no_such_crossing", crossing=name[:40])
    return GRID.crossing_numbers[name]


def path_number(name: str) -> int:
    if name not in GRID.path_numbers:
        raise illegal("MA-C9", "no_such_path", path=name[:40])
    return GRID.path_numbers[name]


def pile_of(parts: Parts, counts: Counts, clause: str) -> int:
    """A pile of resource cards, of which there must be so many at all."""
    pile = 0
    for name, count in counts.items():
        if count > parts.bank_cards:
            facts: dict[str, int | str] = {"resource": name, "cards": int(parts.bank_cards)}
            raise illegal(clause, "too_many", **facts)
        pile += count << (RESOURCE_NAMES.index(name) * int(LANE))
    return pile


def _seat(p: MarsPosition, seat: int | None, clause: str) -> int:
    """A seat of the table, or NONE for null."""
    if seat is None:
        return int(NONE)
    if not 0 <= seat < p.seats:
        raise illegal(clause, "no_such_seat", seat=seat)
    return seat


def _present(field: str, value: object) -> None:
    if value is UNSET:
        raise illegal(RECORD, "missing", field=field)


def _absent(use: str, **fields: object) -> None:
    for field, value in fields.items():
        if value is not UNSET:
            raise illegal(RECORD, "unwanted", field=field, use=use)


# Entry to move


def move_of(p: MarsPosition, entry: Entry) -> int:
    """The move that an entry spells."""
    if isinstance(entry, Place):
        crossing = crossing_number(entry.settlement)
        return int(moves.place(crossing, path_number(entry.road)))
    if isinstance(entry, Discard):
        cards = pile_of(p.parts, entry.cards, "MA-C7")
        return int(moves.with_thing(moves.DISCARD, cards))
    if isinstance(entry, MoveAliens):
        victim = _seat(p, entry.victim, "MA-5.2")
        return int(moves.aliens(moves.ALIENS, field_number(entry.field), victim))
    if isinstance(entry, Close):
        return int(moves.close(_seat(p, entry.partner, "MA-2.1")))
    if isinstance(entry, TradeWithBank):
        return _bank_move(p.parts, entry)
    if isinstance(entry, Build):
        return _build_move(entry)
    if isinstance(entry, Play):
        return _play_move(p, entry)
    if isinstance(entry, Offer | Answer):
        return _offer_move(p.parts, entry)
    plain = {Roll: moves.ROLL, Buy: moves.BUY, EndTurn: moves.END}
    return int(plain[type(entry)])


def _bank_move(parts: Parts, entry: TradeWithBank) -> int:
    if entry.count not in rates(parts):
        raise illegal("MA-2.2", "no_such_rate", count=entry.count)
    give, get = RESOURCE_NAMES.index(entry.give), RESOURCE_NAMES.index(entry.get)
    return int(moves.bank(give, entry.count, get))


def _build_move(entry: Build) -> int:
    if entry.piece == "dome":
        if entry.grows is UNSET:
            raise illegal(RECORD, "missing", field="grows")
        field = field_number(entry.at)
        return int(moves.dome(field, RESOURCE_NAMES.index(entry.grows)))
    _absent(entry.piece, grows=entry.grows)
    if entry.piece == "road":
        return int(moves.with_thing(moves.ROAD, path_number(entry.at)))
    deed = moves.CITY if entry.piece == "city" else moves.SETTLEMENT
    return int(moves.with_thing(deed, crossing_number(entry.at)))


def _offer_move(parts: Parts, entry: Offer | Answer) -> int:
    deed = moves.OFFER
    if isinstance(entry, Answer):
        if entry.answer != "counter":
            _absent(entry.answer, give=entry.give, want=entry.want)
            return int(moves.ACCEPT if entry.answer == "accept" else moves.DECLINE)
        deed = moves.COUNTER
    if isinstance(entry.give, UnsetType):
        raise illegal(RECORD, "missing", field="give")
    if isinstance(entry.want, UnsetType):
        raise illegal(RECORD, "missing", field="want")
    give = pile_of(parts, entry.give, "MA-2.1b")
    want = pile_of(parts, entry.want, "MA-2.1b")
    return int(moves.offer(deed, give, want))


def _play_move(p: MarsPosition, entry: Play) -> int:
    _check_play(entry)
    if entry.field is not UNSET and entry.victim is not UNSET:
        victim = _seat(p, entry.victim, "MA-5.2")
        return int(moves.aliens(moves.PLAY_COWBOY, field_number(entry.field), victim))
    if entry.roads is not UNSET:
        if len(entry.roads) > MOST_CREW_ROADS:
            raise illegal("MA-4.3", "too_many_roads", count=int(p.parts.road_crew_roads))
        paths = [path_number(name) for name in entry.roads]
        first, second = (*paths, 0, 0)[:2]
        return int(moves.road_crew(len(paths), first, second))
    if entry.take is not UNSET:
        cards = pile_of(p.parts, entry.take, "MA-C7")
        return int(moves.with_thing(moves.PLAY_SUPPLY_DROP, cards))
    if entry.resource is not UNSET:
        resource = RESOURCE_NAMES.index(entry.resource)
        return int(moves.with_thing(moves.PLAY_REQUISITION, resource))
    raise illegal("MA-4.4", "never_played")


def _check_play(entry: Play) -> None:
    """Each card has its own fields and no others."""
    fields: Mapping[str, object] = {
        "field": entry.field,
        "victim": entry.victim,
        "roads": entry.roads,
        "take": entry.take,
        "resource": entry.resource,
    }
    wanted = {
        "cowboy": ("field", "victim"),
        "road_crew": ("roads",),
        "supply_drop": ("take",),
        "requisition": ("resource",),
    }.get(entry.card, ())
    for name, value in fields.items():
        if name in wanted:
            _present(name, value)
        else:
            _absent(entry.card, **{name: value})


# Move to entry


def entry_of(seat: int, move: int) -> Entry:
    """The entry that spells a move."""
    deed = moves.deed(move)
    if deed == moves.PLACE:
        settlement = GRID.crossings[moves.place_crossing(move)].name
        return Place(seat=seat, settlement=settlement, road=GRID.paths[moves.place_path(move)].name)
    if deed == moves.DISCARD:
        return Discard(seat=seat, cards=counts_of(moves.thing(move)))
    if deed == moves.ALIENS:
        field, victim = _aliens_names(move)
        return MoveAliens(seat=seat, field=field, victim=victim)
    if deed in (moves.OFFER, moves.COUNTER, moves.ACCEPT, moves.DECLINE, moves.CLOSE):
        return _trade_entry(seat, move)
    if deed == moves.BANK:
        give, get = (RESOURCE_NAMES[n] for n in (moves.bank_give(move), moves.bank_get(move)))
        return TradeWithBank(seat=seat, give=give, count=int(moves.bank_count(move)), get=get)
    if deed in (moves.ROAD, moves.SETTLEMENT, moves.CITY, moves.DOME):
        return _build_entry(seat, move)
    plain = {int(moves.ROLL): Roll, int(moves.BUY): Buy, int(moves.END): EndTurn}
    if deed in plain:
        return plain[deed](seat=seat)
    return _play_entry(seat, move)


def _aliens_names(move: int) -> tuple[str, int | None]:
    victim = int(moves.aliens_victim(move))
    return GRID.fields[moves.aliens_field(move)].name, None if victim == NONE else victim


def _trade_entry(seat: int, move: int) -> Entry:
    deed = moves.deed(move)
    if deed == moves.ACCEPT:
        return Answer(seat=seat, answer="accept")
    if deed == moves.DECLINE:
        return Answer(seat=seat, answer="decline")
    if deed == moves.CLOSE:
        partner = int(moves.close_seat(move))
        return Close(seat=seat, partner=None if partner == NONE else partner)
    give, want = counts_of(moves.offer_give(move)), counts_of(moves.offer_want(move))
    if deed == moves.COUNTER:
        return Answer(seat=seat, answer="counter", give=give, want=want)
    return Offer(seat=seat, give=give, want=want)


def _build_entry(seat: int, move: int) -> Build:
    deed = moves.deed(move)
    if deed == moves.ROAD:
        return Build(seat=seat, piece="road", at=GRID.paths[moves.thing(move)].name)
    if deed == moves.DOME:
        at = GRID.fields[moves.dome_field(move)].name
        grows = moves.dome_grows(move)
        return Build(seat=seat, piece="dome", at=at, grows="grain" if grows == GRAIN else "sheep")
    piece: Piece = "city" if deed == moves.CITY else "settlement"
    return Build(seat=seat, piece=piece, at=GRID.crossings[moves.thing(move)].name)


def _play_entry(seat: int, move: int) -> Play:
    deed = moves.deed(move)
    if deed == moves.PLAY_COWBOY:
        field, victim = _aliens_names(move)
        return Play(seat=seat, card=CARD_NAMES[COWBOY], field=field, victim=victim)
    if deed == moves.PLAY_ROAD_CREW:
        count = moves.road_crew_count(move)
        paths = [GRID.paths[moves.road_crew_path(move, i)].name for i in range(count)]
        return Play(seat=seat, card=CARD_NAMES[ROAD_CREW], roads=paths)
    if deed == moves.PLAY_SUPPLY_DROP:
        take = counts_of(moves.thing(move))
        return Play(seat=seat, card=CARD_NAMES[SUPPLY_DROP], take=take)
    resource = RESOURCE_NAMES[moves.thing(move)]
    return Play(seat=seat, card=CARD_NAMES[REQUISITION], resource=resource)
