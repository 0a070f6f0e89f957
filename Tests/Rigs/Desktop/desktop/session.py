# SPDX-License-Identifier: Apache-2.0
"""A session: folders and a bus of its own, motiond on it, and what is started there."""
import json
import os
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

from gi.repository import Gio

from shared.process import HostProcess

DEADLINE = 20.0  # s; what a desktop or a program is given to do something
START = 120.0  # s; what a program is given to start for the first time
_KEPT = ("PATH", "TERM", "TZ")
_SETTINGS = """[org/gnome/desktop/interface]
toolkit-accessibility={accessible}
enable-animations=false
[org/gnome/desktop/peripherals/keyboard]
repeat=false
[org/gnome/gedit/preferences/editor]
auto-save=false
[org/xfce/mousepad/preferences/file]
autosave-timer=uint32 0
session-restore='never'
[org/xfce/mousepad/preferences/window]
path-in-title=false
"""


def until(condition, what: str, seconds: float = DEADLINE):
    """The first value of `condition` that is not false; asks again for at most `seconds`."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds:g} s")
        time.sleep(0.004)
    return value


def end(process: HostProcess) -> None:
    """Kills a process and those that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def unmount(folder: Path) -> None:
    """Unmounts what killed programs of a session, such as a portal for documents, left mounted below `folder`."""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        if (place := line.split()[1]).startswith(f"{folder}/"):
            subprocess.run(["fusermount3", "-u", "-z", place], check=False)


class Session:
    """Folders, a bus, motiond with an accelerometer that rests, and a listener to its events."""

    motion_bus = "session"

    def __init__(self, stack: ExitStack, built: Path, folder: Path, environment: dict[str, str],
                 accessible: bool = True) -> None:
        self.stack, self.built, self.folder = stack, built, folder
        self.notes = built  # the folder of ShakeNotes
        shutil.rmtree(folder, ignore_errors=True)
        stack.callback(unmount, folder)
        for name in ("home", "run", "config/glib-2.0/settings", "data", "cache", "documents"):
            (folder / name).mkdir(parents=True)
        (folder / "run").chmod(0o700)
        (folder / "config/glib-2.0/settings/keyfile").write_text(
            _SETTINGS.format(accessible=str(accessible).lower()))
        self.environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | {
            "HOME": str(folder / "home"), "XDG_RUNTIME_DIR": str(folder / "run"),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "data"),
            "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "keyfile", "GSK_RENDERER": "cairo",
            "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "0"} | environment
        self.processes: list[HostProcess] = []

    def start_bus(self) -> None:
        """The bus, with what the environment is by now, and motiond on it."""
        daemon = self.start("dbus-daemon", "--session", "--nofork", "--print-address=1")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.wait_line("unix:").text
        self.bus = self.connection()
        readings = self.folder / "readings"
        os.mkfifo(readings)
        # Readings at rest that never end: the accelerometer of a device on a table.
        keeper = os.open(readings, os.O_RDWR)
        self.stack.callback(os.close, keeper)
        os.write(keeper, b"timestamp_ns,x,y,z\n0,0,0,9.81\n")
        self._readings, self._reading = keeper, 0
        self.motiond = self.start(self.built / "motiond", "--bus", "session", "--source", "-",
                                  stdin=os.open(readings, os.O_RDONLY))
        until(lambda: self.owns("org.motiond.Motion1"), "motiond is on the bus")
        self.events = self.start(self.built / "motionctl", "monitor", "--bus", "session", "--format", "json")
        until(lambda: self.clients(), "the listener has its claim")

    def feed(self, readings: list[tuple[float, float, float]]) -> None:
        """Readings of the accelerometer at 100 Hz, all at once."""
        lines = []
        for x, y, z in readings:
            self._reading += 10_000_000
            lines.append(f"{self._reading},{x:.3f},{y:.3f},{z:.3f}\n")
        os.write(self._readings, "".join(lines).encode())

    def start(self, *command: str | Path, environment: dict[str, str] | None = None, **options) -> HostProcess:
        """A process of the session, which is killed with it."""
        process = HostProcess(*map(str, command), env=self.environment | (environment or {}),
                              cwd=self.folder / "documents", start_new_session=True, **options)
        self.stack.enter_context(process)
        self.stack.callback(end, process)
        self.processes.append(process)
        return process

    def run(self, *command: str | Path, check: bool = True, text: str | None = None) -> str:
        """A command to its end: what it printed."""
        done = subprocess.run([str(word) for word in command], env=self.environment, input=text, text=True,
                              capture_output=True, timeout=DEADLINE, cwd=self.folder / "documents")
        if check and done.returncode:
            raise AssertionError(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.returncode}")
        return done.stdout

    def connection(self) -> Gio.DBusConnection:
        flags = Gio.DBusConnectionFlags
        return Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)

    def names(self) -> list[str]:
        """The names on the bus."""
        return self.bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames", None, None, 0,
                                  -1, None).unpack()[0]

    def owns(self, name: str) -> bool:
        """Whether `name` is on the bus."""
        return name in self.names()

    def clients(self) -> int:
        return len(json.loads(self.run(self.built / "motionctl", "status", "--bus", "session", "--format",
                                       "json"))["Clients"])

    def shake(self, motion: str = "shake") -> int:
        """A simulated shake, to its end: when it ended, in ns of the host's monotonic clock."""
        seen = len(self.events.output.lines)
        self.run(self.built / "motionctl", "simulate", motion, "--bus", self.motion_bus)
        self.began = self.events.wait_line('"phase":"began"', seen).time_ns
        return self.events.wait_line('"phase":"ended"', seen).time_ns
