"""The weights of Mars's value."""

from farhaven.core.weights import WeightsFile
from farhaven.games.mars.features import NAMES

WEIGHTS = WeightsFile("farhaven.games.mars", ("game",), NAMES)
