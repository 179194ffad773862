"""How far everybody is ahead."""

from collections.abc import Sequence


def leads(points: Sequence[float]) -> list[float]:
    """Each seat's points less the mean of the others'."""
    everybody = sum(points)
    return [own - (everybody - own) / (len(points) - 1) for own in points]
