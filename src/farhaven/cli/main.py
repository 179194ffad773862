"""The program `farhaven`."""

import os
import sys
from typing import Annotated

import typer

from farhaven import __version__
from farhaven.cli.admin import admin
from farhaven.cli.analyse import analyse_record
from farhaven.cli.arena import arena
from farhaven.cli.check import check
from farhaven.cli.compiler_notice import maybe_note_interpreted
from farhaven.cli.console import complain, say
from farhaven.cli.errors import Fault
from farhaven.cli.hint import hint
from farhaven.cli.legal import legal
from farhaven.cli.options import Language, NoColor
from farhaven.cli.play import play
from farhaven.cli.record_files import fault_words
from farhaven.cli.selfplay import selfplay
from farhaven.cli.serve import serve
from farhaven.cli.show import show
from farhaven.cli.train import train

INTERRUPTED = 130

app = typer.Typer(
    name="farhaven",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, selfplay, check, show, legal, hint, serve, arena, train):
    app.command()(command)
app.command("analyse")(analyse_record)
app.add_typer(admin)


def _show_version(value: bool) -> None:
    if value:
        print(f"farhaven {__version__}")
        raise typer.Exit


@app.callback()
def farhaven(
    version: Annotated[  # noqa: ARG001 - settled by its callback
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
    lang: Language = None,  # noqa: ARG001 - likewise
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Board games about settling a new planet: play them, let bots play them, check them."""
    maybe_note_interpreted()


def main() -> None:
    """Run the command and leave with its exit code; whatever goes wrong is one clear line."""
    sys.exit(run())


def run() -> int:
    try:
        code = app(standalone_mode=False)
    except Fault as fault:
        complain(str(fault))
        return fault.code
    except typer.TyperException as fault:
        return _usage(fault)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader has left; what Python would still flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as fault:
        complain(fault_words(fault))
        return 1
    if code == INTERRUPTED:  # what Typer makes of a KeyboardInterrupt, too
        complain(say("error", "interrupted"))
    return code if isinstance(code, int) else 0


def _usage(fault: typer.TyperException) -> int:
    # What we found wrong ourselves is said in the reader's language already.
    is_ours = isinstance(fault, typer.BadParameter) and fault.param is None
    message = fault.message if is_ours else fault.format_message()
    if message:  # there is none where a call without arguments has already shown the help
        complain(say("error", "usage", message=message.rstrip(".")))
    return fault.exit_code


if __name__ == "__main__":
    main()
