# SPDX-License-Identifier: Apache-2.0
"""An accelerometer and a controller of files: a tree in place of /sys, and FIFOs in place of the device nodes."""
import os
from pathlib import Path

_SYSFS = Path("/sys")
_DEVICE = "devices/platform/mock/iio:device0"
_TRIGGER = "devices/platform/mock/trigger0"

# In a mount namespace of its own: the files in place of the system's, then the program.
_SCRIPT = """
mount --bind "$1/sys" /sys
mount -t tmpfs none "$1/dev"
for name in null zero urandom random; do touch "$1/dev/$name"; mount --bind "/dev/$name" "$1/dev/$name"; done
mkdir "$1/dev/shm"; ln -s /proc/self/fd "$1/dev/fd"; mkfifo "$1/dev/iio:device0"
mkdir "$1/dev/input"; mkfifo "$1/dev/input/event7"
mount --rbind "$1/dev" /dev
shift; exec "$@"
"""


def enter(tree: Path, *command: str) -> None:
    """Replaces this process with `command`, for which the files below `tree` are the accelerometer and the controller."""
    _build(tree / "sys")
    (tree / "dev").mkdir(exist_ok=True)
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    os.execvp("unshare", ["unshare", *user, "--mount", "--propagation", "private",
                          "sh", "-euc", _SCRIPT, "sh", str(tree), *command])


def set_rate(hertz: int) -> None:
    """Makes `hertz` the only rate of the accelerometer of this process."""
    for name in (f"{_DEVICE}/sampling_frequency", f"{_DEVICE}/sampling_frequency_available",
                 f"{_TRIGGER}/sampling_frequency"):
        (_SYSFS / name).write_text(f"{hertz}\n")


def _build(root: Path) -> None:
    files = {
        f"{_TRIGGER}/name": "mock-trigger", f"{_TRIGGER}/sampling_frequency": "100",
        f"{_DEVICE}/name": "mockaccel", f"{_DEVICE}/dev": "245:0",
        f"{_DEVICE}/uevent": "MAJOR=245\nMINOR=0\nDEVNAME=iio:device0\nDEVTYPE=iio_device",
        f"{_DEVICE}/scan_elements/in_timestamp_type": "le:s64/64>>0",
        f"{_DEVICE}/scan_elements/in_timestamp_index": "3",
        f"{_DEVICE}/scan_elements/in_timestamp_en": "0",
        f"{_DEVICE}/in_accel_scale": "0.009576807",
        f"{_DEVICE}/in_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
        f"{_DEVICE}/sampling_frequency": "100", f"{_DEVICE}/sampling_frequency_available": "100",
        f"{_DEVICE}/current_timestamp_clock": "boottime",
        f"{_DEVICE}/trigger/current_trigger": "mock-trigger", f"{_DEVICE}/buffer/enable": "0",
        f"{_DEVICE}/buffer/length": "4096", f"{_DEVICE}/buffer/watermark": "1",
        f"{_DEVICE}/buffer/data_available": "0", f"{_DEVICE}/buffer/direction": "in",
    }
    for index, axis in enumerate("xyz"):
        element = f"{_DEVICE}/scan_elements/in_accel_{axis}"
        files |= {f"{element}_type": "le:s12/16>>4", f"{element}_index": str(index), f"{element}_en": "0",
                  f"{_DEVICE}/in_accel_{axis}_raw": "0"}
    files |= {f"class/input/event7/device/{name}": content for name, content in {
        "name": "DualSense Wireless Controller Motion Sensors", "properties": "40", "id/bustype": "0003",
        "id/vendor": "054c", "id/product": "0ce6", "capabilities/abs": "3f", "capabilities/key": "0",
        "capabilities/msc": "20"}.items()}
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n")
    devices = root / "bus/iio/devices"
    devices.mkdir(parents=True, exist_ok=True)
    for target in (_DEVICE, _TRIGGER):
        link = devices / Path(target).name
        link.unlink(missing_ok=True)
        link.symlink_to(f"../../../{target}")
