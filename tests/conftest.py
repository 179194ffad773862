"""How Hypothesis runs: the same examples every time, and fewer where the rules are interpreted."""

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
