# SPDX-License-Identifier: Apache-2.0
"""What the virtual sensors in the guest have in common: they play on command (see player.h)."""
import re
from collections.abc import Sequence

from shared.guest import Guest, GuestError, Line, Process
from shared.recording import Raw

# On twice in a row: to set the watermark, a reader may switch it off and on again.
_WAIT_READERS = """
seen=0
for turn in $(seq 600); do
  waiting=
  for device in {devices}; do
    read -r enabled < /sys/bus/iio/devices/$device/buffer/enable
    [ "$enabled" = 1 ] || waiting="$waiting $device"
  done
  [ "$waiting" ] && seen=0 || seen=$((seen + 1))
  [ $seen = 2 ] && exit 0
  usleep 25000
done
echo "no program reads$waiting within 15 s" >&2
exit 1
"""

# A reading, or a command such as `pause 3000`, which is carried out when its turn comes.
Item = Raw | str


class Sensor:
    """A virtual sensor: the process that plays, and what the kernel makes of it.

    `device` is what the kernel calls it, such as iio:device0. At rest it shows what it showed last.
    """

    def __init__(self, guest: Guest, process: Process, device: str) -> None:
        self.guest, self.process, self.device = guest, process, device
        self.folder = f"/sys/bus/iio/devices/{device}"
        self._queued = 0
        self._lines_seen = 0

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

    def play(self, items: Sequence[Item], then_unplug: bool = False) -> None:
        """Begins to play the items, once, one reading a period while the reader listens."""
        lines = [item if isinstance(item, str) else "{} {} {}".format(*item) for item in items]
        commands = ["play", "unplug"] if then_unplug else ["play"]
        self._lines_seen = len(self.process.output.lines)
        self._queued = len(items)
        self.process.write("\n".join(lines + commands) + "\n")

    def wait_reported(self, pattern: str, after: Line | None = None) -> Line:
        """The first line like this that the player wrote since `play`, or after another."""
        return self.process.wait_line(pattern, 60, after.number + 1 if after else self._lines_seen)

    def wait_played(self) -> None:
        # In real time it takes the time of the recording; the margin is for a busy host.
        seconds = self._queued * 0.06 + 60
        line = self.process.wait_line("^played ", seconds, start=self._lines_seen)
        if int(re.sub("^played ", "", line.text)) != self._queued:
            raise GuestError(f"{self.device} should have played {self._queued} items: {line.text}")

    def unplug(self) -> None:
        """Vanishes at once."""
        if self.process.status is None:
            self.process.close_input()
            self.process.wait(20)


def wait_readers(sensors: Sequence[Sensor], readers: Sequence[Process]) -> None:
    """Waits until the readers have enabled the buffers of all the sensors."""
    devices = " ".join(sensor.device for sensor in sensors)
    sensors[0].guest.shell(_WAIT_READERS.format(devices=devices), 120, f"a reader of {devices}", readers)
