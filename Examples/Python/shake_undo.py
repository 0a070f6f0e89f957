#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Undoes when the device is shaken, as motiond reports over D-Bus. Needs python3-gi."""

import argparse
import os
import sys

from gi.repository import Gio, GLib

NAME = "org.motiond.Motion1"
PATH = "/org/motiond/Motion1"

open_motions = set()
edits = ["Eggs", "Milk"]  # The edits of your app.


def say(text):
    print(text, flush=True)


def undo():
    return f"undid {edits.pop()}" if edits else "nothing to undo"


def on_motion(bus, sender, path, interface, signal, body):
    motion, timestamp, details = body.unpack()
    # An end without its beginning was another client's, or came before the claim.
    if signal == "MotionBegan":
        open_motions.add(motion)
        say(f"{motion} began")
    elif motion in open_motions and signal == "MotionEnded":
        open_motions.discard(motion)
        if "late_ms" in details:
            # The user has done other things since: undo nothing.
            return say(f"{motion} ended too late")
        say(f"{motion} ended, {details['swings']} swings: {undo()}")
    elif motion in open_motions and signal == "MotionCancelled":
        open_motions.discard(motion)
        say(f"{motion} cancelled: {details['reason']}")


def on_claimed(bus, result):
    try:
        bus.call_finish(result)
        say("claimed")
    except GLib.Error as error:
        say(f"not claimed: {error.message}")


def on_daemon_appeared(bus, name, owner):
    options = {"motions": GLib.Variant("as", ["shake"]), "window": GLib.Variant("d", 1)}
    bus.call(
        NAME, PATH, NAME, "Claim", GLib.Variant("(a{sv})", (options,)),
        None, Gio.DBusCallFlags.NONE, -1, None, on_claimed)


def on_daemon_vanished(bus, name):
    # Who has seen a beginning is owed an end.
    while open_motions:
        say(f"{open_motions.pop()} cancelled: motiond is gone")
    say("waiting for motiond")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bus", choices=["system", "session"],
                        default=os.environ.get("MOTIOND_BUS", "system"))
    word = parser.parse_args().bus
    if word not in ("system", "session"):
        parser.error(f"MOTIOND_BUS is system or session, not {word}")
    is_session = word == "session"
    try:
        bus = Gio.bus_get_sync(Gio.BusType.SESSION if is_session else Gio.BusType.SYSTEM)
    except GLib.Error as error:
        sys.exit(f"cannot reach the bus: {error.message}")
    # These alone: motiond has other signals, whose contents differ.
    for signal in ("MotionBegan", "MotionEnded", "MotionCancelled"):
        bus.signal_subscribe(NAME, NAME, signal, PATH, None, Gio.DBusSignalFlags.NONE, on_motion)
    bus.set_exit_on_close(False)
    bus.connect("closed", lambda *_: sys.exit("the bus is gone"))
    # Starts the daemon if it is not running, and claims again when it has restarted.
    Gio.bus_watch_name_on_connection(
        bus, NAME, Gio.BusNameWatcherFlags.AUTO_START, on_daemon_appeared, on_daemon_vanished)
    try:
        GLib.MainLoop().run()
    except KeyboardInterrupt:
        pass  # Leaving the bus releases the claim.


if __name__ == "__main__":
    main()
