# SPDX-License-Identifier: Apache-2.0
"""An X server without a screen, and a window manager that says which window is active."""
from contextlib import ExitStack
from pathlib import Path

from desktop.session import START, Session, end, until


class X11:
    """Xvfb, openbox and a session in them; keys and the mouse come from xdotool."""

    name = "X11 (Xvfb, openbox)"
    has_x11 = has_keys = True

    def __init__(self, stack: ExitStack, built: Path, folder: Path, accessible: bool = True,
                 size: str = "1100x760") -> None:
        self.session = Session(stack, built, folder, {"GDK_BACKEND": "x11", "XDG_SESSION_TYPE": "x11"}, accessible)
        server = self.session.start("Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset")
        self.session.environment["DISPLAY"] = ":" + server.wait_line("").text
        self.session.start_bus()
        self.session.start("openbox", "--config-file", self._openbox())
        until(lambda: "window id" in self.session.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK", check=False),
              "openbox manages windows")

    def active(self) -> str:
        """The active window: a number; empty without one."""
        return self.session.run("xdotool", "getactivewindow", check=False).strip()

    def wait_active(self, window_class: str) -> str:
        """Waits for a window of this class, or this title, to be active."""

        def is_active() -> str:
            window = self.active()
            said = self.session.run("xprop", "-id", window, "WM_CLASS", "WM_NAME", check=False) if window else ""
            return window if window_class.lower() in said.lower() else ""

        return until(is_active, f"a window of {window_class} is active", START)

    def title(self) -> str:
        """The title of the active window."""
        return self.session.run("xdotool", "getactivewindow", "getwindowname", check=False).strip()

    def is_locked(self) -> bool:
        return "i3lock" in until(self._windows, "the windows are listed")

    def unlock(self, locker) -> None:
        end(locker)

    def exists(self, window: str) -> bool:
        return "= " in self.session.run("xprop", "-id", window, "WM_CLASS", check=False)

    def stack(self) -> None:
        """Windows lie on each other by themselves."""

    def focus(self, window: str) -> None:
        """Gives a window the focus, whatever has it after that."""
        self.session.run("xdotool", "windowactivate", "--sync", window)

    def activate(self, window: str) -> None:
        self.session.run("xdotool", "windowactivate", window)
        until(lambda: self.active() == window, f"window {window} is active")

    def type(self, text: str) -> None:
        self.session.run("xdotool", "type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        self.session.run("xdotool", "key", "--delay", "4", *keys)

    def drag(self, start: tuple[int, int], *points: tuple[int, int]) -> None:
        """Draws a line with the mouse."""
        moves = [word for x, y in points for word in ("mousemove", str(x), str(y), "sleep", "0.05")]
        self.session.run("xdotool", "mousemove", *map(str, start), "sleep", "0.05", "mousedown", "1",
                         *moves, "mouseup", "1")

    def click(self, x: int, y: int) -> None:
        self.session.run("xdotool", "mousemove", str(x), str(y), "click", "1")

    def fill(self) -> None:
        """Makes the active window as large as the screen."""
        self.session.run("xdotool", "getactivewindow", "windowmove", "0", "0", "windowsize", "1100", "740")

    def copied(self) -> str:
        """All text of the window, by way of the clipboard: selects it."""
        # It stays to hand the text out, and would hold the pipe of its output open.
        self.session.run("sh", "-c", "echo nothing copied | xclip -i -selection clipboard >/dev/null 2>&1")
        self.press("ctrl+a", "ctrl+c")

        def copied() -> str:
            text = self.session.run("xclip", "-o", "-selection", "clipboard", check=False)
            return text if text != "nothing copied\n" else ""

        return until(copied, "the text is on the clipboard")

    def picture(self, path: Path) -> None:
        self.session.run("import", "-window", "root", "+dither", "-colors", "128", "-strip", path)

    def dark(self, x: int, y: int, width: int, height: int) -> int:
        """How many pixels of a part of the screen are dark: a line that was drawn."""
        # Once more, as xwd fails when a window closes meanwhile.
        picture = "xwd -silent -root || xwd -silent -root"
        said = self.session.run("sh", "-c", f"({picture}) 2>/dev/null | convert xwd:- -crop {width}x{height}+{x}+{y} "
                                "-colorspace Gray -threshold 50% -format '%[fx:round(w*h*(1-mean))]' info:")
        return int(said)

    def _windows(self) -> str:
        """The windows and their names; empty if one closes meanwhile."""
        try:
            return self.session.run("xwininfo", "-root", "-tree")
        except AssertionError:
            return ""

    def _openbox(self) -> Path:
        """No menus, and each window maximized beside the place of notifications."""
        path = self.session.folder / "config/openbox.xml"
        path.write_text('<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc">'
                        "<focus><focusNew>yes</focusNew></focus></openbox_config>")
        return path
