"""How tests run.

Hypothesis takes the same examples every time, and fewer where the rules are interpreted.
"""

import pytest
from hypothesis import HealthCheck, settings

from tests.running import COMPILED

settings.register_profile(
    "farhaven",
    max_examples=100 if COMPILED else 25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("farhaven")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the browser come last, for Playwright leaves no room for another event loop.

    Whole games take longest: they are the first of its tests, so that nobody waits for one.
    """
    items.sort(key=lambda item: ("web" in item.path.parts, item.path.name != "test_games.py"))
