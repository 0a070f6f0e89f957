# SPDX-License-Identifier: Apache-2.0
"""Who shows the agent's questions, and answers them: a server of the rig's own, or dunst."""
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from gi.repository import Gio, GLib

from desktop.accessible import Accessibility
from desktop.session import Session, until

_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_INTERFACE = Gio.DBusNodeInfo.new_for_xml("""<node><interface name='org.freedesktop.Notifications'>
  <method name='GetCapabilities'><arg direction='out' type='as'/></method>
  <method name='GetServerInformation'><arg direction='out' type='s'/><arg direction='out' type='s'/>
    <arg direction='out' type='s'/><arg direction='out' type='s'/></method>
  <method name='CloseNotification'><arg direction='in' type='u'/></method>
  <method name='Notify'><arg direction='in' type='s'/><arg direction='in' type='u'/><arg direction='in' type='s'/>
    <arg direction='in' type='s'/><arg direction='in' type='s'/><arg direction='in' type='as'/>
    <arg direction='in' type='a{sv}'/><arg direction='in' type='i'/><arg direction='out' type='u'/></method>
  <signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>
  <signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>
</interface></node>""").interfaces[0]


@dataclass(frozen=True)
class Notification:
    """What a program wanted to be shown, and when, in ns of the host's monotonic clock."""

    number: int
    summary: str
    body: str
    actions: tuple[str, ...]  # key, label, key, label
    hints: dict
    time_ns: int

    @property
    def is_question(self) -> bool:
        return "undo" in self.actions

    def __str__(self) -> str:
        return f"'{self.summary}' with {', '.join(self.actions[1::2]) or 'no buttons'}"


class Notifications:
    """A server of notifications that shows nothing, keeps all, and answers when it is told to."""

    def __init__(self, session: Session, capabilities: Sequence[str] = ("actions", "body")) -> None:
        self.capabilities, self.shown, self.open = list(capabilities), [], {}
        self.answers: list[float] = []  # when, in s
        self._changed = threading.Condition()
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop(self._context)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(session, ready), daemon=True)
        self._thread.start()
        if not ready.wait(10):
            raise AssertionError("the rig's notification server did not start")

    def close(self) -> None:
        self._loop.quit()
        self._thread.join()

    def become(self, *capabilities: str) -> None:
        """Goes, and another one comes in its place."""
        self._own("ReleaseName", "(s)", _NAME)
        self.open.clear()
        self.capabilities = list(capabilities)
        self._own("RequestName", "(su)", _NAME, 4)

    def mark(self) -> int:
        """The number from which on questions are new."""
        return len(self.shown)

    def wait(self, seen: int, seconds: float = 10) -> Notification:
        """The first question after number `seen` of those shown."""
        with self._changed:
            self._changed.wait_for(lambda: self._questions(seen), seconds)
            if not (questions := self._questions(seen)):
                raise AssertionError(f"no question within {seconds:g} s; shown: "
                                     f"{', '.join(map(str, self.shown[seen:])) or 'nothing'}")
            return questions[0]

    def answer(self, question: Notification, action: str = "undo") -> int:
        """Presses a button of a notification: when, in ns."""
        now = time.monotonic_ns()
        self.answers.append(now / 1e9)
        self._emit("ActionInvoked", GLib.Variant("(us)", (question.number, action)))
        self.dismiss(question)
        return now

    def dismiss(self, question: Notification) -> None:
        self.open.pop(question.number, None)
        self._emit("NotificationClosed", GLib.Variant("(uu)", (question.number, 2)))

    def _questions(self, seen: int) -> list[Notification]:
        return [each for each in self.shown[seen:] if each.is_question]

    def _emit(self, signal: str, parameters: GLib.Variant) -> None:
        self._bus.emit_signal(None, _PATH, _NAME, signal, parameters)

    def _own(self, method: str, types: str, *values: object) -> None:
        bus = "org.freedesktop.DBus"
        self._bus.call_sync(bus, "/", bus, method, GLib.Variant(types, values), None, 0, -1, None)

    def _serve(self, session: Session, ready: threading.Event) -> None:
        self._context.push_thread_default()
        self._bus = session.connection()
        self._bus.register_object(_PATH, _INTERFACE, self._called, None, None)
        self._own("RequestName", "(su)", _NAME, 4)
        ready.set()
        self._loop.run()
        self._bus.close_sync(None)

    def _called(self, _bus, _sender, _path, _interface, method, parameters, invocation) -> None:
        answers = {"GetCapabilities": lambda: GLib.Variant("(as)", (self.capabilities,)),
                   "GetServerInformation": lambda: GLib.Variant("(ssss)", ("rig", "motiond", "1", "1.2")),
                   "Notify": lambda: GLib.Variant("(u)", (self._show(*parameters.unpack()),)),
                   "CloseNotification": lambda: self._withdraw(*parameters.unpack())}
        invocation.return_value(answers[method]())

    def _show(self, _program, replaced, _icon, summary, body, actions, hints, _timeout) -> int:
        with self._changed:
            number = replaced or len(self.shown) + 1
            shown = Notification(number, summary, body, tuple(actions), hints, time.monotonic_ns())
            self.shown.append(shown)
            self.open[number] = shown
            self._changed.notify_all()
        return number

    def _withdraw(self, number: int) -> None:
        self.open.pop(number, None)
        self._emit("NotificationClosed", GLib.Variant("(uu)", (number, 3)))


