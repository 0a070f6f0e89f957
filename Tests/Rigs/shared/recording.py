# SPDX-License-Identifier: Apache-2.0
"""Recordings as the device plays them (raw LSB, one a period) and as people read them (CSV in m/s²)."""
import bisect
from collections.abc import Sequence
from pathlib import Path

# What the kernel says of the virtual device: in_accel_scale = 0.009806650, in_accel_offset = 0.
SCALE = 0.009806650
PERIOD_NS = 10_000_000

Raw = tuple[int, int, int]
Vector = tuple[float, float, float]
Reading = tuple[int, Vector]  # ns, m/s²


def parse(text: str) -> list[Reading]:
    """The readings of a recording; a line that is not whole is an error."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    names = lines[0].split(",")
    time, *axes = (names.index(name) for name in ("timestamp_ns", "x", "y", "z"))
    rows = [line.split(",") for line in lines[1:]]
    if any(len(row) != len(names) for row in rows):
        raise ValueError("a line of the recording is not whole")
    return [(int(row[time]), tuple(float(row[axis]) for axis in axes)) for row in rows]


def raw(readings: Sequence[Reading], period_ns: int = PERIOD_NS, scale: float = SCALE) -> list[Raw]:
    """The readings, one every `period_ns` (interpolated where need be), rounded to whole LSB."""
    times = [time for time, _ in readings]
    steps = (times[-1] - times[0] + period_ns // 2) // period_ns
    return [_quantized(_at(readings, times, times[0] + n * period_ns), scale) for n in range(steps + 1)]


def _quantized(acceleration: Vector, scale: float) -> Raw:
    x, y, z = (round(component / scale) for component in acceleration)
    return x, y, z


def _at(readings: Sequence[Reading], times: Sequence[int], time: int) -> Vector:
    after = min(bisect.bisect_left(times, time), len(times) - 1)
    before = max(after - 1, 0)
    if times[after] <= time or after == before:
        return readings[after][1]
    share = (time - times[before]) / (times[after] - times[before])
    return tuple(a + share * (b - a) for a, b in zip(readings[before][1], readings[after][1]))


def at_rest(recording: Sequence[Raw], before: float = 0.5, after: float = 2.0,
            period_ns: int = PERIOD_NS) -> list[Raw]:
    """The recording between stretches of rest, in seconds: time to settle, and to see it end.

    The first and the last reading are repeated, as the device does when nothing is played.
    """
    periods = 1e9 / period_ns
    lead, tail = [recording[0]] * int(before * periods), [recording[-1]] * int(after * periods)
    return lead + list(recording) + tail


def sample(file: Path, period_ns: int = PERIOD_NS, scale: float = SCALE) -> list[Raw]:
    """A recording between stretches of rest, as raw readings."""
    return at_rest(raw(parse(file.read_text()), period_ns, scale), period_ns=period_ns)


def scaled(reading: Raw, scale: float = SCALE) -> Vector:
    """As a reader computes it: raw times scale, in double precision."""
    return tuple(component * scale for component in reading)


def recorded(reading: Raw, scale: float = SCALE) -> Vector:
    """As `motionctl record` writes it: to nine decimals."""
    return tuple(round(component, 9) for component in scaled(reading, scale))


def csv(recording: Sequence[Raw]) -> str:
    """What the device plays as a recording in m/s², exact to the last bit."""
    lines = [",".join([str(n * PERIOD_NS), *map(repr, scaled(reading))])
             for n, reading in enumerate(recording)]
    return "timestamp_ns,x,y,z\n" + "\n".join(lines) + "\n"


def find(needle: Sequence[object], haystack: Sequence[object]) -> int | None:
    """Where `needle` begins in `haystack`, whole and without a gap."""
    for start in range(len(haystack) - len(needle) + 1):
        if haystack[start] == needle[0] and haystack[start : start + len(needle)] == needle:
            return start
    return None
