"""Virtual accelerometers in the guest."""
import re
from collections.abc import Sequence

from rig.guest import Guest, GuestError, Process
from rig.recording import Raw

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

_WAIT_READERS = """
for turn in $(seq 600); do
  waiting=
  for device in {devices}; do
    read -r enabled < /sys/bus/iio/devices/$device/buffer/enable
    [ "$enabled" = 1 ] || waiting="$waiting $device"
  done
  [ "$waiting" ] || exit 0
  usleep 25000
done
echo "nobody reads$waiting within 15 s" >&2
exit 1
"""


class Accelerometer:
    """A virtual accelerometer that is plugged in, known by the `name` it was given.

    `device` is what the kernel calls it, such as iio:device0. At rest it shows what it showed last.
    """

    def __init__(self, guest: Guest, name: str, bits: int = 32) -> None:
        self.guest, self.name = guest, name
        self.process: Process = guest.start("uhid-accelerometer", name, str(bits))
        self.process.wait_line("^plugged$")
        self.device = guest.shell(_FIND.format(name=name)).strip()
        self.folder = f"/sys/bus/iio/devices/{self.device}"
        self._queued = 0
        self._commands_seen = 0

    def attribute(self, name: str) -> str:
        return self.guest.shell(f"cat {self.folder}/{name}").strip()

    @property
    def is_enabled(self) -> bool:
        return self.attribute("buffer/enable") == "1"

    def wait_reader(self, reader: Process) -> None:
        """Waits until `reader` has enabled the buffer."""
        wait_readers([self], [reader])

    def rest(self, reading: Raw) -> None:
        """Shows this reading from now on."""
        self.process.write("rest {} {} {}\n".format(*reading))

    def play(self, readings: Sequence[Raw], then_unplug: bool = False) -> None:
        """Begins to play the readings, once, one every 10 ms while the reader listens."""
        lines = [f"{x} {y} {z}" for x, y, z in readings]
        commands = ["play", "unplug"] if then_unplug else ["play"]
        self._commands_seen = len(self.process.output.lines)
        self._queued = len(readings)
        self.process.write("\n".join(lines + commands) + "\n")

    def wait_played(self) -> None:
        # In real time it takes the time of the recording; the margin is for a busy host.
        seconds = self._queued * 0.01 * 3 + 30
        line = self.process.wait_line("^played ", seconds, start=self._commands_seen)
        if int(re.sub("^played ", "", line.text)) != self._queued:
            raise GuestError(f"{self.name} should have played {self._queued} readings: {line.text}")

    def unplug(self) -> None:
        """Vanishes at once."""
        if self.process.status is None:
            self.process.close_input()
            self.process.wait(20)


def wait_readers(accelerometers: Sequence[Accelerometer], readers: Sequence[Process]) -> None:
    """Waits until the readers have enabled the buffers of all the accelerometers."""
    devices = " ".join(accelerometer.device for accelerometer in accelerometers)
    accelerometers[0].guest.shell(_WAIT_READERS.format(devices=devices), 120,
                                 f"a reader of {devices}", readers)
