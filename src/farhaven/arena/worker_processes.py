"""Work for several processes, each of which can be ended at any moment.

Every worker has a pipe of its own. With the queues that a pool shares among its workers, one that
is ended while it writes leaves them locked, and the program would never end.
"""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class WorkerLost(Exception):  # noqa: N818 - it is what happened
    """A worker has ended in the middle of its work, with this exit code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class _Worker(Generic[T, R]):
    """A process that does one thing again and again, until its pipe is closed."""

    def __init__(self, function: Callable[[T], R]) -> None:
        # A fresh one, not a copy of this one: the progress bar has a thread of its own.
        context = multiprocessing.get_context("spawn")
        self.pipe, end = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_serve, args=(function, end), daemon=True
        )
        self.process.start()
        end.close()

    def give(self, task: T) -> None:
        try:
            self.pipe.send(task)
        except OSError:
            raise self._lost() from None

    def result(self) -> R:
        """What came of the task, or raise what it raised."""
        try:
            fault, results = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if fault is not None:
            raise fault
        result: R = results[0]
        return result

    def _lost(self) -> WorkerLost:
        self.process.join()
        return WorkerLost(self.process.exitcode)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def spread(function: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """What comes of the tasks, as it comes; with one job in this process.

    A task is taken when somebody is free for it, and so may depend on what came before.
    """
    if jobs == 1:
        yield from map(function, tasks)
        return
    left = iter(tasks)
    with _workers(function, jobs) as workers:
        free, busy = workers, list[_Worker[T, R]]()
        while True:
            for worker, task in zip(free, left, strict=False):  # who is free takes the next
                worker.give(task)
                busy.append(worker)
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy])
            free = [worker for worker in busy if worker.pipe in ready]
            busy = [worker for worker in busy if worker.pipe not in ready]
            failed: list[Exception] = []
            for worker in free:
                try:
                    result = worker.result()
                except Exception as fault:  # told once what the others have finished is kept
                    failed.append(fault)
                else:
                    yield result
            if failed:
                raise failed[0]


@contextmanager
def _workers(function: Callable[[T], R], jobs: int) -> Iterator[list[_Worker[T, R]]]:
    workers: list[_Worker[T, R]] = []
    try:
        # They leave Ctrl-C to the process that they work for, from their first moment on.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            workers += [_Worker(function) for _ in range(jobs)]
        finally:
            signal.signal(signal.SIGINT, before)
        yield workers
    finally:
        for worker in workers:
            worker.end()


def _serve(function: Callable[[T], R], pipe: Connection) -> None:
    """What a worker does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            answer = None, (function(task),)
        except Exception as fault:
            fault.add_note(format_exc())  # what is sent has no traceback
            pipe.send((fault, ()))
        else:
            pipe.send(answer)
