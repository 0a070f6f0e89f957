#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The first lines of an app: two edits, and each shake undoes one. Needs python3-gi, and motiond on the session bus."""

from gi.repository import Gio, GLib

NAME, PATH = "org.motiond.Motion1", "/org/motiond/Motion1"
texts = [""]


def edit(text):
    texts.append(text)
    print("note:", text, flush=True)


def on_shake(bus, sender, path, interface, signal, body):
    if len(texts) > 1 and "late_ms" not in body[2]:  # late: the user wrote on meanwhile
        texts.pop()
        print("note:", texts[-1], flush=True)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)  # SYSTEM for an installed motiond
bus.signal_subscribe(NAME, NAME, "MotionEnded", PATH, "shake", Gio.DBusSignalFlags.NONE, on_shake)
claim = GLib.Variant("(a{sv})", ({"motions": GLib.Variant("as", ["shake"])},))
bus.call_sync(NAME, PATH, NAME, "Claim", claim, None, Gio.DBusCallFlags.NONE, -1, None)
edit("Dear Ada, see you on")
edit("Dear Ada, see you on Monday")
GLib.MainLoop().run()
