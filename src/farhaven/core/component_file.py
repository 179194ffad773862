"""Reads a title's component file; the errors name the key that is wrong."""

import hashlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from farhaven.core.violation import RECORD, Illegal, illegal

FILE = "components.toml"
UNNAMED = "[...]"
"""What msgspec writes for a key that is the name of a thing."""

Kind = TypeVar("Kind", bound=msgspec.Struct)


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a component file: every key is required, none may be added."""


def fault(key: str, reason: str) -> Illegal:
    """The refusal of a component file."""
    return illegal(RECORD, "component", key=key, fault=reason)


def read_file(kind: type[Kind], package: str, path: Path | None) -> tuple[Kind, str]:
    """The components of a file, or of the package's own, with the file's digest."""
    if path is None:
        text = files(package).joinpath(FILE).read_bytes()
    else:
        try:
            text = path.read_bytes()
        except OSError as wrong:
            raise illegal(RECORD, "component_unread", key=str(path)) from wrong
    try:
        data = tomllib.loads(text.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise fault("file", str(wrong)) from wrong
    return _convert(kind, data), hashlib.sha256(text).hexdigest()


def _convert(kind: type[Kind], data: Mapping[str, object]) -> Kind:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as wrong:
        reason, _, path = str(wrong).partition(" - at ")
        key = path.strip("`").removeprefix("$").removeprefix(".")
        if UNNAMED in key:
            _convert_each(kind, data, key.partition(UNNAMED)[0])
        raise fault(key or "file", reason) from wrong


def _convert_each(kind: type[Kind], data: Mapping[str, object], name: str) -> None:
    """Find the wrong key of a table whose keys are names of things: each is tried alone."""
    table = data[name]
    if isinstance(table, Mapping):
        for key in table:
            try:
                msgspec.convert({**data, name: {key: table[key]}}, kind)
            except msgspec.ValidationError as wrong:
                reason, _, path = str(wrong).partition(" - at ")
                rest = path.strip("`").partition(UNNAMED)[2]
                raise fault(f"{name}.{key}{rest}", reason) from wrong
