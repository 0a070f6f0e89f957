# SPDX-License-Identifier: Apache-2.0
"""Shakes of a sensor that motiond reads, whatever befalls them: what the cases of trouble share."""
from collections.abc import Sequence

from rig.bench import Bench
from shared import recording
from shared.events import check_phases, events
from shared.guest import Process
from shared.process import HostProcess
from shared.readings import check_values
from shared.recording import Raw
from shared.report import check
from shared.sensor import Sensor

# How soon an open motion must be cancelled when nothing is heard any more, in seconds of the guest: a
# gap is 0.25, and the rest is for polling.
BOUND_OF_INTERRUPTION = 2.0
# In the log of motiond when it has lost its accelerometer.
LOST = "looking for it"
RECOVERED = ["began", "cancelled(interrupted)", "began", "ended"]

# No two alike, and negative ones too: a reading out of place cannot hide.
RAMP = [(n, -n, 1000 + 2 * n) for n in range(1, 101)]


def in_the_shake(bench: Bench, shake: Sequence[Raw], after_ms: int = 200) -> int:
    """How many readings of the shake are played so long after it began."""
    began = events(bench.replay_on_host(shake))[0]["timestamp_ns"]
    return (began + after_ms * 1_000_000) // recording.PERIOD_NS


def read_by_motiond(bench: Bench, sensor: Sensor, shake: Sequence[Raw]) -> Process:
    sensor.rest(shake[0])
    daemon = bench.motiond()
    sensor.wait_reader(daemon)
    return daemon


def check_losses(daemon: Process | HostProcess, times: int) -> None:
    """It has logged so many times, a line each, that it lost its accelerometer."""
    lines = [line.text for line in daemon.error.lines if LOST in line.text]
    check(len(lines) == times, f"expected {times} lines in its log that it lost the accelerometer: {lines}")


def check_recovered(bench: Bench, sensor: Sensor, daemon: Process, expected: Sequence[str]) -> None:
    """The daemon has told these events, and the sensor is as good as new for the next reader."""
    check_phases(bench.stopped(daemon), expected)
    check_values(RAMP, bench.recorded(sensor, RAMP))
