# SPDX-License-Identifier: Apache-2.0
"""Processes on the host."""
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from shared.guest import GuestError, Line, Output

QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@contextmanager
def running(*command: str | Path, **options):
    """A process that is ended by SIGTERM, and whose end is waited for."""
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, text=True, **options)
    try:
        yield process
    finally:
        stop(process)


def stop(process: subprocess.Popen) -> int:
    """SIGTERM, and its exit status; SIGKILL after 20 s."""
    process.send_signal(signal.SIGTERM)
    try:
        return process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def wait(condition: Callable[[], bool], what: str) -> None:
    """Waits until `condition` holds, at most a minute."""
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"{what}: not within a minute")
        time.sleep(0.005)


class HostProcess:
    """A process with what it writes as it comes. The times of its lines are the host's."""

    def __init__(self, *command: str | Path, **options) -> None:
        self.name = " ".join(map(str, command))
        self.output, self.error = Output(), Output()
        self._changed = threading.Condition()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                                         **({"stdin": subprocess.DEVNULL} | options))
        streams = [(self._process.stdout, self.output), (self._process.stderr, self.error)]
        self._threads = [threading.Thread(target=self._read, args=stream, daemon=True) for stream in streams]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> "HostProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join()

    def __str__(self) -> str:
        said = [line.text for output in (self.output, self.error) for line in output.lines[-4:]]
        return f"{self.name} (last words: {' | '.join(said) or 'none'})"

    def wait_line(self, text: str, start: int = 0) -> Line:
        """The first line of output, from number `start` on, with this in it."""
        return self._wait(lambda: self._found(self.output, text, start), text)

    def wait_error(self, text: str, start: int = 0) -> Line:
        return self._wait(lambda: self._found(self.error, text, start), text)

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_running(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> int:
        """SIGTERM, and its exit status."""
        status = stop(self._process)
        for thread in self._threads:
            thread.join()
        return status

    @staticmethod
    def _found(output: Output, text: str, start: int) -> Line | None:
        return next((line for line in output.lines[start:] if text in line.text), None)

    def _wait(self, condition: Callable[[], Line | None], what: str, seconds: float = 30) -> Line:
        with self._changed:
            if not self._changed.wait_for(lambda: condition() is not None, seconds):
                raise GuestError(f"waited for '{what}' of {self}; gave up after {seconds:g} s")
            return condition()

    def _read(self, stream: BinaryIO, output: Output) -> None:
        while chunk := stream.read(65536):
            with self._changed:
                output.add(time.monotonic_ns(), chunk)
                self._changed.notify_all()
