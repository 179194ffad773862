"""The lines of a log in their JSON form: what a seat chose, and what chance did."""

import msgspec


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a log. A title's lines are subclasses of `Entry` and `Outcome`."""


class Entry(Line, frozen=True, tag_field="do"):
    """A seat's choice, as records and clients write it."""

    seat: int


class Outcome(Line, frozen=True, tag_field="chance"):
    """What chance did, always written out in full."""


def kind_of(line: Line | type[Line]) -> str:
    """What records call such a line."""
    return str(line.__struct_config__.tag)


class _Tags(msgspec.Struct):
    do: str | msgspec.UnsetType = msgspec.UNSET
    chance: str | msgspec.UnsetType = msgspec.UNSET


tags_decoder = msgspec.json.Decoder(_Tags)
"""Reads only which kind of line a JSON object is."""
