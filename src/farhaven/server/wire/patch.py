"""What changed between two states: the parts to send instead of the whole.

A patch is a list of changes, each a path and the value that now stands there. Paths hold the
names and indexes as they are in the JSON. Carried out in order, they turn the old into the new.

This runs for every client at every move. What is the same object is passed by, what is equal is
found equal by one comparison in C, and a struct within a struct is entered without one, since
it would be gone through twice.
"""

from collections.abc import Callable
from operator import attrgetter

import msgspec

Path = tuple[str | int, ...]
Change = tuple[Path, object]
Parts = Callable[[object], tuple[object, ...]]

MAX_DEPTH = 6
"""Below this a changed part is sent whole: its path would cost more than it saves."""


def diff(old: object, new: object) -> list[Change]:
    """The changes that lead from one state to another."""
    changes: list[Change] = []
    if old is not new and (type(old) is not type(new) or old != new):
        _compare((), old, new, changes)
    return changes


def _fields(kind: type) -> tuple[tuple[str, ...], Parts] | None:
    """The names of a struct's fields in JSON, and how to get them; None where it is sent whole."""
    try:
        return _known[kind]
    except KeyError:
        found = _known[kind] = _find_fields(kind)
        return found


_known: dict[type, tuple[tuple[str, ...], Parts] | None] = {}


def _find_fields(kind: type) -> tuple[tuple[str, ...], Parts] | None:
    if not issubclass(kind, msgspec.Struct):
        return None
    config = kind.__struct_config__
    names = kind.__struct_fields__
    if config.array_like or config.omit_defaults or not names:
        return None
    if len(names) == 1:
        # Of one name the getter would give the value itself.
        only = attrgetter(names[0])
        return kind.__struct_encode_fields__, lambda value: (only(value),)
    return kind.__struct_encode_fields__, attrgetter(*names)


def _compare(path: Path, old: object, new: object, out: list[Change]) -> None:
    """Write what leads from one value to another. Only structs may be equal here."""
    kind = type(new)
    if type(old) is not kind or len(path) >= MAX_DEPTH:
        out.append((path, new))
        return
    fields = _fields(kind)
    if fields is not None:
        _compare_struct(path, fields, old, new, out)
    elif isinstance(new, list) and isinstance(old, list):
        _compare_list(path, old, new, out)
    elif isinstance(new, tuple) and isinstance(old, tuple):
        _compare_list(path, list(old), list(new), out, whole=new)
    elif isinstance(new, dict) and isinstance(old, dict) and old.keys() == new.keys():
        for key, after in new.items():
            before = old[key]
            if before is not after and (type(before) is not type(after) or before != after):
                _compare((*path, key), before, after, out)
    else:
        out.append((path, new))


def _compare_struct(
    path: Path, fields: tuple[tuple[str, ...], Parts], old: object, new: object, out: list[Change]
) -> None:
    names, parts = fields
    befores = parts(old)
    afters = parts(new)
    first = len(out)
    for i in range(len(names)):
        before = befores[i]
        after = afters[i]
        if before is after:
            continue
        kind = type(after)
        if type(before) is kind and (len(path) >= MAX_DEPTH - 1 or _fields(kind) is None):
            if before == after:
                continue
        elif before is msgspec.UNSET or after is msgspec.UNSET:
            del out[first:]
            out.append((path, new))  # a field came or went, which no value can say
            return
        _compare((*path, names[i]), before, after, out)


def _compare_list(
    path: Path, old: list[object], new: list[object], out: list[Change], whole: object = None
) -> None:
    """Item by item where few have changed, or where the items are large."""
    count = len(new)
    if len(old) != count:
        out.append((path, new if whole is None else whole))
        return
    changed: list[int] = []
    for i in range(count):
        before = old[i]
        after = new[i]
        if before is not after and (type(before) is not type(after) or before != after):
            changed.append(i)
    if _fields(type(new[0])) is None and len(changed) * 4 > count:
        out.append((path, new if whole is None else whole))
        return
    for i in changed:
        _compare((*path, i), old[i], new[i], out)
