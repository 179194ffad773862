"""The weights of Reworld's value."""

from farhaven.core.weights import SEARCH_FILE, WeightsFile
from farhaven.games.reworld.features import NAMES

PACKAGE = "farhaven.games.reworld"
WEIGHTS = WeightsFile(PACKAGE, ("station", "settlement"), NAMES)
SEARCH = WeightsFile(PACKAGE, ("between_rounds",), NAMES, SEARCH_FILE)
