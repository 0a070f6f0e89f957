# SPDX-License-Identifier: Apache-2.0
"""Virtual touchscreens, headsets and keyboards in the guest (see touch-player.c), and recordings of touches."""
import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.guest import Guest, Line

HEADER = "timestamp_ns,finger,change,x,y"


@dataclass(frozen=True)
class Change:
    """What one finger did, in the guest's ns and in the units of the recording; no place of an end."""

    time_ns: int
    finger: int
    kind: str
    x: float | None = None
    y: float | None = None

    @property
    def place(self) -> tuple[float, float] | None:
        return None if self.x is None or self.y is None else (self.x, self.y)


def parse(text: str) -> list[Change]:
    """The changes of a recording of touches."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    if lines[:1] != [HEADER]:
        raise AssertionError(f"no recording of touches: {text[:200]!r}")
    changes = []
    for line in lines[1:]:
        time, finger, kind, x, y = line.split(",")
        changes.append(Change(int(time), int(finger), kind, float(x) if x else None, float(y) if y else None))
    return changes


class Player:
    """A virtual device that is plugged in, and plays."""

    def __init__(self, guest: Guest, *arguments: str, environment: str = "") -> None:
        self._guest = guest
        command = " ".join(f"'{argument}'" for argument in arguments)
        self.process = guest.start("sh", "-c", f"{environment} exec touch-player {command}")
        self.node = "/dev/input/" + self.process.wait_line("^plugged ").text.split()[1]

    def play(self, lines: Sequence[str]) -> list[int]:
        """Plays all lines; the times of the frames in ns of the guest."""
        seen = len(self.process.output.lines)
        self.process.write("\n".join([*lines, "play"]) + "\n")
        end = self.process.wait_line("^played ", 120, start=seen)
        told = [line.text for line in self.process.output.lines[seen:end.number]]
        return [int(match[1]) for text in told if (match := re.match(r"frame \d+ at (\d+)", text))]

    def wait_unplugged(self) -> Line:
        return self.process.wait_line("^unplugged$")

    def unplug(self) -> None:
        if self.process.status is None:
            self.process.close_input()
            self.process.wait(20)


class Panel(Player):
    """A touchscreen. Places of what it plays are in its steps."""

    def __init__(self, guest: Guest, kind: str = "several", width: int = 1200, height: int = 800, steps: int = 10,
                 fingers: int = 10, name: str = "Virtual Panel", environment: str = "") -> None:
        self.width, self.height, self.steps = width, height, steps
        super().__init__(guest, kind, name, str(width), str(height), str(steps), str(fingers), environment=environment)

    def points(self, x: float, y: float) -> tuple[float, float]:
        """A place in points: 1/160 inch where the panel tells its size, else steps."""
        unit = 160 / 25.4 / self.steps if self.steps else 1
        return x * unit, y * unit
