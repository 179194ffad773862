"""The game record: save file, replay, bug report and share link in one JSON document."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from farhaven.core.violation import RECORD, Illegal, illegal

FORMAT = "farhaven-record/1"
MAX_RECORD_BYTES = 4 << 20
MAX_LINE_BYTES = 16 << 10
MAX_RESULT_BYTES = 64 << 10

# Generous for every title there is, yet so small that no record is expensive to read.
MAX_LINES = 50_000
MAX_SEATS = 16
MAX_OPTIONS = 64
MAX_TEXT = 200
MAX_FAULT = 300
"""How much of a decoder's message is passed on: it may quote a name as long as the record."""

Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Digest = Annotated[str, Meta(max_length=128)]


class PlayerInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat: a person, or a bot by its kind."""

    name: Text
    kind: Text


class Fairness(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commitment to the secret, the secret once the game is over, the players' nonces."""

    commitment: Digest
    secret: Digest | None = None
    nonces: Annotated[Sequence[Text], Meta(max_length=MAX_SEATS)] = ()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The document as it is written. Log and result are read by the title."""

    format: Text
    game: Text
    rules_version: Annotated[int, Meta(ge=0, le=1_000_000)]
    options: Annotated[Mapping[Word, Text | int | bool], Meta(max_length=MAX_OPTIONS)]
    components: Digest
    players: Annotated[Sequence[PlayerInfo], Meta(max_length=MAX_SEATS)]
    fairness: Fairness
    log: Annotated[Sequence[msgspec.Raw], Meta(max_length=MAX_LINES)]
    result: msgspec.Raw
    """`null` while the game runs, and for good if it was stopped."""
    stopped: Word | msgspec.UnsetType = msgspec.UNSET


_decoder = msgspec.json.Decoder(Record)


def decode_record(text: bytes) -> Record:
    """Read one document; a fault is refused with the field that has it."""
    if len(text) > MAX_RECORD_BYTES:
        raise illegal(RECORD, "too_large", limit=MAX_RECORD_BYTES)
    try:
        record = _decoder.decode(text)
    except msgspec.ValidationError as fault:
        raise illegal(RECORD, "field", fault=str(fault)[:MAX_FAULT]) from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise illegal(RECORD, "json", fault=str(fault)[:MAX_FAULT]) from fault
    if record.format != FORMAT:
        raise illegal(RECORD, "format", format=record.format, expected=FORMAT)
    _check_sizes(record)
    return record


def _check_sizes(record: Record) -> None:
    """Refuse a line or a result of a size that no title writes."""
    for number, line in enumerate(record.log):
        if len(bytes(line)) > MAX_LINE_BYTES:
            raise _too_long(f"log[{number}]", MAX_LINE_BYTES)
    if len(bytes(record.result)) > MAX_RESULT_BYTES:
        raise _too_long("result", MAX_RESULT_BYTES)


def _too_long(field: str, limit: int) -> Illegal:
    """The refusal in the decoder's words, so that all limits read alike."""
    return illegal(RECORD, "field", fault=f"Expected at most {limit} bytes - at `$.{field}`")


def encode_record(record: Record) -> bytes:
    """The document's bytes: the same for the same game, without spaces or a line end."""
    return msgspec.json.encode(record)
