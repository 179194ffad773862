"""The weights of Reworld's value."""

from farhaven.evaluation.weight_file import SEARCH_FILE, WeightsFile
from farhaven.games.reworld.ai.features import NAMES

PACKAGE = "farhaven.games.reworld.ai"
WEIGHTS = WeightsFile(PACKAGE, ("station", "settlement"), NAMES)
SEARCH = WeightsFile(PACKAGE, ("between_rounds",), NAMES, SEARCH_FILE)