class Shown:
    """A real server: what it shows is pressed by label."""

    shown: tuple[Notification, ...] = ()

    def __init__(self, desktop) -> None:
        self.desktop, self.session = desktop, desktop.session
        self._heard = desktop.session.start("dbus-monitor", "--profile", f"interface='{_NAME}',member='ActionInvoked'")

    @property
    def answers(self) -> list[float]:
        """When the server said that a button was pressed, in s."""
        return [line.time_ns / 1e9 for line in self._heard.output.lines if "ActionInvoked" in line.text]

    def is_shown(self) -> bool:
        raise NotImplementedError

    def withdraw(self) -> None:
        raise NotImplementedError

    def press(self, label: str) -> None:
        raise NotImplementedError

    def mark(self) -> int:
        """Withdraws what is shown, so that what is shown next is new."""
        while self.is_shown():
            self.withdraw()
        return 0

    def wait(self, _seen: int) -> Notification:
        until(self.is_shown, "a notification is shown")
        return Notification(0, type(self).__name__, "", (), {}, time.monotonic_ns())

    def answer(self, _question: Notification, action: str = "undo") -> int:
        now = time.monotonic_ns()
        self.press(action.capitalize())
        return now

    def close(self) -> None:
        pass


class Dunst(Shown):
    """The notification server of many window managers' sessions, in a window of its own."""

    settings = ""

    def __init__(self, desktop) -> None:
        super().__init__(desktop)
        settings, chooser = (self.session.folder / "config" / name for name in ("dunstrc", "choose"))
        # Several actions are a menu, which dunst leaves to a program: this one takes the line that is wanted.
        chooser.write_text("#!/bin/sh\ngrep -m 1 -F \"$(cat \"$0.wanted\")\"\n")
        chooser.chmod(0o755)
        self._wanted = chooser.with_suffix(".wanted")
        settings.write_text(f"[global]\ndmenu = {chooser}\norigin = top-right\nfont = DejaVu Sans 11\nwidth = 360\n"
                            f"offset = 8x8\nframe_width = 1\nicon_position = off\n{self.settings}")
        self.session.start("dunst", "-conf", settings)
        until(lambda: self.session.owns(_NAME), "dunst is on the bus")

    def is_shown(self) -> bool:
        return self.session.run("dunstctl", "count", "displayed").strip() != "0"

    def withdraw(self) -> None:
        self.session.run("dunstctl", "close-all")

    def press(self, label: str) -> None:
        self._wanted.write_text(f"#{label} (")
        self.session.run("dunstctl", "context")


class TouchedDunst(Dunst):
    """The same with the manual's line for touch screens, by which a tap on the question is the answer."""

    settings = "mouse_left_click = do_action\n"

    def press(self, label: str) -> None:
        self.desktop.touch(1100 - 8 - 180, 8 + 20)


class PhoshBanner(Shown):
    """The banner of Phosh, whose buttons the virtual pointer clicks: no compositor here has a virtual touch screen."""

    _CORNER = (45, 32)  # of the banner, on the screen of 540

    def __init__(self, desktop) -> None:
        super().__init__(desktop)
        self._accessibility = Accessibility(self.session)
        self._found: tuple[int, int, int, int] | None = None

    def is_shown(self) -> bool:
        # It is shown for five seconds: the search of the whole shell is not made twice.
        self._found = self._place("Undo")
        return self._found is not None

    def withdraw(self) -> None:
        self._found = None
        self.press("Cancel")

    def press(self, label: str) -> None:
        """Clicks until Phosh says so: while the banner slides, a click may miss it."""
        heard = len(self.answers)

        def is_heard() -> bool:
            place, self._found = self._found or self._place(label), None
            if place:
                left, top, width, height = place
                self.desktop.click(self._CORNER[0] + left + width // 2, self._CORNER[1] + top + height // 2)
            try:
                return until(lambda: len(self.answers) > heard, "Phosh takes the click", 1)
            except AssertionError:
                return False

        until(is_heard, f"Phosh takes a click on {label}")

    def _place(self, label: str) -> tuple[int, int, int, int] | None:
        try:
            return self._accessibility.button(self.desktop.shell.pid, label)
        except GLib.Error:
            return None  # gone meanwhile


class ShellBanner(Shown):
    """The banner of GNOME Shell, whose buttons are pressed in the shell."""

    def is_shown(self) -> bool:
        return self.desktop.evaluate("Main.messageTray._banner ? 'shown' : ''") == "shown"

    def withdraw(self) -> None:
        self.desktop.evaluate("Main.messageTray._notification && Main.messageTray._notification.destroy()")

    def press(self, label: str) -> None:
        self.desktop.evaluate("Main.messageTray._banner._buttonBox.get_children()"
                              f".find(button => button.label == '{label}').emit('clicked', 0)")
