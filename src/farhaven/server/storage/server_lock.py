"""One server at a time on an SQLite database: a lock that the system takes back from the dead."""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

import structlog

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 30
"""Windows locks bytes, which nobody else may read then: not those in which the holder is named."""

HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""What the system answers where another process holds the lock; the last is Windows's."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP)
"""And where the file system, as on some network drives, has no locks at all."""
ONE_SERVER = "this file system has no locks: take care that only one server uses the folder"

log = structlog.get_logger()


class Taken(Exception):  # noqa: N818 - no fault of anybody's
    """Another process holds the lock."""

    def __init__(self, holder: str) -> None:
        super().__init__(f"another server uses it{f' (process {holder})' if holder else ''}")


class Lock:
    """Held from when it is made until it is released or the process ends, however it ends.

    Processes that this one starts do not hold it: Python hands them none of its files.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as fault:
            if fault.errno in NO_LOCKS:
                log.warning("no_lock", path=str(path), fault=str(fault), hint=ONE_SERVER)
            else:
                holder = os.read(self._file, 20).decode("ascii", "replace").strip()
                os.close(self._file)
                if fault.errno not in HELD:
                    raise
                raise Taken(holder) from fault
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """The file stays: who removed it might take it from somebody who has just opened it."""
        os.truncate(self._file, 0)
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _fault: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.release()


if sys.platform == "win32":

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
