"""`farhaven check`: replays and verifies every record of a file."""

from pathlib import Path

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from farhaven.cli.console import clean, err, say
from farhaven.cli.editions import Editions, spoken
from farhaven.cli.options import ComponentFiles, Language, NoColor, RecordFile
from farhaven.cli.record_files import STANDARD_INPUT, Found, read_records
from farhaven.core.game import Game
from farhaven.core.verify import verify
from farhaven.core.violation import Illegal, Violation

LONG_WORK = 1 << 20


def check(
    file: RecordFile,
    components: ComponentFiles = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Replay and verify every record of a file.

    One line for each fault: record, entry, clause and reason. The last line counts the records
    that passed and failed; the exit code is 1 if any failed.

    Example: farhaven check games.jsonl
    """
    editions = Editions(components or ())
    passed = failed = unproven = 0
    with _progress(file) as progress:
        task = progress.add_task(say("check", "checking"), total=_size(file))
        for found in read_records(file):
            fault = fault_line(found, editions)
            if fault is None:
                passed += 1
                unproven += not proves_chance(found)
            else:
                failed += 1
                _print_beside(progress, fault)
            progress.update(task, completed=found.end)
    if unproven:
        err().print(say("check", "unproven", count=unproven), style="yellow")
    # Programs read this line: it is the same in every language.
    print(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def fault_line(found: Found, editions: Editions) -> str | None:
    """What is wrong with a record, in one line; None if it is sound."""
    place = say("check", "broken", record=found.number, line=found.line)
    if found.record is None:
        fault = found.fault
        return None if fault is None else _line(place, fault, None)
    try:
        game = editions.of(found.record)
    except Illegal as refusal:
        return _line(place, refusal.violation, None)
    wrong = verify(game, found.record)
    if wrong is None:
        return None
    if wrong.entry is not None:
        place = say("check", "entry", record=found.number, entry=wrong.entry)
    return _line(place, wrong.violation, game)


def proves_chance(found: Found) -> bool:
    """Whether a record shows the secret that its outcomes were compared with."""
    return found.record is not None and found.record.fairness.secret is not None


def _line(place: str, violation: Violation, game: Game | None) -> str:
    return clean(f"{place}: {violation.clause}: {spoken(violation, game)}")


def _progress(file: Path) -> Progress:
    """A bar on standard error, for people only; short work shows none."""
    console = err()
    long = _size(file) > LONG_WORK
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not (long and console.is_terminal),
    )


def _size(file: Path) -> int:
    """How much there is to read; 0 for what comes through a pipe."""
    return 0 if file == STANDARD_INPUT else file.stat().st_size


def _print_beside(progress: Progress, text: str) -> None:
    """A line on standard output that does not tear the bar apart."""
    progress.stop()
    print(text)
    progress.start()
