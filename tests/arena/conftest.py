"""The program, as the tests of the command line run it."""

from tests.cli.conftest import farhaven, inside

__all__ = ["farhaven", "inside"]
