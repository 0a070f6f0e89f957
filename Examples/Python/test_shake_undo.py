#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests shake_undo.py: motiond plays a recording to it, on a bus of its own.

Usage: dbus-run-session -- Examples/Python/test_shake_undo.py
"""
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parents[1] / "samples"
LIMIT = 60  # Seconds that only a broken program reaches.


def printed(recording: str) -> list[str]:
    """The lines of the program while motiond plays `recording`."""
    environment = {**os.environ, "MOTIOND_BUS": "session"}
    daemon = ["motiond", "--bus", "session", "--source", SAMPLES / recording]
    with subprocess.Popen([HERE / "shake_undo.py"], env=environment, stdout=subprocess.PIPE, text=True) as program:
        try:
            # It plays from the first claim on, and ends with the recording.
            subprocess.run(daemon, stderr=subprocess.DEVNULL, check=True, timeout=LIMIT)
        finally:
            program.terminate()
        return program.stdout.read().splitlines()


for name, recording, expected in (
    ("a shake undid Milk", "short-shake.csv", ["shake ended, 8 swings: undid Milk"]),
    ("a long shake undid nothing", "long-shake.csv", []),
):
    lines = [line for line in printed(recording) if "undid" in line]
    print(f"ok: {name}" if lines == expected else f"failed: {name}, but: {lines}", flush=True)
    if lines != expected:
        sys.exit(1)
