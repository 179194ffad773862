"""Short names for typing: fields are letters, crossings numbers, a path its two crossings.

The longer names of the records are read as well.
"""

from collections.abc import Mapping

from farhaven.games.mars.rules.names import GRID

FIRST_LETTER = ord("A")


def field_label(name: str) -> str:
    """`A` to `S`, in reading order."""
    return chr(FIRST_LETTER + GRID.field_numbers[name])


def crossing_label(name: str) -> str:
    """`1` to `54`, in reading order."""
    return str(GRID.crossing_numbers[name] + 1)


def path_label(name: str) -> str:
    """`7-8`: from crossing to crossing."""
    low, high = sorted(GRID.ends[GRID.path_numbers[name]])
    return f"{low + 1}-{high + 1}"


def with_labels(params: Mapping[str, int | str]) -> dict[str, int | str]:
    """The facts of a sentence, with places as the drawing names them; no other name is changed."""
    labelled = dict(params)
    for kind, (known, label) in PLACES.items():
        if (name := str(params.get(kind))) in known:
            labelled[kind] = label(name)
    return labelled


PLACES = {
    "field": (GRID.field_numbers, field_label),
    "crossing": (GRID.crossing_numbers, crossing_label),
    "path": (GRID.path_numbers, path_label),
}


def read_field(text: str) -> str | None:
    if text in GRID.field_numbers:
        return text
    number = ord(text.upper()) - FIRST_LETTER if len(text) == 1 else -1
    return GRID.fields[number].name if 0 <= number < len(GRID.fields) else None


def read_crossing(text: str) -> str | None:
    if text in GRID.crossing_numbers:
        return text
    number = int(text) - 1 if text.isascii() and text.isdigit() and len(text) <= 2 else -1
    return GRID.crossings[number].name if 0 <= number < len(GRID.crossings) else None


def read_path(text: str) -> str | None:
    if text in GRID.path_numbers:
        return text
    ends = [read_crossing(part) for part in text.split("-")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    return path_between(ends[0], ends[1])


def path_between(one: str, other: str) -> str | None:
    """The path that joins two crossings, if there is one."""
    ends = {GRID.crossing_numbers[one], GRID.crossing_numbers[other]}
    for path in GRID.paths_at[GRID.crossing_numbers[one]]:
        if set(GRID.ends[path]) == ends:
            return GRID.paths[path].name
    return None
