"""Ends of a command that are not a success, each with one line for the user."""


class Fault(Exception):  # noqa: N818 - the exception is the fault that the user is told about
    """The work found something wrong: exit code 1."""

    code = 1


class WrongUse(Fault):
    """The command was asked for something that is not there: exit code 2."""

    code = 2
