"""Sets of small numbers as one number: bit n for member n."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


def _shifted(number: i64, places: i64) -> i64:
    return number << places


def bit(member: i64) -> i64:
    """The set of one member.

    `1 << member` would do, but mypyc 2.4 writes the literal as a C int of 32 bits.
    """
    return _shifted(1, member)


def has(members: i64, member: i64) -> bool:
    """Whether a set has a member."""
    return (members >> member) & 1 == 1


def _numbers() -> vec[i64]:
    """The member of each set of one by its remainder: 2 is a primitive root of 67."""
    table = vec[i64]([0] * 67)
    for number in range(i64(63)):
        table[bit(number) % 67] = number
    return table


_NUMBER: Final = _numbers()


def first_of(members: i64) -> i64:
    """The lowest member of a set that has one."""
    return _NUMBER[(members & -members) % 67]


def size(members: i64) -> i64:
    """How many members a set has; quick where they are few."""
    count: i64 = 0
    while members != 0:
        members &= members - 1
        count += 1
    return count
