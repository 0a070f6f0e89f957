# SPDX-License-Identifier: Apache-2.0
"""The accelerometer whose chip tells events by itself (see event-accelerometer.c)."""
import enum

from shared.guest import Guest, Process
from shared.recording import Raw
from shared.sensor import wait_readers


class Event(enum.Enum):
    """An event: its number in `refuse`, the attribute that switches it on, and its id, as the kernel has it."""

    TAP = 1, "in_accel_gesture_singletap_en", 0x07040B0300000000
    DOUBLE_TAP = 2, "in_accel_gesture_doubletap_en", 0x07050B0300000000
    FALL = 4, "in_accel_x&y&z_mag_falling_en", 0x0102070300000000
    MOVEMENT = 8, "in_accel_x_roc_rising_en", 0x0201010300000000

    def __init__(self, flag: int, attribute: str, id_of_kernel: int) -> None:
        self.flag, self.attribute, self.id_of_kernel = flag, attribute, id_of_kernel


_LOAD = """
modprobe event-accelerometer || exit
for device in /sys/bus/iio/devices/iio:device*; do
  read -r name < $device/name
  [ "$name" = events ] && echo ${device##*/} && exit
done
exit 1
"""

_WAIT = """
for turn in $(seq 500); do
  read -r value < '{file}'
  [ "$value" = {value} ] && exit
  usleep 10000
done
echo "{file} is $value" >&2
exit 1
"""


class EventSensor:
    """It is loaded in `with`, lying face up, and unloaded at the end of that; `refused` are events that it refuses."""

    def __init__(self, guest: Guest, *refused: Event) -> None:
        self.guest = guest
        self.device = guest.shell(_LOAD).strip()
        self.folder = f"/sys/bus/iio/devices/{self.device}"
        self.write("refuse", sum(event.flag for event in refused))

    def __enter__(self) -> "EventSensor":
        return self

    def __exit__(self, *_: object) -> None:
        self.guest.kill_all()  # a driver in use stays
        self.guest.shell("rmmod event_accelerometer")

    def write(self, name: str, value: object) -> None:
        self.guest.shell(f"echo '{value}' > {self.folder}/{name}")

    def attribute(self, name: str) -> str:
        return self.guest.shell(f"cat '{self.folder}/{name}'").strip()

    def show(self, *steps: tuple[Raw, int]) -> None:
        """Shows each reading for so many ms, and the last from then on."""
        self.guest.shell("\n".join(
            "echo {} {} {} > {}/values\nusleep {}".format(*reading, self.folder, ms * 1000)
            for reading, ms in steps), 120)

    def push(self, event: Event) -> None:
        """Has the chip tell the event, if that is switched on."""
        self.write("push", hex(event.id_of_kernel))

    def wait_buffer(self, is_on: bool, reader: Process) -> None:
        if is_on:
            wait_readers([self], [reader])
        else:
            self.wait_attribute("buffer/enable", "0")

    def wait_event(self, event: Event, is_on: bool) -> None:
        self.wait_attribute(f"events/{event.attribute}", "1" if is_on else "0")

    def wait_attribute(self, name: str, value: str) -> None:
        self.guest.shell(_WAIT.format(file=f"{self.folder}/{name}", value=value), 60, f"{name} to be {value}")
