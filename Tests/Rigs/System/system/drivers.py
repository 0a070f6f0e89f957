# SPDX-License-Identifier: Apache-2.0
"""The drivers of chips under the service: whose rate counts, and what others may read meanwhile."""
from functools import partial

from shared.chip import KXCJK1013, LIS2DH12, Chip, Model
from shared.report import Case, Outcome, check
from system.bench import Bench

TRIGGERS = "/sys/kernel/config/iio/triggers/hrtimer"
# Not a rate that the chips have.
RATE = 40
BUSY = "Device or resource busy"

_LOAD = f"""
modprobe iio-trig-hrtimer
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
mkdir {TRIGGERS}/rig
cd /sys/bus/iio/devices/trigger* && echo {RATE} > sampling_frequency
udevadm settle
"""
_RATE = "busctl get-property org.motiond.Motion1 /org/motiond/Motion1 org.motiond.Motion1 SampleRate"


def raw_beside(bench: Bench, folder: str) -> str:
    """What a program gets that reads a single value, in the words of the table."""
    read = bench.run(f"cat {folder}/in_accel_x_raw")
    return "read" if read.status == 0 else "refused" if BUSY in read.text else read.text


def hid(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    bench.monitor(accelerometer)
    raw = raw_beside(bench, accelerometer.folder)
    check(raw == "read", f"a raw read beside the buffer: {raw}")
    return Outcome("hid-sensor-accel-3d, claimed", "single values can be read beside the buffer")


def triggered(model: Model, bench: Bench) -> Outcome:
    """A chip with an hrtimer trigger that somebody made: its rate is that of the readings."""
    bench.shell(_LOAD)
    try:
        with Chip(bench.guest, model, 1000 / RATE) as chip:
            bench.shell("udevadm settle")
            bench.restart()
            monitor = bench.monitor(chip)
            trigger = chip.attribute("trigger/current_trigger")
            rate, raw = bench.shell(_RATE), raw_beside(bench, chip.folder)
            bench.stop(monitor)
            check(trigger == "rig" and float(rate.split()[-1]) == RATE, f"trigger {trigger}, SampleRate {rate}")
            check(raw == "refused", f"a raw read beside the buffer: {raw}")
    finally:
        bench.shell(f"rmdir {TRIGGERS}/rig")
    return Outcome(f"{model.name}, hrtimer of {RATE} Hz, claimed", f"SampleRate {RATE}; single values: {BUSY}")


def polled(bench: Bench) -> Outcome:
    """A chip without a trigger: one line says that it is polled."""
    with Chip(bench.guest, LIS2DH12, 200) as chip:
        bench.shell("udevadm settle")
        bench.restart()
        since = bench.now()
        monitor = bench.start("exec motionctl monitor --format json", "bob")
        monitor.wait_error("watching", 60)
        bench.shell("sleep 3")
        lines = [line for line in bench.journal(since) if "polled" in line]
        raw = raw_beside(bench, chip.folder)
        bench.stop(monitor)
    check(len(lines) == 1, f"{len(lines)} lines that it is polled: {lines}")
    check(raw == "read", f"a raw read beside: {raw}")
    return Outcome("lis2dh12 without a trigger, claimed", "polled, which one line says; single values can be read")


CASES: dict[str, Case] = {
    "driver-hid": hid, "driver-st": partial(triggered, LIS2DH12), "driver-kxcjk": partial(triggered, KXCJK1013),
    "driver-polled": polled,
}
