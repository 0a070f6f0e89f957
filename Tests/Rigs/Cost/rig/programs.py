# SPDX-License-Identifier: Apache-2.0
"""The C programs of the bench, and the accelerometer's switch."""
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OUTPUT = HERE.parent.parent.parent / ".build" / "cost"

_ENABLE = Path("/sys/bus/iio/devices/iio:device0/buffer/enable")
_LIBRARIES = {"feeder": ["-lm"], "floor": ["-liio", "-lm"], "claimant": ["-lsystemd"]}


def compile_programs() -> None:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for name, libraries in _LIBRARIES.items():
        subprocess.run(["cc", "-O2", "-Wall", "-o", OUTPUT / name, HERE / f"{name}.c", *libraries], check=True)


def is_on() -> bool:
    """True while somebody reads the accelerometer."""
    return _ENABLE.read_text().startswith("1")
