"""Processes that think for the server: started, asked, heard and ended."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from farhaven.server.workers.worker_ipc import LENGTH, framed

T = TypeVar("T")


async def start(module: str, titles: Sequence[str]) -> Process:
    """A process that knows these titles besides the house's."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *titles, stdin=PIPE, stdout=PIPE
    )


async def send(worker: Process, message: msgspec.Struct) -> None:
    """Hand it a message; EOFError or OSError where it has died."""
    if worker.stdin is None:
        raise EOFError
    try:
        worker.stdin.write(framed(message))
        await worker.stdin.drain()
    except RuntimeError as fault:
        # What the event loop says of a pipe whose other end died while nobody wrote.
        raise EOFError from fault


async def receive(worker: Process, decoder: "msgspec.msgpack.Decoder[T]") -> T:
    """Its next message; EOFError where it has died."""
    if worker.stdout is None:
        raise EOFError
    head = await worker.stdout.readexactly(LENGTH.size)
    return decoder.decode(await worker.stdout.readexactly(LENGTH.unpack(head)[0]))


async def end(worker: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        worker.kill()
    await worker.wait()
