"""The weights of Mars's value and of its chance to win."""

from farhaven.core.weights import WeightsFile
from farhaven.games.mars.features import NAMES
from farhaven.games.mars.value import STAGE_NAMES

WEIGHTS = WeightsFile("farhaven.games.mars", ("game",), NAMES, STAGE_NAMES)
