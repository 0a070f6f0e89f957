# SPDX-License-Identifier: Apache-2.0
"""What motiond and motionctl make of an input device that plays: readings and events beside what was played."""
import math
from collections.abc import Sequence

from rig.bench import Bench
from shared import recording
from shared.events import events, phases
from shared.guest import Process
from shared.pad import G, Model, Pad
from shared.recording import Raw, Reading
from shared.report import check
from shared.sensor import Item

_WAIT_OPEN = """
for turn in $(seq 600); do
  ls -l /proc/{pid}/fd | grep -q {node}$ && exit
  usleep 25000
done
echo "{node} is not open after 15 s" >&2
exit 1
"""


def wave(model: Model) -> list[Raw]:
    """No two readings alike, each so far from the one before that the driver does not smooth it."""
    def reading(n: int) -> Raw:
        unit, sign = max(model.per_g // 100, 1), (-1) ** n
        # Even: a Wii Remote has nine bits of ten.
        return 4 * sign * (10 + n) * unit, -2 * sign * (10 + n) * unit, 2 * (25 + 15 * sign) * unit
    return [reading(n) for n in range(36)]


def sample(bench: Bench, pad: Pad, name: str = "short-shake") -> list[Raw]:
    """A recording of the project between stretches of rest, as the device can show it."""
    readings = recording.parse((bench.samples / f"{name}.csv").read_text())
    return recording.at_rest(pad.model.raw(readings, pad.period_ns), period_ns=pad.period_ns)


def text(pad: Pad, played: Sequence[Raw]) -> str:
    """What it plays, as a recording."""
    lines = [",".join([str(n * pad.period_ns), *map(repr, recording.scaled(reading, pad.model.scale))])
             for n, reading in enumerate(played)]
    return "timestamp_ns,x,y,z\n" + "\n".join(lines) + "\n"


def expected_events(bench: Bench, pad: Pad, played: Sequence[Raw]) -> list[str]:
    """The events of it as a recording, in words."""
    return phases(bench.replayed_on_host(text(pad, played)))


def in_the_shake(bench: Bench, pad: Pad, shake: Sequence[Raw], after_ms: int = 200) -> int:
    """How many readings of the shake are played so long after it began."""
    began = events(bench.replayed_on_host(text(pad, shake)))[0]["timestamp_ns"]
    return (began + after_ms * 1_000_000) // pad.period_ns


# MARK: motiond

def wait_open(bench: Bench, pad: Pad, reader: Process) -> None:
    bench.guest.shell(_WAIT_OPEN.format(pid=reader.pid, node=pad.node), 120, f"a reader of {pad.node}", [reader])


def read_by_motiond(bench: Bench, pad: Pad, rest: Raw, *options: str, source: str = "input") -> Process:
    """A daemon that reads the device, which rests."""
    pad.rest(rest)
    daemon = bench.motiond(None, "--source", source, *options)
    wait_open(bench, pad, daemon)
    return daemon


def heard(bench: Bench, daemon: Process) -> list[str]:
    """Stops the daemon when all that was played has come; its events, in words."""
    bench.guest.shell("usleep 300000")
    return bench.stopped(daemon)


def events_of(bench: Bench, pad: Pad, played: Sequence[Item], *options: str) -> list[str]:
    """What a fresh motiond makes of it."""
    daemon = read_by_motiond(bench, pad, next(item for item in played if not isinstance(item, str)), *options)
    pad.play(played)
    pad.wait_played()
    return heard(bench, daemon)


# MARK: Recordings

def recorded(bench: Bench, pad: Pad, played: Sequence[Item], *options: str, file: str = "/tmp/pad.csv") -> list[Reading]:
    """What `motionctl record` makes of it."""
    pad.rest(next(item for item in played if not isinstance(item, str)))
    source = f"input:{pad.node.split('/')[-1]}"
    return bench.recorded_from(source, pad, played, *options, file=file)


def start_of_wave(pad: Pad, readings: Sequence[Reading]) -> int:
    """Where the wave begins in a recording, by its first three readings, which are equal to nine decimals."""
    first = [recording.recorded(reading, pad.model.scale) for reading in wave(pad.model)[:3]]
    start = recording.find(first, [value for _, value in readings])
    check(start is not None, f"{first} is not among the {len(readings)} readings")
    return start


def scaled_wave(pad: Pad, readings: Sequence[Reading]) -> tuple[int, float]:
    """Where the wave of a device without calibration begins, and its unit in m/s²: the rest before it is gravity."""
    first, values = wave(pad.model)[0], [value for _, value in readings]
    start, unit = next(((at, value[0] / first[0]) for at, value in enumerate(values)
                        if value[0] > 0 and math.dist(value, recording.scaled(first, value[0] / first[0])) < 1e-8), (0, 0.0))
    check(start > 0, f"{first} of any unit is not among the {len(readings)} readings")
    check(abs(math.hypot(*values[start - 1]) / G - 1) < 0.02, f"at rest it shows {values[start - 1]} in front of the wave")
    return start, unit


def check_played(pad: Pad, played: Sequence[Raw], readings: Sequence[Reading]) -> str:
    """From the wave on, which `played` begins with, each reading was played at its time, within fuzz; in words.

    A device with a clock has a reading for each; another says nothing while its values stay as they are.
    """
    first, unit = ((start_of_wave(pad, readings), pad.model.scale) if pad.model.is_calibrated
                   else scaled_wave(pad, readings))
    after, expected = readings[first:], [recording.scaled(reading, unit) for reading in played]
    start, period, bound = after[0][0], pad.period_ns, pad.model.fuzz * unit + 1e-6
    count, worst = 0, 0.0
    for time, value in after:
        n = round((time - start) / period)
        if n >= len(expected):
            break
        # Half a period earlier or later is as near.
        near = [max(abs(a - b) for a, b in zip(value, each)) for each in expected[max(n - 1, 0) : n + 2]]
        check(min(near) <= bound, f"reading {count}, {(time - start) / 1e6:.2f} ms after the first, is {value}; played "
              f"was {expected[max(n - 1, 0) : n + 2]}")
        count, worst = count + 1, max(worst, min(near))
    if pad.model.has_clock:
        check(abs(count - len(expected)) <= 2, f"{count} readings came of {len(expected)}")
    return f"{count} within {worst / unit:.0f} of {pad.model.fuzz} units"


def check_spacing(pad: Pad, readings: Sequence[Reading], period_ns: float, bound: float = 0.5) -> str:
    """Readings are apart by the period, on average to 2 %, and each to `bound` of it; in words."""
    times = [time for time, _ in readings]
    steps = [(after - before) / 1e6 for before, after in zip(times, times[1:])]
    mean = sum(steps) / len(steps)
    check(abs(mean * 1e6 / period_ns - 1) < 0.02, f"readings are {mean:.3f} ms apart, expected {period_ns / 1e6:g}")
    check(min(steps) > 0 and max(abs(step * 1e6 / period_ns - 1) for step in steps) <= bound,
          f"readings are {min(steps):.2f} to {max(steps):.2f} ms apart, expected {period_ns / 1e6:g}")
    return f"{min(steps):.2f}-{max(steps):.2f} ms apart"
