# SPDX-License-Identifier: Apache-2.0
"""A whole system: the desktops of a user who is logged in, under a real service manager, with motiond as installed."""
import json
import os
from contextlib import ExitStack
from pathlib import Path

from gi.repository import Gio, GLib

from shared.report import check

from desktop.agent import Agent
from desktop.compositors import GnomeShell, KWin
from desktop.session import START, Session, until

UNIT = "app-org.motiond.ShakeToUndo.service"
_SOCKET = "wayland-0"
_OF_MANAGER = ("WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE")  # what a desktop tells the user's manager


class WholeSession(Session):
    """The session of the user that this process is in."""

    motion_bus = "system"

    def __init__(self, stack: ExitStack, built: Path, folder: Path, variables: dict[str, str]) -> None:
        self.stack, self.built, self.notes, self.folder, self.processes = stack, built, built, folder, []
        (folder / "documents").mkdir(parents=True)
        self.environment = dict(os.environ) | variables
        self.environment |= {
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={os.environ['XDG_RUNTIME_DIR']}/bus", "NO_AT_BRIDGE": "0",
            "GSK_RENDERER": "cairo", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.bus = self.connection()
        self.systemctl("set-environment", *(f"{name}={variables[name]}" for name in _OF_MANAGER))

    def start_bus(self) -> None:
        """A listener to motiond, which runs as the system starts it."""
        self.events = self.start("motionctl", "monitor", "--format", "json")
        until(self.clients, "the listener has its claim")

    def systemctl(self, *words: str, check: bool = True) -> str:
        return self.run("systemctl", "--user", *words, check=check)

    def is_active(self, unit: str) -> bool:
        return self.systemctl("is-active", unit, check=False).strip() == "active"

    def clients(self) -> int:
        said = self.run("motionctl", "status", "--format", "json", check=False)
        # motiond is started by its first client.
        return len(json.loads(said)["Clients"]) if said else 0

    def call(self, name: str, path: str, interface: str, method: str, parameters=None, system: bool = False) -> tuple:
        bus = Gio.bus_get_sync(Gio.BusType.SYSTEM) if system else self.bus
        return bus.call_sync(name, path, interface, method, parameters, None, 0, 10000, None).unpack()


class UnitAgent(Agent):
    """The agent as its package installs it: a unit of the user's manager, which starts it with the session."""

    is_prompt = False  # journalctl --follow takes its time

    def __init__(self, session: WholeSession, built: Path, *options: str) -> None:
        self._session, self._program = session, "shake-to-undo"
        self.run("set", "when=always")
        # What it explains is in the journal.
        self._explain(options)
        check(not session.is_active(UNIT), "the agent runs before the graphical session does")
        session.systemctl("start", "rig-session.target")
        self.process = session.start("journalctl", "--user", "--unit", UNIT, "--follow", "--output", "cat", "--lines", "0")
        # The lines of a journal come on the standard output.
        self.process.output, self.process.error = self.process.error, self.process.output
        self.wait_ready()

    def wait_ready(self) -> None:
        until(lambda: "yes" in next(line for line in self.run("status", check=False).splitlines() or [""]
                                    if line.startswith("hears") or not line), "the agent hears shakes")

    def _explain(self, options: tuple[str, ...]) -> None:
        folder = Path.home() / f".config/systemd/user/{UNIT}.d"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "explain.conf").write_text(
            f"[Service]\nExecStart=\nExecStart=/usr/bin/shake-to-undo run --explain {' '.join(options)}\n")
        self._session.systemctl("daemon-reload")

    @property
    def pid(self) -> int:
        return int(self._session.systemctl("show", "--property=MainPID", "--value", UNIT))


class _Whole:
    """A desktop that the user's manager runs."""

    unit = ""

    def __init__(self, stack: ExitStack, built: Path, folder: Path) -> None:
        self.session = WholeSession(stack, built, folder, {
            "XDG_SESSION_TYPE": "wayland", "GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland",
            "WAYLAND_DISPLAY": _SOCKET, "XDG_CURRENT_DESKTOP": self.variables["XDG_CURRENT_DESKTOP"]})
        # With it goes what belongs to the session.
        stack.callback(self.session.systemctl, "stop", "graphical-session.target", "rig-session.target", self.unit)
        self.session.start_bus()
        self.start()

    def start(self) -> None:
        self.session.systemctl("restart", self.unit)
        until((Path(os.environ["XDG_RUNTIME_DIR"]) / _SOCKET).exists, f"{self.name} listens", START)
        self.ready()
        self.keys = self.keyboard()
        self.type, self.press = self.keys.type, self.keys.press

    def ready(self) -> None:
        raise NotImplementedError


class WholeKWin(_Whole, KWin):
    """KWin 6.3 with its restrictions of clients, as a unit of the user's manager."""

    name = "Debian 13, KWin 6.3"
    unit = "rig-kwin.service"

    def ready(self) -> None:
        until(lambda: self.session.owns("org.kde.KWin"), "KWin is on the bus")


class WholeShell(_Whole, GnomeShell):
    """GNOME Shell 48, as a unit of the user's manager."""

    name = "Debian 13, GNOME Shell 48"
    unit = "rig-shell.service"

    def ready(self) -> None:
        until(self.answers, "GNOME Shell answers", START)
        self.wait_shell()

    def answers(self) -> bool:
        try:
            # It shows its overview when it has started up, whoever hid it before.
            return self.evaluate("Main.layoutManager._startingUp") == "false"
        except GLib.Error:
            return False  # its name is there before it is
