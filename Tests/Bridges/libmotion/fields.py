#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the structure of each event with its line, by the example of ctypes. Usage: fields.py RECORDING..."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "Examples/Python"))
import motion_lines  # noqa: E402

REASONS = {0: None, 1: "tooLong", 2: "notAShake", 3: "interrupted"}


def rounded(value: object) -> object:
    """`value` as a line has it."""
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return round(value, 3) + 0.0 if isinstance(value, float) else value


kinds, count = set(), 0
for path in sys.argv[1:]:
    for event, line in motion_lines.play(path, ["--motions", "all"]):
        expected = json.loads(line)
        name = motion_lines.library.motion_name(event.kind).decode()
        found = {"source": path, "motion": name, "phase": motion_lines.PHASES[event.phase], "timestamp_ns": event.time}
        found |= {key: rounded(value) for key, value in event.values().items()}
        if found != expected or list(found) != list(expected):
            sys.exit(f"fields: {path}: the structure says\n{found}\nand the line\n{expected}")
        if event.phase == 3 and REASONS[event.reason] != expected["reason"]:
            sys.exit(f"fields: {path}: reason {event.reason} in {line}")
        kinds.add(name)
        count += 1
names = [motion_lines.library.motion_name(number) for number in range(100)]
named = {name.decode() for name in names if name}
if missing := named - kinds:
    sys.exit(f"fields: no event of {', '.join(sorted(missing))}")
print(f"fields: {count} events of {len(kinds)} kinds have in the structure what they have in the line")
