"""The weights of Reworld's value."""

from farhaven.core.weights import WeightsFile
from farhaven.games.reworld.features import NAMES

WEIGHTS = WeightsFile("farhaven.games.reworld", ("station", "settlement"), NAMES)
