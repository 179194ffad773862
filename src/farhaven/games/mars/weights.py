"""The weights of Mars's value, and the nets of its chance to win."""

from farhaven.core.net_file import FORESIGHT_FILE, NetFile
from farhaven.core.weights import WeightsFile
from farhaven.games.mars.features import NAMES, WATCHED

UNITS = 16
FAR_UNITS = 64

WEIGHTS = WeightsFile("farhaven.games.mars", ("game",), NAMES)
OUTLOOK = NetFile("farhaven.games.mars", NAMES, WATCHED, UNITS)
FORESIGHT = NetFile("farhaven.games.mars", NAMES, NAMES, FAR_UNITS, FORESIGHT_FILE)
