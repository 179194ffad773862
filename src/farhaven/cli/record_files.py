"""Reads files of records: one JSON document over any number of lines, or JSON Lines.

Every fault is told with the line that has it. Nothing larger than one record is held in memory.
What is written is written whole, and where that cannot be, this is said before any work is done.
"""

import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple

import msgspec

from farhaven.cli.console import say
from farhaven.cli.errors import Fault
from farhaven.core.record import MAX_RECORD_BYTES, Record, decode_record
from farhaven.core.violation import RECORD, Illegal, Violation

BOM = b"\xef\xbb\xbf"
STANDARD_INPUT = Path("-")
LIMIT = MAX_RECORD_BYTES + 1


class Found(NamedTuple):
    """A record of a file, or why there is none at this place."""

    number: int
    line: int
    """Where it begins; where it is not JSON, the line that has the fault."""
    record: Record | None
    fault: Violation | None = None
    end: int = 0
    """How many bytes of the file have been read."""


def read_records(path: Path) -> Iterator[Found]:
    """All records of a file. An empty file has one fault: that there is no record."""
    with _open(path) as file:
        head = file.read(LIMIT)
        if not head.strip() and len(head) < LIMIT:
            yield Found(0, 1, None, Violation(RECORD, "empty_file"))
        elif _is_one_document(head):
            yield _document(head)
        else:
            file.seek(0)
            yield from _lines(file)


@contextmanager
def _open(path: Path) -> Iterator[BinaryIO]:
    """The file, or standard input for -; what cannot be read twice is kept on disk meanwhile."""
    with ExitStack() as stack:
        source = (
            sys.stdin.buffer if path == STANDARD_INPUT else stack.enter_context(path.open("rb"))
        )
        if source.seekable():
            yield source
            return
        kept = stack.enter_context(TemporaryFile())
        shutil.copyfileobj(source, kept)
        kept.seek(0)
        yield kept


def read_record(path: Path, number: int) -> Found | None:
    """One record of a file, counted from 0; None if there are not that many."""
    for found in read_records(path):
        if found.number == number:
            return found
    return None


# What the system refuses

REFUSALS = (
    (FileNotFoundError, "not_found"),
    (IsADirectoryError, "is_folder"),
    (NotADirectoryError, "no_folder"),
    (PermissionError, "no_permission"),
)


def reason_of(fault: OSError) -> str:
    """Why a file cannot be read or written, in the reader's language where that is usual."""
    for kind, key in REFUSALS:
        if isinstance(fault, kind):
            return say("error", key)
    return fault.strerror or str(fault)


def fault_words(fault: OSError) -> str:
    """The same with the file."""
    reason = reason_of(fault)
    return reason if fault.filename is None else f"{fault.filename}: {reason}"


# Which form a file has


def _is_one_document(head: bytes) -> bool:
    """Whether the file is a document over several lines, sound or not.

    It is not where it goes on after a first line that is complete, nor where a later line looks
    like a record of its own.
    """
    whole = head.removeprefix(BOM)
    if len(head) < LIMIT and _is_json(whole):
        return True
    lines = [line for line in whole.split(b"\n") if line.strip()]
    if len(lines) == 1 or _is_json(lines[0]):
        return False
    return not any(line.lstrip().startswith(b'{"format"') for line in lines)


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


# Reading it


def _document(text: bytes) -> Found:
    try:
        return Found(0, 1, decode_record(text.removeprefix(BOM)), end=len(text))
    except Illegal as refusal:
        line = 1
        if refusal.violation.reason == "json":
            line = _faulty_line(text, str(refusal.violation.params["fault"]))
        return Found(0, line, None, refusal.violation, end=len(text))


def _faulty_line(text: bytes, fault: str) -> int:
    """The line of the byte that the decoder names; the last one if the text broke off."""
    place = re.search(r"\(byte (\d+)\)", fault)
    end = int(place[1]) if place is not None else len(text.rstrip())
    return text.count(b"\n", 0, end) + 1


def _lines(file: BinaryIO) -> Iterator[Found]:
    number = 0
    line_number = 0
    while line := file.readline(LIMIT):
        line_number += 1
        is_cut = len(line) == LIMIT and not line.endswith(b"\n")
        if is_cut:
            _skip_line(file)
        text = line.removeprefix(BOM) if line_number == 1 else line
        if not text.strip():
            continue
        try:
            record = decode_record(text)
            yield Found(number, line_number, record, end=file.tell())
        except Illegal as refusal:
            yield Found(number, line_number, None, refusal.violation, end=file.tell())
        number += 1


def _skip_line(file: BinaryIO) -> None:
    while (rest := file.readline(LIMIT)) and not rest.endswith(b"\n"):
        pass


# Writing


def open_unchanged(path: Path) -> BinaryIO:
    """A file to write to, begun if need be; what it holds stays until somebody cuts it off."""
    try:
        # Unbuffered: what could not be written is not tried again when the file is closed.
        return open(path, "wb", buffering=0, opener=_keeping)
    except OSError as fault:
        reason = reason_of(fault)
        raise Fault(say("error", "not_writable", file=str(path), reason=reason)) from fault


def _keeping(name: str, flags: int) -> int:
    return os.open(name, flags & ~os.O_TRUNC, 0o666)


def check_writable(*paths: Path | None) -> None:
    """Refuse places that cannot be written to; nothing there is changed."""
    for path in paths:
        if path is None or not (path.is_file() or path.is_dir() or not path.exists()):
            continue  # a pipe would notice
        is_new = not path.exists()
        open_unchanged(path).close()
        if is_new:
            path.resolve().unlink()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that there is never half of it, whatever happens meanwhile."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)  # a pipe or a device cannot be replaced
        return
    beside = target.with_name(f".{target.name}.new")
    beside.write_bytes(content)
    beside.replace(target)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done, so that what is being written is whole."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(came[0], None)
