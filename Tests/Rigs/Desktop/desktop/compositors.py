# SPDX-License-Identifier: Apache-2.0
"""Wayland compositors without a screen, and a session in them."""
import json
import os
import shutil
import signal
import time
from contextlib import ExitStack
from pathlib import Path

from gi.repository import GLib

from desktop.accessible import Accessibility
from desktop.keys import Keyboard
from desktop.session import START, Session, until
from desktop.wayland import Compositor, FakeInput, VirtualKeyboard, VirtualPointer

_SOCKET = "wayland-7"
_SIZE = (1100, 760)


class Wayland:
    """A session whose programs find a compositor that `start_compositor` starts, and keys by `keyboard`."""

    name = ""
    has_x11 = False
    has_keys = True  # for other programs than the rig
    variables: dict[str, str] = {}

    def __init__(self, stack: ExitStack, built: Path, folder: Path, accessible: bool = True) -> None:
        self.session = Session(stack, built, folder, {
            "GDK_BACKEND": "wayland", "XDG_SESSION_TYPE": "wayland", "MOZ_ENABLE_WAYLAND": "1",
            "QT_QPA_PLATFORM": "wayland"} | self.variables, accessible)
        self.start()
        self.keys = self.keyboard()
        self.type, self.press = self.keys.type, self.keys.press

    def start(self) -> None:
        raise NotImplementedError

    def keyboard(self) -> Keyboard:
        raise NotImplementedError

    def client(self) -> Compositor:
        environment = self.session.environment
        compositor = Compositor(Path(environment["XDG_RUNTIME_DIR"]) / environment["WAYLAND_DISPLAY"])
        self.session.stack.callback(compositor.close)
        return compositor

    def wait_socket(self, name: str) -> None:
        until((self.session.folder / "run" / name).exists, f"{self.name} listens")
        self.session.environment["WAYLAND_DISPLAY"] = name

    def active(self) -> str:
        """The compositor says to none but its own which window is active."""
        return ""

    def wait_active(self, window_class: str) -> str:
        return window_class

    def exists(self, window: str) -> bool:
        return False

    def fill(self) -> None:
        """Windows are as large as the screen by themselves."""


class Sway(Wayland):
    """The family of wlroots: windows and keyboards by protocols of its own."""

    name = "Wayland (sway)"
    variables = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                 "XDG_CURRENT_DESKTOP": "sway"}
    size = _SIZE

    def start(self) -> None:
        settings = self.session.folder / "config/sway"
        settings.write_text("xwayland disable\ndefault_border none\nfocus_on_window_activation focus\n"
                            f"output HEADLESS-1 resolution {self.size[0]}x{self.size[1]}\n")
        self.session.start("sway", "-c", settings)
        sockets = self.session.folder / "run"
        self.session.environment["SWAYSOCK"] = str(until(lambda: next(sockets.glob("sway-ipc.*"), None), "sway listens"))
        self.wait_socket(until(lambda: next((each.name for each in sockets.glob("wayland-?")), ""), "sway listens"))
        self.session.start_bus()

    def keyboard(self) -> Keyboard:
        self.mouse = VirtualPointer(self.client(), *self.size)
        return Keyboard(VirtualKeyboard(self.client()).send)

    def active(self) -> str:
        return next((str(node["id"]) for node in self._windows() if node["focused"]), "")

    def wait_active(self, window_class: str) -> str:
        def is_active() -> str:
            return next((str(node["id"]) for node in self._windows() if node["focused"] and
                         window_class.lower() in (node.get("app_id") or "").lower()), "")

        return until(is_active, f"a window of {window_class} is active", START)

    def exists(self, window: str) -> bool:
        return any(str(node["id"]) == window for node in self._windows())

    def title(self) -> str:
        """The title of the active window."""
        return next((node["name"] or "" for node in self._windows() if node["focused"]), "")

    def stack(self) -> None:
        """Shows the active window alone, and each that comes after it."""
        self.session.run("swaymsg", "layout", "tabbed")

    def focus(self, window: str) -> None:
        """Gives a window the focus, whatever has it after that."""
        self.session.run("swaymsg", f"[con_id={window}]", "focus")

    def activate(self, window: str) -> None:
        self.focus(window)
        until(lambda: self.active() == window, f"window {window} is active")

    def is_locked(self) -> bool:
        return not self.active()

    def unlock(self, locker) -> None:
        """As with the password; one that is killed leaves the screen locked."""
        os.kill(locker.pid, signal.SIGUSR1)
        until(lambda: self.active(), "the window is active again")

    def picture(self, path: Path) -> None:
        self.session.run("grim", path)

    def drag(self, start: tuple[int, int], *points: tuple[int, int]) -> None:
        """Draws a line with the mouse."""
        self.mouse.move(*start)
        self.mouse.button(True)
        for point in points:
            # A program that gets two motions at once draws from the first to the last.
            time.sleep(0.05)
            self.mouse.move(*point)
        time.sleep(0.05)
        self.mouse.button(False)
        # Beside what was drawn: the pointer is in the picture, too.
        self.mouse.move(start[0] - 60, start[1])

    def click(self, x: int, y: int) -> None:
        self.drag((x, y))

    def dark(self, x: int, y: int, width: int, height: int) -> int:
        """How many pixels of a part of the screen are dark: a line that was drawn."""
        said = self.session.run("sh", "-c", f"grim -g '{x},{y} {width}x{height}' - | convert png:- "
                                "-colorspace Gray -threshold 50% -format '%[fx:round(w*h*(1-mean))]' info:")
        return int(said)

    def _windows(self) -> list[dict]:
        waiting, windows = [json.loads(self.session.run("swaymsg", "-t", "get_tree", "-r"))], []
        while waiting:
            node = waiting.pop()
            waiting += node["nodes"] + node["floating_nodes"]
            if "app_id" in node:
                windows.append(node)
        return windows


