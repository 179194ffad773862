"""The weights of Mars's value, and the nets of its chance to win."""

from farhaven.evaluation.net_file import FORESIGHT_FILE, NetFile
from farhaven.evaluation.weight_file import WeightsFile
from farhaven.games.mars.ai.features import NAMES, WATCHED

UNITS = 16
FAR_UNITS = 64

WEIGHTS = WeightsFile("farhaven.games.mars.ai", ("game",), NAMES)
OUTLOOK = NetFile("farhaven.games.mars.ai", NAMES, WATCHED, UNITS)
FORESIGHT = NetFile("farhaven.games.mars.ai", NAMES, NAMES, FAR_UNITS, FORESIGHT_FILE)
