# SPDX-License-Identifier: Apache-2.0
"""What was recorded, beside what was injected."""
from collections.abc import Sequence

from shared import recording
from shared.recording import Raw, Reading
from shared.report import check


def check_values(injected: Sequence[Raw], readings: Sequence[Reading],
                 scale: float = recording.SCALE) -> None:
    """All that was injected is there, in order, equal to the last digit."""
    expected = [recording.recorded(reading, scale) for reading in injected]
    values = [value for _, value in readings]
    check(recording.find(expected, values) is not None,
          f"the {len(expected)} injected readings, {expected[0]} to {expected[-1]}, are not among the "
          f"{len(values)} recorded, {values[0]} to {values[-1]}")


def checked_hole(injected: Sequence[Raw], readings: Sequence[Reading]) -> range:
    """All that was injected is there, in order, but for one hole: where that is."""
    expected = [recording.recorded(reading) for reading in injected]
    present = set(expected)
    values = [value for value in without_repeats([value for _, value in readings]) if value in present]
    start = next((n for n, pair in enumerate(zip(expected, values)) if pair[0] != pair[1]), len(values))
    hole = range(start, start + len(expected) - len(values))
    check(values == expected[: hole.start] + expected[hole.stop :],
          f"readings are missing in more than one place: the first is {start} of {len(expected)}")
    return hole


def check_held(injected: Sequence[Raw], readings: Sequence[Reading], scale: float) -> None:
    """The same of a sensor that is read at its reader's pace, for readings that are held for several.

    Each must be there, none but these, whole and in order; how often each came does not matter.
    """
    check_same([recording.recorded(reading, scale) for reading in injected],
               [value for _, value in readings], "readings")


def check_held_axes(injected: Sequence[Raw], readings: Sequence[Reading], scale: float) -> None:
    """The same for a sensor whose axes are read one by one: a reading may mix two that were injected."""
    expected = [recording.recorded(reading, scale) for reading in injected]
    for axis, name in enumerate("xyz"):
        check_same([value[axis] for value in expected], [value[axis] for _, value in readings], name)


def check_same(expected: Sequence[object], came: Sequence[object], what: str) -> None:
    expected, came = without_repeats(expected), without_repeats(came)
    check(recording.find(expected, came) is not None,
          f"{what}: the {len(expected)} injected, {expected[:4]}..., are not among the {len(came)} "
          f"recorded, {came[:4]}...{came[-4:]}")


def without_repeats(values: Sequence[object]) -> list[object]:
    return [value for n, value in enumerate(values) if n == 0 or value != values[n - 1]]


def spacing(readings: Sequence[Reading]) -> str:
    """Timestamps increase; in words, how far apart they are."""
    times = [time for time, _ in readings]
    steps = [(after - before) / 1e6 for before, after in zip(times, times[1:])]
    check(min(steps) > 0, f"timestamps do not increase: a step of {min(steps)} ms")
    return f"{min(steps):.2f}-{max(steps):.2f} ms apart"


def checked_spacing(readings: Sequence[Reading], period_ns: float) -> str:
    """The same, and on average they are apart by the period."""
    mean = mean_spacing(readings)
    check(0.9 < mean / period_ns < 1.1,
          f"timestamps are {mean / 1e6:.3f} ms apart, expected {period_ns / 1e6:g}")
    return spacing(readings)


def mean_spacing(readings: Sequence[Reading]) -> float:
    """In ns."""
    return (readings[-1][0] - readings[0][0]) / (len(readings) - 1)