class Phosh(Sway):
    """Phosh, the shell of phones, in phoc, whose screen is a window of sway: alone, without input devices, phoc has no seat,
    and phosh ends."""

    name = "Wayland (Phosh)"
    size = (540, 1000)

    def start(self) -> None:
        super().start()
        session, self._host = self.session, self.client()
        outer = session.environment["WAYLAND_DISPLAY"]
        settings = session.folder / "config/phoc.ini"
        settings.write_text("[core]\nxwayland=false\n[output:WL-1]\nscale=1\n")
        sockets = session.folder / "run"
        former = set(sockets.glob("wayland-?"))
        session.start("phoc", "-C", settings, environment={"WLR_BACKENDS": "wayland", "WAYLAND_DISPLAY": outer})
        inner = until(lambda: next(iter(set(sockets.glob("wayland-?")) - former), None), "phoc listens")
        session.environment |= {"WAYLAND_DISPLAY": inner.name, "XDG_CURRENT_DESKTOP": "Phosh:GNOME"}
        self._outer = outer
        # phoc has a keyboard and a pointer once its host has.
        self.keyboard()
        self.shell = session.start("/usr/libexec/phosh", "--unlocked")
        until(lambda: session.owns("org.freedesktop.Notifications"), "Phosh shows notifications", START)
        # Below all others: when the last window is closed, Phosh shows its overview, over a program that starts just then.
        session.start("pluma", environment={"TMPDIR": str(session.folder)})
        until(lambda: Accessibility(session).with_role(session.processes[-1].pid, "frame"), "a window is there", START)

    def client(self) -> Compositor:
        return self._host if hasattr(self, "_host") else super().client()

    def wait_active(self, window_class: str) -> str:
        return window_class

    def exists(self, window: str) -> bool:
        return False

    def picture(self, path: Path) -> None:
        self.session.run("env", f"WAYLAND_DISPLAY={self._outer}", "grim", path)


class Mutter(Wayland):
    """GNOME's compositor alone: which window is active is known by accessibility only."""

    name = "Wayland (mutter)"
    variables = {"XDG_CURRENT_DESKTOP": "GNOME"}
    command = ("mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor", "1100x760",
               "--wayland-display", _SOCKET)

    def start(self) -> None:
        self.session.environment["WAYLAND_DISPLAY"] = _SOCKET
        self.session.start_bus()
        self.session.start(*self.command)
        self.wait_socket(_SOCKET)
        until(lambda: self.session.owns("org.gnome.Mutter.RemoteDesktop"), f"{self.name} is on the bus")

    def keyboard(self) -> Keyboard:
        path = self._call("/org/gnome/Mutter/RemoteDesktop", "", "CreateSession")[0]
        self._call(path, ".Session", "Start")
        # Mutter loses keys that come within its frame.
        keyboard = Keyboard(lambda code, is_down: self._call(
            path, ".Session", "NotifyKeyboardKeycode", GLib.Variant("(ub)", (code, is_down))), 0.02)
        # The first key plugs it in; without a keyboard no window gets the focus.
        keyboard.press("shift")
        return keyboard

    def _call(self, path: str, interface: str, method: str, parameters: GLib.Variant | None = None) -> tuple:
        name = "org.gnome.Mutter.RemoteDesktop"
        return self.session.bus.call_sync(name, path, name + interface, method, parameters, None, 0, -1,
                                          None).unpack()


