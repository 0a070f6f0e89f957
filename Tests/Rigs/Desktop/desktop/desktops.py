# SPDX-License-Identifier: Apache-2.0
"""The desktops, and which cases each has."""
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from shared.report import Case, Skipped

from desktop import cases, settings_window, table, windows
from desktop.agent import Agent
from desktop.bench import Bench
from desktop.compositors import GnomeShell, KWin, KWinPhone, Mutter, Phosh, Sway
from desktop.programs import FIELDS, NAMED, ChromiumDefault, ChromiumPassword, ChromiumTerminal, Field
from desktop.questions import Dunst, Notifications, PhoshBanner, ShellBanner, TouchedDunst
from desktop.x11 import X11


@dataclass(frozen=True)
class Plan:
    """A desktop, the programs it needs, and its cases."""

    key: str
    name: str
    start: Callable
    needed: dict[str, str]  # programs of the desktop, and their packages
    cases: dict[str, Case]
    shown_by: type | None = None  # the server of notifications, if it is not the rig's own
    brief: tuple[str, ...] = ()  # the names of the cases of the short run
    is_short: bool = False
    agent: type[Agent] = Agent

    def only(self, names: list[str]) -> "Plan":
        return replace(self, cases={name: case for name, case in self.cases.items() if name in names})

    def short(self) -> "Plan":
        return replace(self.only(list(self.brief)), is_short=True)


def bench(plan: Plan, stack: ExitStack, built: Path, folder: Path, output: Path) -> Bench:
    """Starts a desktop, the agent in it, and a server for its questions."""
    for program, package in plan.needed.items():
        if not shutil.which(program):
            raise Skipped(f"{program} is missing: apt-get install {package}")
    desktop = plan.start(stack, built, folder / "s")
    notifications = plan.shown_by(desktop) if plan.shown_by else Notifications(desktop.session)
    stack.callback(notifications.close)
    return Bench(desktop, plan.agent(desktop.session, built), notifications, output, plan.is_short)


def _undone(*names: str) -> dict[str, Case]:
    return {name: cases.undone(NAMED[name]) for name in names}


_X11 = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool", "xprop": "x11-utils", "xwd": "x11-apps",
                "import": "imagemagick"}
_NOTHING = {"nothing to undo, mousepad": cases.nothing_to_undo(NAMED["mousepad"])}
_FOCUS = {"the focus moves": cases.focus_moves, "killed, then another": cases.ends_before_answer,
          "stopped, then another": cases.stops_before_answer, "hanging, then another": cases.stopped_at_shake}
_CHROMIUM = {
    "password in Chromium": cases.left_alone(ChromiumPassword, "a password field of a page"),
    "password in Chromium without accessibility": cases.left_alone(ChromiumDefault, "a password field of a page"),
    "terminal in Chromium": cases.left_alone(ChromiumTerminal, "a terminal of a page")}
_WINDOW = {"window": settings_window.worked}
_FIELDS = {f"field of {name}": cases.in_field(*each) for name, each in FIELDS.items()}
DESKTOPS = {plan.key: plan for plan in (
    Plan("x11", X11.name, X11,
         _X11,
         _undone("mousepad", "gedit", "Writer", "Firefox", "Chromium", "Inkscape", "Xournal++") | {
             "layouts": cases.layouts,
             "Kate": cases.undone_if_allowed(NAMED["Kate"]), "Emacs": cases.undone_if_allowed(NAMED["Emacs"]),
             "xterm": cases.terminal, "ShakeNotes": cases.claims_itself,
             "nothing to undo, gedit": cases.nothing_to_undo(NAMED["gedit"]),
             "nothing to undo, Inkscape": cases.nothing_to_undo(NAMED["Inkscape"]),
             "keyboard grabbed": cases.behind_a_grab, "i3lock": cases.locked, "picom": cases.composited,
             "field of zenity": cases.left_alone(Field, "a field of one line"), "redo": cases.redo,
             "without buttons": cases.without_buttons} | _FIELDS
         | _CHROMIUM | _NOTHING | _FOCUS | {
             "no key for one that hangs, Emacs": cases.hung_gets_no_key, "in a row": cases.many, "idle": cases.idle}
         | windows.CASES | table.SILENT | _WINDOW | {"narrow": settings_window.narrow},
         None,
         ("mousepad", "gedit", "xterm", "ShakeNotes", "nothing to undo, mousepad", "keyboard grabbed", "i3lock", *_CHROMIUM,
          "redo", "the focus moves", "stopped, then another", "idle", "window", "narrow", *windows.BRIEF)),
    Plan("dunst", "X11 with dunst", lambda *place: X11(*place, size="760x500"), _X11 | {"dunst": "dunst"},
         _undone("mousepad") | {"pictures": cases.pictures, "advice": settings_window.advised}, Dunst),
    Plan("sway", Sway.name, Sway, {"sway": "sway", "grim": "grim", "convert": "imagemagick"},
         _undone("mousepad", "gedit", "Text Editor", "Writer", "Firefox", "Chromium", "Inkscape", "Xournal++") | {
             "Kate": cases.undone_if_allowed(NAMED["Kate"]), "foot": cases.terminal,
             "swaylock": cases.locked, "redo": cases.redo,
             "Qt 5": cases.undone(NAMED["FeatherPad"]), "KWrite": cases.undone(NAMED["KWrite"])} | _FIELDS
         | _NOTHING | _FOCUS | {"in a row": cases.many} | windows.WAYLAND | _WINDOW),
    Plan("mutter", Mutter.name, Mutter, {"mutter": "mutter"},
         _undone("mousepad", "gedit", "Text Editor", "Firefox") | {
             "Chromium": cases.left_alone(NAMED["Chromium"]), "foot": cases.terminal} | _NOTHING | _FOCUS | {
             "in a row": cases.many}),
    Plan("gnome", GnomeShell.name, GnomeShell, {"gnome-shell": "gnome-shell", "gjs": "gjs"},
         _undone("mousepad", "gedit", "Text Editor") | {"pictures": cases.pictures}, ShellBanner),
    Plan("kwin", KWin.name, KWin, {"kwin_wayland": "kwin-wayland"},
         _undone("mousepad", "Kate") | {
             name: cases.undone_by_key(NAMED[name]) for name in ("gedit", "Text Editor", "Firefox")} | _NOTHING | _FOCUS),
    Plan("kwin-touch", "Wayland (KWin), a touch screen, dunst", KWin, {"kwin_wayland": "kwin-wayland", "dunst": "dunst"},
         {"touch": cases.touched}, TouchedDunst),
    Plan("kwin-phone", KWinPhone.name, KWinPhone, {"kwin_wayland": "kwin-wayland"}, {"finger": settings_window.touched}),
    Plan("phosh", Phosh.name, Phosh, {"phoc": "phoc", "/usr/libexec/phosh": "phosh", "sway": "sway", "grim": "grim"},
         _undone("mousepad", "gedit", "Text Editor") | {"locked": cases.locked_by_shell} | _WINDOW, PhoshBanner, ("mousepad", "window")),
)}
