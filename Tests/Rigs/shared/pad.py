# SPDX-License-Identifier: Apache-2.0
"""Accelerometers that are input devices (see pad-player.c, event-player.c), and what the kernel shows of them."""
import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared import recording
from shared.guest import Guest, Line, Process
from shared.recording import Raw, Reading
from shared.report import check
from shared.sensor import Item

G = 9.80665

LOAD_DRIVERS = """
cd /lib/modules/pads 2> /dev/null || exit 0  # udevd loads them
[ -e /sys/module/hid_playstation ] || while read -r module; do insmod $module 2> /dev/null; done < order
"""

# The node of the device that was plugged in, of one of these names. (Its driver takes its time.)
_FIND = """
for turn in $(seq 1000); do
  for folder in /sys/class/input/event*; do
    read -r name < $folder/device/name
    read -r uniq < $folder/device/uniq
    case $name:$uniq in {patterns}) [ -e /dev/input/${{folder##*/}} ] && echo /dev/input/${{folder##*/}} $name && exit ;; esac
  done 2> /dev/null
  usleep 10000
done
echo "no input device {patterns} within 10 s" >&2
exit 1
"""

ADDRESS = "02:00:00:00:00:01"


@dataclass(frozen=True)
class Model:
    """What a kind of device is: how it is made, and what its driver says of it."""

    player: Sequence[str]  # the program, and its arguments but address and period
    names: Sequence[str]  # of its event node: that depends on the kernel
    per_g: int
    fuzz: int
    period_us: int  # of a report
    readings: int = 1  # in a report
    has_address: bool = True
    has_clock: bool = True  # it sends MSC_TIMESTAMP, so a frame for each reading
    axes: tuple[str, str, str] = ("x", "y", "z")  # ours that lie along its X, Y and Z
    most: int = 32767  # that an axis can show
    steps: Raw = (1, 1, 1)  # of its axes
    is_calibrated: bool = True  # or a reader scales its values, so that its rest is gravity

    @property
    def period_ns(self) -> int:
        """From one reading to the next."""
        return self.period_us * 1000 // self.readings

    @property
    def scale(self) -> float:
        return G / self.per_g

    def raw(self, readings: Sequence[Reading], period_ns: int | None = None) -> list[Raw]:
        """A recording in our axes and the device's unit, as the device can show it."""
        return [self._shown(reading) for reading in recording.raw(readings, period_ns or self.period_ns, self.scale)]

    def _shown(self, reading: Raw) -> Raw:
        x, y, z = (max(-self.most, min(self.most, axis)) // step * step for axis, step in zip(reading, self.steps))
        return x, y, z

    def turned(self, reading: Raw) -> Raw:
        """A reading in our axes as the device has it."""
        ours = dict(zip("xyz", reading))
        x, y, z = (-ours[axis[1]] if axis.startswith("-") else ours[axis] for axis in self.axes)
        return x, y, z


_SONY, _NINTENDO = ("x", "z", "-y"), ("y", "-x", "z")
DUALSENSE = Model(["pad-player", "dualsense"],
                  ["Sony Interactive Entertainment DualSense Wireless Controller Motion Sensors"], 8192, 16, 4000,
                  axes=_SONY)
DUALSENSE_RADIO = Model(["pad-player", "dualsense_radio"], ["DualSense Wireless Controller Motion Sensors"], 8192, 16,
                        1000, axes=_SONY)
DUALSHOCK4 = Model(["pad-player", "dualshock4"], ["Sony Interactive Entertainment Wireless Controller Motion Sensors"],
                   8192, 16, 4000, axes=_SONY)
DUALSHOCK3 = Model(["pad-player", "dualshock3"], ["Sony PLAYSTATION(R)3 Controller Motion Sensors"], 113, 4, 10000,
                   has_clock=False, axes=_SONY, most=511)
JOYCON = Model(["pad-player", "joycon"], ["Nintendo Switch Left Joy-Con IMU", "Joy-Con (L) (IMU)"], 4096, 10, 15000, 3,
               axes=_NINTENDO)
WIIMOTE = Model(["pad-player", "wiimote"], ["Nintendo Wii Remote Accelerometer"], 103, 2, 10000,
                has_address=False, has_clock=False, most=500, steps=(1, 2, 2), is_calibrated=False)
DECK = Model(["event-player", "property", "resolution=16384", "range=32768", "fuzz=32", "gyroscope", "clock=100",
              "vendor=0x28DE", "product=0x1205"],
             ["Steam Deck Motion Sensors"], 16384, 32, 4000, has_address=False, axes=_SONY)
GUARD = Model(["event-player", "range=2000", "fuzz=3"], ["ST LIS3LV02DL Accelerometer"], 1000, 3, 50000,
              has_address=False, has_clock=False, most=2000)


@dataclass(frozen=True)
class Frame:
    """A frame of a node: the kernel's time and the device's own in us, and its axes."""

    time_us: int
    axes: Raw
    clock_us: int | None


class Pad:
    """A device that is plugged in, and plays."""

    def __init__(self, guest: Guest, model: Model, address: str = ADDRESS, period_us: int | None = None) -> None:
        self.guest, self.model = guest, model
        # As its node has it.
        self.address = address if model.has_address else None
        self.period_us = period_us or model.period_us
        program, *words = model.player
        if program == "pad-player":
            guest.shell(LOAD_DRIVERS)
            self.process = guest.start(program, *words, address, str(self.period_us))
            self.rest((0, 0, model.per_g))
            patterns = " | ".join(f"'{name}:{address}' | '{name}:'" for name in model.names)
            self.node, _, self.name = guest.shell(_FIND.format(patterns=patterns)).strip().partition(" ")
        else:
            self.name = model.names[0]
            self.process = guest.start(program, self.name, str(self.period_us), *words)
            self.rest((0, 0, model.per_g))
            self.node = "/dev/input/" + self.process.wait_line("^plugged ").text.split()[1]
        self._queued = self._lines_seen = 0

    @property
    def period_ns(self) -> int:
        return self.period_us * 1000 // self.model.readings

    def rest(self, reading: Raw) -> None:
        """Shows this reading, in our axes, from now on."""
        self.process.write("rest {} {} {}\n".format(*self.model.turned(reading)))

    def play(self, items: Sequence[Item], then_unplug: bool = False) -> None:
        """Begins to play readings in our axes and the device's unit, and commands between them."""
        lines = [item if isinstance(item, str) else "{} {} {}".format(*self.model.turned(item)) for item in items]
        self._lines_seen, self._queued = len(self.process.output.lines), len(items)
        self.process.write("\n".join([*lines, "play", *["unplug"] * then_unplug]) + "\n")

    def wait_reported(self, pattern: str) -> Line:
        """The first line like this that the player wrote since `play`."""
        return self.process.wait_line(pattern, 60, self._lines_seen)

    def wait_played(self) -> None:
        line = self.process.wait_line("^played ", self._queued * 0.06 + 60, self._lines_seen)
        check(line.text == f"played {self._queued}", f"{self.name} should have played {self._queued}: {line.text}")

    def unplug(self) -> None:
        if self.process.status is None:
            self.process.close_input()
            self.process.wait(20)


def described(dump: Process) -> list[str]:
    """What event-dump says of a node."""
    end = dump.wait_line("^listening$")
    return [line.text for line in dump.output.lines[: end.number]]


def frames(dump: Process) -> list[Frame]:
    """The frames that event-dump has shown so far."""
    words = [line.text.split() for line in dump.output.lines if re.match(r"\d+ -?\d+ -?\d+ -?\d+ ", line.text)]
    return [Frame(int(time), (int(x), int(y), int(z)), None if clock == "-" else int(clock))
            for time, x, y, z, clock in words]
