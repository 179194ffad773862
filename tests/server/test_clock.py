"""The clock that all processes share."""

from farhaven.server.storage.database_clock import Clock


class Machine:
    """A machine's clocks."""

    def __init__(self) -> None:
        self.steady = 1_000
        self.wall = 90_000_000

    def clock(self) -> Clock:
        return Clock(lambda: self.steady, lambda: self.wall)


def test_until_it_is_measured_the_machines_own_time_counts() -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock.now() == 90_000_000
    machine.steady += 7
    assert clock.now() == 90_000_007


def test_nobody_sets_it_but_the_database() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.learn(1_000, 50_000_000, 1_000)
    machine.wall += 3_600_000
    assert clock.now() == 50_000_000


def test_a_slow_answer_does_not_replace_an_exact_one() -> None:
    clock = Machine().clock()
    clock.learn(1_000, 50_000_001, 1_002)
    clock.learn(1_000, 50_000_700, 1_800)
    assert clock.now() == 50_000_000


def test_a_database_whose_clock_was_set_is_followed_at_once() -> None:
    clock = Machine().clock()
    clock.learn(1_000, 50_000_001, 1_002)
    clock.learn(1_000, 50_060_200, 1_400)
    assert clock.now() == 50_060_000


def test_an_old_measurement_gives_way_in_the_end() -> None:
    """Clocks drift: what was exact once is not for ever."""
    clock = Machine().clock()
    clock.learn(1_000, 50_000_001, 1_002)
    for _ in range(30):
        clock.learn(1_000, 50_000_015, 1_020)
    assert clock.now() == 50_000_005
