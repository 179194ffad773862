"""Work for several processes."""

from collections.abc import Iterator

import pytest

from farhaven.arena.worker_processes import WorkerLost, spread


def square(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return number * number


def leave(number: int) -> int:
    raise SystemExit(number)


def block(size: int) -> bytes:
    """More than a pipe holds, as fast as it can be written."""
    return bytes(size)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_is_done_once(jobs: int) -> None:
    assert sorted(spread(square, range(7), jobs)) == [0, 1, 4, 9, 16, 25, 36]
    assert list(spread(square, [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_may_depend_on_what_came_before(jobs: int) -> None:
    found: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(8):
            assert len(found) >= number - jobs, "nothing is taken before somebody is free for it"
            yield number

    for result in spread(square, tasks(), jobs):
        found.append(result)
    assert len(found) == 8


def test_what_a_task_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="-1") as raised:
        list(spread(square, [2, -1], 2))
    assert "in square" in raised.value.__notes__[0]


def test_a_worker_that_leaves_is_missed() -> None:
    with pytest.raises(WorkerLost) as raised:
        list(spread(leave, [3], 2))
    assert raised.value.code == 3


def test_work_can_be_left_at_any_moment() -> None:
    """Also while the workers write, which locked the queues that they shared once."""
    for _ in range(3):
        results = spread(block, [1_000_000] * 1000, 2)
        assert len(next(results)) == 1_000_000
        results.close()
