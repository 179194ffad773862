"""The weights of Mars's value, and the net of its chance to win."""

from farhaven.core.net_file import NetFile
from farhaven.core.weights import WeightsFile
from farhaven.games.mars.features import NAMES, WATCHED

UNITS = 16

WEIGHTS = WeightsFile("farhaven.games.mars", ("game",), NAMES)
OUTLOOK = NetFile("farhaven.games.mars", NAMES, WATCHED, UNITS)
