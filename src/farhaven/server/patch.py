"""What changed between two states: the parts to send instead of the whole.

A patch is a list of changes, each a path and the value that now stands there. Paths hold the
names and indexes as they are in the JSON. Carried out in order, they turn the old into the new.
"""

from collections.abc import Mapping

import msgspec

Path = tuple[str | int, ...]
Change = tuple[Path, object]

MAX_DEPTH = 6
"""Below this a changed part is sent whole: its path would cost more than it saves."""


def diff(old: object, new: object) -> list[Change]:
    """The changes that lead from one state to another."""
    changes: list[Change] = []
    _compare((), old, new, changes)
    return changes


def _compare(path: Path, old: object, new: object, out: list[Change]) -> None:
    if old == new and type(old) is type(new):
        return
    if len(path) >= MAX_DEPTH or type(old) is not type(new):
        out.append((path, new))
    elif isinstance(new, msgspec.Struct):
        _compare_structs(path, old, new, out)
    elif isinstance(new, Mapping) and isinstance(old, Mapping) and old.keys() == new.keys():
        for key in new:
            _compare((*path, key), old[key], new[key], out)
    elif isinstance(new, list | tuple) and isinstance(old, list | tuple) and _alike(old, new):
        for i, (before, after) in enumerate(zip(old, new, strict=True)):
            _compare((*path, i), before, after, out)
    else:
        out.append((path, new))


def _alike(old: list[object] | tuple[object, ...], new: list[object] | tuple[object, ...]) -> bool:
    """Whether lists are worth comparing item by item: of one length and mostly the same."""
    if len(old) != len(new):
        return False
    changed = sum(a != b for a, b in zip(old, new, strict=True))
    if isinstance(new[0], msgspec.Struct):
        return True
    return changed * 4 <= len(new)


def _compare_structs(path: Path, old: object, new: msgspec.Struct, out: list[Change]) -> None:
    config = new.__struct_config__
    if config.array_like or config.omit_defaults:
        out.append((path, new))
        return
    fields: list[Change] = []
    for name, encoded in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        before, after = getattr(old, name), getattr(new, name)
        if (before is msgspec.UNSET) != (after is msgspec.UNSET):
            out.append((path, new))  # a field came or went, which no value can say
            return
        _compare((*path, encoded), before, after, fields)
    out.extend(fields)
