"""Marks: which clause a test shows, and that it really was refused."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from farhaven.core.violation import Illegal, Violation

Test = TypeVar("Test", bound=Callable[..., None])
HOLDS: set[str] = set()
REFUSES: set[str] = set()
_refusals: list[Violation] = []


def holds(*clauses: str) -> Callable[[Test], Test]:
    """Mark a test in which these clauses allow something, or give what they say."""
    HOLDS.update(clauses)
    return lambda test: test


def refuses(*clauses: str, by: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a test in which something is refused with each clause, or for its sake `by` another."""
    REFUSES.update(clauses)

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def checked(*args: object, **kwargs: object) -> None:
            _refusals.clear()
            test(*args, **kwargs)
            named = {v.clause for v in _refusals} | {f"{v.clause}/{v.reason}" for v in _refusals}
            assert named.issuperset([by] if by else clauses), f"refused were only {named}"

        return checked

    return mark


def note_refusal(violation: Violation) -> None:
    """What a test has seen refused in a way of its own."""
    _refusals.append(violation)


def expect_refusal(attempt: Callable[[], object], clause: str, reason: str) -> Violation:
    """Try something that must be refused with exactly this clause and reason."""
    try:
        attempt()
    except Illegal as refusal:
        found = refusal.violation
        assert (found.clause, found.reason) == (clause, reason)
        note_refusal(found)
        return found
    raise AssertionError(f"not refused; {clause}/{reason} was expected")
