# SPDX-License-Identifier: Apache-2.0
"""The C programs of the bench, and what shows that somebody reads an accelerometer."""
import errno
import os
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OUTPUT = HERE.parent.parent.parent / ".build" / "cost"

_ENABLE = Path("/sys/bus/iio/devices/iio:device0/buffer/enable")
_LIBRARIES = {"feeder": ["-lm"], "floor": ["-liio", "-lm"], "claimant": ["-lsystemd"]}


def compile_programs() -> None:
    for name, libraries in _LIBRARIES.items():
        _compile(name, OUTPUT / name, *libraries)


def compile_pad() -> Path:
    """The library that answers for the node of the controller of files."""
    return _compile("pad", OUTPUT / "pad.so", "-shared", "-fPIC")


def _compile(name: str, output: Path, *options: str) -> Path:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-O2", "-Wall", "-o", output, HERE / f"{name}.c", *options], check=True)
    return output


def is_on() -> bool:
    """True while somebody reads the accelerometer."""
    return _ENABLE.read_text().startswith("1")


def is_read(fifo: Path) -> bool:
    """True while somebody has `fifo` open for reading."""
    try:
        os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        return False
    return True
