# SPDX-License-Identifier: Apache-2.0
"""Running commands in the guest, through the agent. The frames are described in agent.c."""
import itertools
import re
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TextIO, TypeVar

HEADER = struct.Struct("<IIIQ")
NUMBER = struct.Struct("<i")
T = TypeVar("T")


class GuestError(Exception):
    """The guest did not do in time what was waited for, or is gone."""


@dataclass(frozen=True)
class Line:
    """A line of output, and when the guest passed it on, in ns of its monotonic clock."""

    text: str
    time_ns: int
    number: int  # from 0


class Output:
    """What a process writes to one of its outputs, as it comes."""

    def __init__(self) -> None:
        self.bytes = b""
        self.lines: list[Line] = []  # whole ones
        self._partial = b""

    def add(self, time_ns: int, payload: bytes) -> list[bytes]:
        """Adds output; returns the lines that it completes."""
        self.bytes += payload
        *lines, self._partial = (self._partial + payload).split(b"\n")
        self.lines += [Line(line.decode(errors="replace"), time_ns, number)
                       for number, line in enumerate(lines, len(self.lines))]
        return lines

    @property
    def text(self) -> str:
        return self.bytes.decode(errors="replace")


class Process:
    """A process in the guest."""

    def __init__(self, guest: "Guest", number: int, name: str) -> None:
        self._guest, self._number, self.name = guest, number, name
        self.pid: int | None = None
        self.status: int | None = None  # exit status, or minus the signal
        self.output, self.error = Output(), Output()

    def __str__(self) -> str:
        """For messages: its name, whether it has ended, and what it said last."""
        ended = "" if self.status is None else f" ended with {self.status}"
        said = [line.text for output in (self.output, self.error) for line in output.lines[-4:]]
        return f"{self.name}{ended} (last words: {' | '.join(said) or 'none'})"

    def write(self, text: str) -> None:
        self._guest.send("I", self._number, text.encode())

    def close_input(self) -> None:
        self._guest.send("C", self._number)

    def signal(self, number: int) -> None:
        self._guest.send("K", self._number, NUMBER.pack(number))

    def wait_line(self, pattern: str, seconds: float = 30, start: int = 0) -> Line:
        """The first line of output, from number `start` on, in which `pattern` is found."""
        return self._wait_line(self.output, pattern, seconds, start)

    def wait_error(self, pattern: str, seconds: float = 30, start: int = 0) -> Line:
        """The same for what it says on standard error."""
        return self._wait_line(self.error, pattern, seconds, start)

    def _wait_line(self, output: Output, pattern: str, seconds: float, start: int) -> Line:
        def found() -> Line | None:
            return next((x for x in output.lines[start:] if re.search(pattern, x.text)), None)

        return self._guest.wait(found, seconds, f"a line like '{pattern}'", [self])

    def wait(self, seconds: float) -> int:
        """Its exit status, or minus the signal that ended it."""
        self._guest.wait(lambda: self.status is not None, seconds, f"the end of {self}")
        return self.status

    def stop(self, seconds: float = 20) -> int:
        """SIGTERM, and its exit status."""
        self.signal(signal.SIGTERM)
        return self.wait(seconds)

    def kill(self) -> None:
        if self.status is None:
            self.signal(signal.SIGKILL)
            self.wait(20)


