"""Games of a person that wait to be gone on with: a record each, and its secret beside it."""

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import platformdirs

from farhaven.cli.console import say
from farhaven.cli.editions import Editions, spoken
from farhaven.cli.errors import Fault
from farhaven.cli.record_files import read_record
from farhaven.core.fair_stream import is_secret
from farhaven.core.game import Game
from farhaven.core.match import Match, replay
from farhaven.core.record import Fairness, encode_record
from farhaven.core.violation import Illegal

PRIVATE = 0o600


def folder() -> Path:
    """Where the user's games are kept."""
    return Path(platformdirs.user_data_path("farhaven")) / "games"


def new_path(title: str) -> Path:
    """An empty file that nobody else gets, with the title and the time in its name."""
    folder().mkdir(parents=True, exist_ok=True)
    stem = f"{title}-{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M%S}"
    number = 1
    while True:
        path = folder() / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        # To look for it and to take it are one: several games may begin in the same second.
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
            return path
        number += 1


def secret_path(path: Path) -> Path:
    return path.with_suffix(".secret")


def content(path: Path) -> bytes | None:
    """What is saved there, if anything is that can be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def save(match: Match, path: Path) -> bytes:
    """Write the record, and while the match runs its secret, which only the user may read.

    Return what was written to the file of the record.
    """
    text = encode_record(match.record()) + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not match.is_over and match.fairness.secret is not None:
        _write(secret_path(path), match.fairness.secret.encode() + b"\n")
    _write(path, text)
    if match.is_over:
        with contextlib.suppress(FileNotFoundError):
            secret_path(path).unlink()
    return text


def _write(path: Path, text: bytes) -> None:
    """The whole file or nothing, also if the machine stops in between."""
    part = path.with_name(path.name + ".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text)
    part.replace(path)


def newest(title: str | None) -> Path:
    """The game that was played last and is not over, of one title or of any."""
    pattern = "*.json" if title is None else f"{title}-*.json"
    saved = (path for path in folder().glob(pattern) if path.stat().st_size > 0)
    waiting = [path for path in saved if secret_path(path).exists()]
    if not waiting:
        raise Fault(say("play", "no_save", folder=str(folder())))
    return max(waiting, key=lambda path: path.stat().st_mtime_ns)


def resume(path: Path, components: Path | None) -> Match:
    """The match of a save, as it was left."""
    found = read_record(path, 0)
    if found is None or found.record is None:
        reason = "" if found is None or found.fault is None else spoken(found.fault)
        raise Fault(f"{path}: {reason}")
    record = found.record
    game: Game | None = None
    try:
        game = Editions([] if components is None else [components]).of(record)
        if replay(game, record).is_over:
            raise Fault(say("play", "over", file=str(path)))
        fairness = Fairness(record.fairness.commitment, _secret(path), record.fairness.nonces)
        return replay(game, msgspec.structs.replace(record, fairness=fairness))
    except Illegal as refusal:
        raise Fault(f"{path}: {spoken(refusal.violation, game)}") from refusal


def _secret(path: Path) -> str:
    """The secret of a save, from the file beside it."""
    try:
        secret = secret_path(path).read_text("utf-8").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        raise Fault(say("play", "no_secret", file=str(secret_path(path)))) from None
    if not is_secret(secret):
        raise Fault(say("play", "no_secret", file=str(secret_path(path))))
    return secret
