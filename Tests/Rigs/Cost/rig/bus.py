# SPDX-License-Identifier: Apache-2.0
"""A session bus of the bench's own."""
import os
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

from shared.process import QUIET, running, wait

_HAS_NAME = ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
             "org.freedesktop.DBus.NameHasOwner"]


def is_served(environment: dict[str, str], name: str = "org.motiond.Motion1") -> bool:
    """True once the name has an owner on the bus."""
    found = subprocess.run([*_HAS_NAME, f"string:{name}"], env=environment, capture_output=True, text=True)
    return found.stdout.strip().endswith("true")


def on_bus(stack: ExitStack) -> dict[str, str]:
    """The environment of a session bus of its own."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    stack.enter_context(running("dbus-daemon", "--session", "--nofork", f"--address=unix:path={folder}/bus", **QUIET))
    wait(Path(f"{folder}/bus").exists, "the bus")
    return os.environ | {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/bus"}
