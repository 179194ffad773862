"""How sure a mean is: Student's t, since few observations hardly tell how far they scatter."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance

Z95 = 1.959964
"""Standard errors on each side of a mean that hold 95 %, of very many observations."""
_FEWEST = (12.706, 4.303)  # the same of two and of three


def errors95(observations: int) -> float:
    """Standard errors on each side of a mean that hold 95 %; at least two observations."""
    free = observations - 1
    if free <= len(_FEWEST):
        return _FEWEST[free - 1]
    # Cornish and Fisher's expansion in 1/free: off by less than a hundredth from here on.
    z2 = Z95 * Z95
    first = (z2 + 1) / 4
    second = ((5 * z2 + 16) * z2 + 3) / 96
    third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
    return Z95 * (1 + first / free + second / free**2 + third / free**3)


def half95(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean of at least two independent observations."""
    return errors95(len(values)) * sqrt(variance(values) / len(values))


def is_beyond_noise(values: Sequence[float]) -> bool:
    """Whether the 95 % interval of their mean does not hold 0."""
    return abs(fmean(values)) > half95(values)
