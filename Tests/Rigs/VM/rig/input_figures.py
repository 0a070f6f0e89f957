# SPDX-License-Identifier: Apache-2.0
"""What a DualSense of 250 Hz costs motiond, and how late its events are, beside an accelerometer of IIO."""
from dataclasses import dataclass

from rig.bench import Bench
from rig.figures import Cost, snapshot
from rig.played import sample, wait_open
from shared.events import check_phases, events, phases
from shared.guest import Process
from shared.pad import DUALSENSE, Pad
from shared.report import Case, Outcome
from shared.sensor import Sensor

RATE, SECONDS = 250, 10
PERIOD_NS = 1_000_000_000 // RATE


@dataclass(frozen=True)
class Figures:
    cost: Cost
    late_ms: float  # from the time of the reading at which a shake began to the line that tells it

    def __str__(self) -> str:
        return f"{self.cost}, {self.late_ms:.0f} ms late"


def figures_of(bench: Bench, sensor: Sensor | Pad, shake: list, way: str) -> Figures:
    sensor.rest(shake[0])
    source = "input" if isinstance(sensor, Pad) else f"iio:{sensor.device}"
    daemon = bench.motiond(None, "--source", source, "--rate", str(RATE), "--sampling", way)
    if isinstance(sensor, Pad):
        wait_open(bench, sensor, daemon)
    else:
        sensor.wait_reader(daemon)
    cost = cost_of_rest(bench, sensor, daemon, shake[0])
    sensor.play(shake)
    sensor.wait_played()
    bench.guest.shell("usleep 300000")
    daemon.stop()
    check_phases(phases(daemon.output.text), ["began", "ended"])
    began = events(daemon.output.text)[0]
    return Figures(cost, (daemon.output.lines[0].time_ns - began["timestamp_ns"]) / 1e6)


def cost_of_rest(bench: Bench, sensor: Sensor | Pad, daemon: Process, rest: tuple) -> Cost:
    # A thread that ends takes its count with it: until those that have nothing to do have ended.
    bench.guest.shell("sleep 10")
    uptime, cpu_ns, switches, _ = snapshot(bench, daemon)
    sensor.play([rest] * (SECONDS * RATE))
    sensor.wait_played()
    uptime_after, cpu_ns_after, switches_after, kilobytes = snapshot(bench, daemon)
    seconds = uptime_after - uptime
    return Cost(cpu_ms_per_second=(cpu_ns_after - cpu_ns) / 1e6 / seconds,
                switches_per_second=(switches_after - switches) / seconds, megabytes=kilobytes / 1024)


def figures(bench: Bench) -> Outcome:
    """Prints. CPU time counts instructions, 2 ns each; nothing is judged but that the events are there."""
    told = []
    for way in "prompt", "thrifty":
        accelerometer = bench.plug(f"beside-{way}")
        iio = figures_of(bench, accelerometer, bench.sample("short-shake", PERIOD_NS), way)
        accelerometer.unplug()
        pad = Pad(bench.guest, DUALSENSE)
        ours = figures_of(bench, pad, sample(bench, pad), way)
        pad.unplug()
        print(f"  {way}, IIO: {iio}\n  {way}, DualSense: {ours}")
        told.append(f"{ours.cost.cpu_ms_per_second / iio.cost.cpu_ms_per_second:.2f} times IIO ({way})")
    return Outcome(f"{SECONDS} s of rest at {RATE} Hz, a shake; IIO, a DualSense", "CPU " + ", ".join(told))


CASES: dict[str, Case] = {"input-figures": figures}