class KWin(Wayland):
    """KDE's compositor."""

    name = "Wayland (KWin)"
    variables = {"XDG_CURRENT_DESKTOP": "KDE", "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1", "KWIN_COMPOSE": "Q",
                 "QT_QPA_PLATFORM": "wayland"}
    size = (1100, 760)

    def start(self) -> None:
        self.session.environment["WAYLAND_DISPLAY"] = _SOCKET
        self.session.start_bus()
        # A copy has no file capabilities, which not each container lets a program have.
        program = shutil.copy(shutil.which("kwin_wayland"), self.session.folder)
        width, height = map(str, self.size)
        self.session.start(program, "--virtual", "--no-lockscreen", "--no-global-shortcuts", "--width", width,
                           "--height", height, "--socket", _SOCKET, environment={"QT_QPA_PLATFORM": ""})
        self.wait_socket(_SOCKET)
        until(lambda: self.session.owns("org.kde.KWin"), "KWin is on the bus")
        # A desktop starts accessibility with the session, and GTK's programs do; Qt's do not.
        Accessibility(self.session)
        # Plasma 6.1 and later.
        said = self.session.run("gdbus", "introspect", "--session", "-d", "org.kde.KWin", "-o",
                                "/org/kde/KWin/EIS/RemoteDesktop", check=False)
        self.has_keys = "connectToEIS" in said

    def keyboard(self) -> Keyboard:
        self._input = until(self._fake_input, "KWin has the input for tests", START)
        return Keyboard(self._input.send)

    def _fake_input(self) -> FakeInput | None:
        try:
            return FakeInput(self.client())
        except AssertionError:
            return None  # KWin opens its socket before it has all it offers

    def touch(self, *places: int | tuple[int, int]) -> None:
        """Touches the screen, and moves the finger on to other places."""
        self._input.touch(*places)


class KWinPhone(KWin):
    """The same on the screen of a phone, which each window fills."""

    name = "Wayland (KWin), a phone's touch screen"
    size = (360, 720)

    def start(self) -> None:
        config = self.session.folder / "config/kwinrc"
        config.write_text("[Windows]\nPlacement=Maximizing\nBorderlessMaximizedWindows=true\n")
        super().start()


class GnomeShell(Mutter):
    """GNOME with its shell, which shows the questions itself."""

    name = "Wayland (GNOME Shell)"
    command = ("gnome-shell", "--headless", "--wayland", "--no-x11", "--virtual-monitor", "1100x760",
               "--wayland-display", _SOCKET, "--unsafe-mode")

    def start(self) -> None:
        # The shell asks logind for its session: a stand-in on a bus of its own is there to answer.
        bus = f"unix:path={self.session.folder}/system-bus"
        self.session.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus
        self.session.start("dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address={bus}").wait_line("")
        self.session.start("/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind")
        super().start()
        self.wait_shell()

    def wait_shell(self) -> None:
        until(lambda: self.session.owns("org.gnome.Shell"), "GNOME Shell is on the bus", START)
        self.session.bus.call_sync("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "StartServiceByName",
                                   GLib.Variant("(su)", ("org.gnome.Shell.Notifications", 0)), None, 0, -1, None)
        until(lambda: self.session.owns("org.freedesktop.Notifications"), "GNOME Shell shows notifications")
        # It begins with its overview, which has the focus, and which cannot be hidden before it is there.
        until(lambda: self.evaluate("Main.layoutManager._startingUp") == "false", "GNOME Shell has started", START)
        until(lambda: self.evaluate("Main.overview.hide(); Main.overview.visible") == "false", "the overview is gone")

    def evaluate(self, script: str) -> str:
        """What a script says in the shell, in unsafe mode."""
        worked, said = self.session.bus.call_sync(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (script,)), None, 0,
            -1, None).unpack()
        if not worked:
            raise AssertionError(f"GNOME Shell could not run {script}: {said}")
        return said.strip('"')

    def picture(self, path: Path) -> None:
        name = "org.gnome.Shell.Screenshot"
        self.session.bus.call_sync(name, "/org/gnome/Shell/Screenshot", name, "Screenshot",
                                   GLib.Variant("(bbs)", (False, False, str(path))), None, 0, -1, None)
