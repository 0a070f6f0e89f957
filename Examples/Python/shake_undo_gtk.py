#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A text in a window that asks "Undo?" when the device is shaken. Needs python3-gi, gir1.2-gtk-4.0."""
import os
import sys
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

NAME = "org.motiond.Motion1"
PATH = "/org/motiond/Motion1"


class ShakeUndo:
    def __init__(self, bus):
        self.loop, self.bus, self.question = GLib.MainLoop(), bus, None
        self.window = Gtk.Window(title="Shake to undo", default_width=360, default_height=200)
        text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR)
        self.buffer = text.get_buffer()  # It keeps the history itself.
        self.window.set_child(text)
        self.window.connect("close-request", lambda window: self.loop.quit())
        # Who has the focus has the shakes: other programs claim none meanwhile.
        self.window.connect("notify::is-active", lambda window, _: self.claim())
        bus.signal_subscribe(
            NAME, NAME, "MotionEnded", PATH, "shake", Gio.DBusSignalFlags.NONE, self.on_shake)
        # Starts motiond if it is not running, and claims again when it has restarted.
        Gio.bus_watch_name_on_connection(
            bus, NAME, Gio.BusNameWatcherFlags.AUTO_START, lambda *_: self.claim(), None)
        self.window.present()

    def claim(self):
        claims = self.window.is_active() or self.question is not None
        options = GLib.Variant("(a{sv})", ({"motions": GLib.Variant("as", ["shake"])},))
        method, body = ("Claim", options) if claims else ("Release", None)
        self.bus.call(NAME, PATH, NAME, method, body, None, 0, -1, None, self.on_answer, method)

    def on_answer(self, bus, result, method):
        try:
            bus.call_finish(result)
            print(f"{method} done", flush=True)
        except GLib.Error as error:
            print(f"{method} failed: {error.message}", file=sys.stderr)

    def on_shake(self, bus, sender, path, interface, signal, body):
        if "late_ms" in body[2]:  # The user has written on since.
            return print("too late", flush=True)
        if self.question or not self.window.is_active() or not self.buffer.get_can_undo():
            return
        self.question = Gtk.MessageDialog(
            transient_for=self.window, modal=True, text="Undo?", buttons=Gtk.ButtonsType.YES_NO)
        self.question.set_default_response(Gtk.ResponseType.YES)
        self.question.connect("response", self.on_response)
        self.question.present()
        print("asked", flush=True)

    def on_response(self, dialog, response):
        if response == Gtk.ResponseType.YES:
            self.buffer.undo()
        self.question = dialog.destroy()
        print("answered", flush=True)


word = sys.argv[2] if sys.argv[1:2] == ["--bus"] and len(sys.argv) == 3 else os.environ.get("MOTIOND_BUS")
if word not in (None, "system", "session"):
    sys.exit(f"the bus is system or session, not {word} (--bus, MOTIOND_BUS)")
kind = Gio.BusType.SESSION if word == "session" else Gio.BusType.SYSTEM
ShakeUndo(Gio.bus_get_sync(kind)).loop.run()
