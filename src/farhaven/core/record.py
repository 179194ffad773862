"""The game record: save file, replay, bug report and share link in one JSON document."""

from collections.abc import Mapping, Sequence

import msgspec

from farhaven.core.violation import RECORD, illegal

FORMAT = "farhaven-record/1"
MAX_RECORD_BYTES = 4 << 20


class PlayerInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat: a person, or a bot by its kind."""

    name: str
    kind: str


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commitment to the secret, the secret once the game is over, the players' nonces."""

    commitment: str
    secret: str | None = None
    nonces: Sequence[str] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The document as it is written. Log and result are read by the title."""

    format: str
    game: str
    rules_version: int
    options: Mapping[str, str | int | bool]
    components: str
    players: Sequence[PlayerInfo]
    fairness: Fairness
    log: Sequence[msgspec.Raw]
    result: msgspec.Raw
    """`null` while the game runs, and for good if it was stopped."""
    stopped: str | msgspec.UnsetType = msgspec.UNSET


_decoder = msgspec.json.Decoder(Record)


def decode_record(text: bytes) -> Record:
    """Read one document; a fault is refused with the field that has it."""
    if len(text) > MAX_RECORD_BYTES:
        raise illegal(RECORD, "too_large", limit=MAX_RECORD_BYTES)
    try:
        record = _decoder.decode(text)
    except msgspec.ValidationError as fault:
        raise illegal(RECORD, "field", fault=str(fault)) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise illegal(RECORD, "json", fault=str(fault)) from fault
    if record.format != FORMAT:
        raise illegal(RECORD, "format", format=record.format, expected=FORMAT)
    return record


def encode_record(record: Record) -> bytes:
    """The document's bytes: the same for the same game, without spaces or a line end."""
    return msgspec.json.encode(record)