class Guest:
    """The guest behind `port`. One thread of ours receives its frames; everything else waits.

    Every wait has a deadline, in seconds of the host.
    """

    def __init__(self, port: socket.socket) -> None:
        self._port = port
        self._changed = threading.Condition()
        self._numbers = itertools.count(1)
        self._processes: dict[int, Process] = {}
        self._is_ready = self._is_lost = False
        self._log: TextIO | None = None
        threading.Thread(target=self._receive, daemon=True).start()

    def wait_ready(self, seconds: float) -> None:
        self.wait(lambda: self._is_ready, seconds, "the guest to start")

    def log_to(self, log: TextIO | None) -> None:
        """Where all that goes over the port is written from now on."""
        with self._changed:
            self._log = log

    def start(self, *command: str) -> Process:
        number = next(self._numbers)
        process = Process(self, number, " ".join(command))
        with self._changed:
            self._processes[number] = process
        self.send("S", number, b"".join(argument.encode() + b"\0" for argument in command))
        self.wait(lambda: process.pid is not None, 20, f"the start of {process.name}")
        return process

    def run(self, *command: str, text: str = "", seconds: float = 20) -> Process:
        """Runs a command to its end, with `text` as its input."""
        process = self.start(*command)
        if text:
            process.write(text)
        process.close_input()
        process.wait(seconds)
        return process

    def shell(self, script: str, seconds: float = 20, what: str = "a script",
              needed: Sequence[Process] = ()) -> str:
        """The output of a script, which must succeed, and meanwhile the `needed` processes live."""
        process = self.start("sh", "-c", script)
        self.wait(lambda: process.status is not None, seconds, what, needed)
        if process.status != 0:
            raise GuestError("; ".join([process.error.text.strip(), *map(str, needed)]))
        return process.output.text

    def kill_all(self) -> None:
        for process in [p for p in self._processes.values() if p.status is None]:
            process.kill()
        self._processes.clear()

    def send(self, kind: str, number: int, payload: bytes = b"") -> None:
        with self._changed:
            self._note(kind, number, 0, payload)
        try:
            self._port.sendall(HEADER.pack(ord(kind), number, len(payload), 0) + payload)
        except OSError as error:
            raise GuestError(f"the guest is gone: {error}") from error

    def wait(self, condition: Callable[[], T], seconds: float, what: str,
             needed: Sequence[Process] = ()) -> T:
        """Waits for `condition`; gives up after `seconds`, or when one of the `needed` has ended."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                if result := condition():
                    return result
                waited = f"waited for {what}" + "".join(f"; {process}" for process in needed)
                if self._is_lost:
                    raise GuestError(f"{waited}; the guest is gone (see console.log and qemu.log)")
                if any(process.status is not None for process in needed):
                    raise GuestError(waited)
                left = deadline - time.monotonic()
                if left <= 0:
                    raise GuestError(f"{waited}; gave up after {seconds:g} s")
                self._changed.wait(left)

    def _receive(self) -> None:
        try:
            with self._port.makefile("rb") as stream:
                while len(header := stream.read(HEADER.size)) == HEADER.size:
                    kind, number, length, time_ns = HEADER.unpack(header)
                    self._process_frame(chr(kind), number, time_ns, stream.read(length))
        except OSError:
            pass
        with self._changed:
            self._is_lost = True
            self._changed.notify_all()

    def _process_frame(self, kind: str, number: int, time_ns: int, payload: bytes) -> None:
        with self._changed:
            process = self._processes.get(number)
            lines = [payload]
            if kind == "H":
                self._is_ready = True
            elif process and kind in "OE":
                output = process.output if kind == "O" else process.error
                lines = output.add(time_ns, payload)
            elif process and kind == "P":
                (process.pid,) = NUMBER.unpack(payload)
            elif process and kind == "X":
                (process.status,) = NUMBER.unpack(payload)
            for line in lines:
                self._note(kind, number, time_ns, line)
            self._changed.notify_all()

    def _note(self, kind: str, number: int, time_ns: int, payload: bytes) -> None:
        """A line in the log of the case: the clocks of host and guest, the kind, the process, what."""
        if self._log:
            host, guest = f"{time.monotonic():.3f}", f"{time_ns / 1e9:.6f}" if time_ns else ""
            self._log.write(f"{host} {guest:>13} {kind} {number:<4} {_readable(kind, payload)}\n")


def _readable(kind: str, payload: bytes) -> str:
    """What a frame carries, in a line of bounded length."""
    if kind in "KPX":
        return str(NUMBER.unpack(payload)[0])
    text = payload.replace(b"\0", b" ") if kind == "S" else payload
    if any(byte < 32 and byte not in b"\t\r\n" for byte in text):
        return f"<{len(text)} bytes>"
    line = text.decode(errors="replace").strip().replace("\n", " | ")
    return line if len(line) <= 2000 else f"{line[:1000]} ... {line[-200:]}"
