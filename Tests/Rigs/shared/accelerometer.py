# SPDX-License-Identifier: Apache-2.0
"""The virtual accelerometer that is plugged in as a HID device (see uhid-accelerometer.c)."""
from shared.guest import Guest
from shared.sensor import Sensor

# The HID device, found by its HID_UNIQ, is two folders above its IIO device. (Shell builtins only:
# starting a process is dear in an emulated machine.)
_FIND = """
for turn in $(seq 500); do
  for device in /sys/bus/iio/devices/iio:device*; do
    [ -e /dev/${{device##*/}} ] || continue
    while read -r line; do
      [ "$line" = HID_UNIQ={name} ] && echo ${{device##*/}} && exit
    done < $device/../../uevent
  done
  usleep 10000
done
echo "no IIO device of {name} within 5 s" >&2
exit 1
"""


class Accelerometer(Sensor):
    """A virtual accelerometer that is plugged in, known by the `name` it was given."""

    def __init__(self, guest: Guest, name: str, bits: int = 32) -> None:
        process = guest.start("uhid-accelerometer", name, str(bits))
        # When the kernel had it, in ns of the guest.
        self.plugged_ns = process.wait_line("^plugged$").time_ns
        super().__init__(guest, process, guest.shell(_FIND.format(name=name)).strip())
        self.name = name

    def wait_listened(self) -> int:
        """When its buffer was switched on for the first time, in ns of the guest."""
        return self.process.wait_line("^listening ").time_ns
