"""Reads a title's component file; the errors name the key that is wrong."""

import hashlib
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

from farhaven.core.violation import RECORD, Illegal, illegal

FILE = "components.toml"

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
            raise fault(str(path), wrong.strerror or "cannot be read") from wrong
    try:
        components = msgspec.convert(tomllib.loads(text.decode()), kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise fault("file", str(wrong)) from wrong
    return components, hashlib.sha256(text).hexdigest()
