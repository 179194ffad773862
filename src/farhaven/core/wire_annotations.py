"""What a struct's annotation tells clients beyond its type; reading does not check it."""

from collections.abc import Iterable
from typing import Final

from msgspec import Meta

EVERY_KEY: Final = Meta(extra={"complete": True})
"""A mapping whose keys are all there."""


def one_of(name: str, values: Iterable[str | int]) -> Meta:
    """The values that a field can have, with their name; the rules refuse others by clause."""
    return Meta(extra={"name": name, "values": tuple(values)})
