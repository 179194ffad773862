"""A choice as it is typed."""

from farhaven.core.log_entry import Entry
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
from farhaven.games.mars.rules.names import GRID
from farhaven.games.mars.terminal.labels import crossing_label, field_label, path_label
from farhaven.games.mars.terminal.speech import Speech
from farhaven.games.mars.terminal.styles import player_mark

NO_ROADS = "-"


def typed_form(entry: Entry, speech: Speech) -> str:
    """The line that spells a choice."""
    if isinstance(entry, Place):
        return f"{crossing_label(entry.settlement)} {crossing_label(_far_end(entry))}"
    if isinstance(entry, Discard):
        return cards(entry.cards, speech)
    if isinstance(entry, MoveAliens):
        return target(entry.field, entry.victim)
    if isinstance(entry, TradeWithBank):
        give, get = resource(entry.give, speech), resource(entry.get, speech)
        return f"{speech.command('bank')} {entry.count} {give} {get}"
    if isinstance(entry, Build):
        return _build(entry, speech)
    if isinstance(entry, Play):
        return _play(entry, speech)
    if isinstance(entry, Offer | Answer | Close):
        return _trade(entry, speech)
    plain: dict[type[Entry], str] = {Roll: "roll", Buy: "buy", EndTurn: "end"}
    return speech.command(plain[type(entry)])


def _far_end(entry: Place) -> str:
    """Where the road of a settlement leads to."""
    near = GRID.crossing_numbers[entry.settlement]
    one, other = GRID.ends[GRID.path_numbers[entry.road]]
    return GRID.crossings[other if one == near else one].name


def resource(name: str, speech: Speech) -> str:
    return speech.name("resource", name).lower()


def cards(counts: Counts, speech: Speech) -> str:
    return " ".join(speech.pile(counts)).lower()


def target(field: str, victim: int | None) -> str:
    """A field for the aliens, and from whom a card is taken."""
    return field_label(field) if victim is None else f"{field_label(field)} {player_mark(victim)}"


def _build(entry: Build, speech: Speech) -> str:
    command = speech.command(entry.piece)
    if entry.piece == "road":
        return f"{command} {path_label(entry.at)}"
    if entry.piece == "dome":
        return f"{command} {field_label(entry.at)} {resource(entry.grows or '', speech)}"
    return f"{command} {crossing_label(entry.at)}"


def _play(entry: Play, speech: Speech) -> str:
    command = speech.command(entry.card)
    if entry.field:
        victim = entry.victim if isinstance(entry.victim, int) else None
        return f"{command} {target(entry.field, victim)}"
    if entry.take:
        return f"{command} {cards(entry.take, speech)}"
    if entry.resource:
        return f"{command} {resource(entry.resource, speech)}"
    if entry.card == "road_crew":
        roads = " ".join(path_label(path) for path in entry.roads or ())
        return f"{command} {roads or NO_ROADS}"
    return command if entry.card == "victory" else f"{command} {NO_ROADS}"


def _trade(entry: Offer | Answer | Close, speech: Speech) -> str:
    if isinstance(entry, Close):
        if entry.partner is None:
            return speech.command("withdraw")
        return f"{speech.command('close')} {player_mark(entry.partner)}"
    if isinstance(entry, Answer) and entry.answer != "counter":
        return speech.command(entry.answer)
    command = speech.command("offer" if isinstance(entry, Offer) else "counter")
    give, want = cards(entry.give or {}, speech), cards(entry.want or {}, speech)
    return f"{command} {give} {speech.command('for')} {want}"
