# SPDX-License-Identifier: Apache-2.0
"""The window of shake-to-undo's settings, by keyboard and accessibility alone, as one works it who does not see it."""
import re
from collections.abc import Callable
from math import pi, sin

from gi.repository import GLib

from shared.report import Outcome, Skipped, check

from desktop.accessible import Accessibility, Control
from desktop.bench import Bench
from desktop.programs import Mousepad
from desktop.session import START, end, until

# Each control by its role, as GTK calls it, and its name in English.
_CONTROLS = {
    ("switch", "Shakes undo"), ("button", "Pause for an hour"), ("switch", "Ask before each undo"), ("switch", "On a laptop, too"),
    ("slider", "How hard to shake"), ("text box", "Name of a program"), ("button", "Do nothing there"),
    ("button", "Send it Ctrl+Z"), ("button", "Look again")}
_WORKED = {role for role, _ in _CONTROLS}
_NARROW = 360
_MANY = 40  # more than there are controls


class Window:
    """The window, with an environment of its own."""

    def __init__(self, bench: Bench, **environment: str) -> None:
        self.bench, self.session, self.desktop = bench, bench.session, bench.desktop
        program = self.session.built / "shake-to-undo-settings"
        if not program.is_file():
            raise Skipped("shake-to-undo-settings is not built")
        clients = self.session.clients()
        self.process = self.session.start(program, environment={"MOTIOND_BUS": "session"} | environment)
        self._accessibility = Accessibility(self.session)
        until(lambda: any(each.is_usable for each in self.controls() if each.role == "slider"), "the window has its settings", START)
        until(lambda: self.session.clients() >= clients + 2, "the window hears shakes")

    def controls(self) -> list[Control]:
        try:
            return self._accessibility.controls(self.process.pid)
        except GLib.Error:
            return []  # changes meanwhile

    def control(self, name: str) -> Control:
        """A control of this name, once it is there."""
        return until(lambda: next((each for each in self.controls() if each.name == name and each.role in _WORKED), None),
                     f"the window has '{name}'")

    def texts(self) -> list[str]:
        return [each.name for each in self.controls() if each.role == "label"]

    def wait_text(self, pattern: str) -> None:
        until(lambda: any(re.search(pattern, text) for text in self.texts()), f"the window says '{pattern}'")

    def focus(self, name: str) -> None:
        """Goes to a control by the Tab key."""
        for _ in range(_MANY):
            focused = self._focused()
            if focused == name:
                return
            self.desktop.press("Tab")
            until(lambda: self._focused() not in ("", focused), f"Tab leaves '{focused}'")
        raise AssertionError(f"Tab does not reach '{name}'")

    def press(self, name: str, key: str = "space") -> None:
        self.focus(name)
        self.desktop.press(key)

    def touch(self, name: str, part: float = 0.5) -> None:
        """Touches a control at this part of its width, once a finger has moved it into view."""
        wide, high = self.desktop.size
        middle = wide // 2
        for _ in range(_MANY):
            left, top, width, height = self.control(name).place
            if 10 < top + height / 2 < high - 10:
                return self.desktop.touch(int(left + part * width), int(top + height / 2))
            step = -1 if top + height / 2 >= high - 10 else 1
            self.desktop.touch(middle, high // 2, *((middle, high // 2 + step * 20 * each) for each in range(1, 8)))
            until(lambda: self.control(name).place[1] != top, f"'{name}' moves with the finger")
        raise AssertionError(f"no finger moves '{name}' into view")

    def value(self, name: str) -> float:
        return self._accessibility.value(self.control(name).node)

    def setting(self, name: str) -> str:
        """A setting as the agent's program prints it."""
        return re.search(rf"^#?{name}=(.*)$", self.bench.agent.run("set"), re.M)[1]

    def wait_setting(self, name: str, value: str) -> None:
        until(lambda: self.setting(name) == value, f"the setting {name} is {value}")

    def close(self) -> None:
        end(self.process)
        until(lambda: not self.process.is_running(), "the window is closed")

    def _focused(self) -> str:
        return next((each.name for each in self.controls() if each.has_focus and each.role in _WORKED), "")


def worked(bench: Bench) -> Outcome:
    """Each control has name, role and state, and changes its setting by keys alone."""
    window = Window(bench)
    try:
        found = {(each.role, each.name) for each in window.controls()}
        check(_CONTROLS <= found, f"no {sorted(_CONTROLS - found)}; there are {sorted(found)}")
        check(not [each for each in window.controls() if each.role in _WORKED and not each.name], "a control has no name")
        _switches(window, window.press)
        _changes_meanwhile(window)
        _pause(window)
        _strength(window)
        _programs(window)
        _shakes(window)
        _rests(window)
        window.wait_text("All that was looked at works|No question is shown|A tap on|Accessibility is off|No key can be sent")
    finally:
        window.close()
    return Outcome("Tab, Space and letters", "on, off, pause, ask, sensitivity, ignore, keys; names, roles, states")


def touched(bench: Bench) -> Outcome:
    """The same by a finger alone on the screen of a phone; its own keyboard would type the name of a program."""
    window = Window(bench)
    try:
        _switches(window, window.touch)
        window.touch("Pause for an hour")
        window.wait_text(r"Paused until \d")
        window.touch("End the pause")
        window.wait_text("A shake undoes in the program")
        window.touch("How hard to shake", 0.9)
        until(lambda: window.setting("sensitivity") not in ("default", "0.5"), "the finger sets the sensitivity")
        window.touch("As by default")
        window.wait_setting("sensitivity", "default")
        window.touch("Name of a program")
        until(lambda: window.control("Name of a program").has_focus, "the finger gives the field the focus")
        bench.desktop.type("gimp")
        window.touch("Do nothing there")
        window.wait_setting("ignore", "gimp")
        window.touch("Remove gimp")
        window.wait_setting("ignore", "")
        window.touch("Look again")
        window.wait_text("Looking")
        bench.picture("window-finger")
    finally:
        window.close()
    return Outcome(f"a finger on {bench.desktop.size[0]} points", "on, off, pause, ask, sensitivity, ignore, look again")


def _switches(window: Window, work: Callable[[str], None]) -> None:
    for name, setting, words in (("Shakes undo", "enabled", ("no", "yes")), ("Ask before each undo", "ask", ("never", "always")),
                                 ("On a laptop, too", "when", ("tablet", "always"))):
        check(window.control(name).is_checked, f"{name} is not on")
        for word in words:
            work(name)
            window.wait_setting(setting, word)
            until(lambda: window.control(name).is_checked == (word == words[1]), f"{name} shows {word}")


def _changes_meanwhile(window: Window) -> None:
    """A press counts also where the agent changes within the 100 ms of the switch's animation."""
    window.focus("Ask before each undo")
    for word, pause in (("never", "60"), ("always", "0")):
        window.desktop.press("space")
        window.bench.agent.run("pause", pause)
        window.wait_setting("ask", word)


def _pause(window: Window) -> None:
    window.press("Pause for an hour")
    window.wait_text(r"Paused until \d")
    window.press("End the pause")
    window.wait_text("A shake undoes in the program")


def _strength(window: Window) -> None:
    before = window.value("How hard to shake")
    window.press("How hard to shake", "Right")
    window.wait_setting("sensitivity", f"{before + 0.05:g}")
    window.wait_text("Sensitivity: 55 %")
    window.press("As by default")
    window.wait_setting("sensitivity", "default")


def _shakes(window: Window) -> None:
    """A hard shake counts. A gentle one does not, and the window says what would let it, and does that."""
    window.session.shake()
    window.wait_text(r"^\d+:\d+: \d+ swings in [\d.]+ s, up to [\d.]+ m/s²$")
    window.wait_text("^Counts")
    window.session.feed(_gentle())
    window.wait_text("^Does not count: ")
    button = until(lambda: next((each.name for each in window.controls() if each.name.startswith("Let such shakes count")), ""),
                   "the window says what would let a gentle shake count")
    window.bench.picture(f"window-{window.desktop.name.strip('()').split()[-1].strip('()')}-shakes")
    window.press(button)
    window.wait_setting("sensitivity", f"{int(re.search(r'[0-9]+', button)[0]) / 100:g}")
    window.bench.agent.run("set", "sensitivity=default")


def _rests(window: Window) -> None:
    """While another window has the focus, the device is not sampled for this one."""
    clients = window.session.clients()
    window.bench.open(Mousepad)
    until(lambda: window.session.clients() == clients - 2, "the window releases its claims")
    window.bench.clear()
    until(lambda: window.session.clients() == clients, "the window claims shakes again")


def _gentle() -> list[tuple[float, float, float]]:
    """Six seconds of readings at 100 Hz, with a second back and forth that medium sensitivity finds too gentle."""
    return [(9.5 * sin(pi * step / 10) if 200 <= step < 300 else 0, 0, 9.81) for step in range(600)]


def _programs(window: Window) -> None:
    for setting, button, name in (("ignore", "Do nothing there", "gimp"), ("keys", "Send it Ctrl+Z", "kate")):
        window.focus("Name of a program")
        window.desktop.type(name)
        window.press(button)
        window.wait_setting(setting, name)
        window.wait_text(f"^{name}: ")
        window.press(f"Remove {name}")
        window.wait_setting(setting, "")


def advised(bench: Bench) -> Outcome:
    """Where dunst closes a question at a tap, the window says so, and copies the line that changes that."""
    window = Window(bench)
    try:
        window.wait_text("A tap on dunst's card does not answer. Write mouse_left_click=do_action into ~/.config/dunst/dunstrc")
        bench.picture("window-dunst")
        window.press("Copy the line")
        read = ("xclip", "-o", "-selection", "clipboard")
        until(lambda: window.session.run(*read, check=False) == "mouse_left_click=do_action", "the line is on the clipboard")
    finally:
        window.close()
    return Outcome("dunst, a button of the window", "what does not work, and the line for it on the clipboard")


def narrow(bench: Bench) -> Outcome:
    """In both languages and both colors: the window is 360 points wide, and nothing in it is wider or cut."""
    for language in ("en", "de"):
        for scheme in ("default", "prefer-dark"):
            bench.session.run("gsettings", "set", "org.gnome.desktop.interface", "color-scheme", scheme)
            window = Window(bench, LANGUAGE=language)
            try:
                said = "Pause for an hour" if language == "en" else "Eine Stunde Pause"
                window.control(said)
                window.session.feed(_gentle())
                window.wait_text(r": 10 .* m/s²")
                until(lambda: any(each.role == "button" and "%" in each.name for each in window.controls()),
                      "the window says what sensitivity lets that count")
                inside = [each for each in window.controls() if each.role in _WORKED | {"label"} and each.place[2]]
                wide = [each for each in inside if each.place[0] < 0 or each.place[0] + each.place[2] > _NARROW]
                check(bool(inside) and not wide, f"beyond {_NARROW} points: {[(each.name, each.place) for each in wide]}")
                # A square in the window, wherever the window manager has put it.
                shown = bench.session.run("xdotool", "getactivewindow", "getwindowgeometry", "--shell").splitlines()
                corner = dict(line.split("=") for line in shown)
                square = int(corner["X"]) + 80, int(corner["Y"]) + 230, 200, 200
                until(lambda: (bench.desktop.dark(*square) > 200 ** 2 / 2) == (scheme == "prefer-dark"),
                      f"the colors of {scheme} in most of the window")
                bench.picture(f"window-{language}-{scheme}")
            finally:
                window.close()
    return Outcome("English and German, light and dark", f"all is within {_NARROW} points")
