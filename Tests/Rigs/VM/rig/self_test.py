# SPDX-License-Identifier: Apache-2.0
"""Does the rig itself work? The same kind of cases, with libiio's own tools instead of ours."""
import struct
from collections.abc import Callable

from rig import pad_test
from rig.bench import Bench
from shared import recording
from shared.accelerometer import Accelerometer
from shared.guest import GuestError, Process
from shared.recording import Raw
from shared.report import Outcome, Failed, check

# No two alike, and negative ones too: a reading out of place cannot hide.
RAMP = [(n, -n, 1000 + 2 * n) for n in range(1, 301)]


def read(bench: Bench, accelerometer: Accelerometer) -> Process:
    reader = bench.guest.start("iio_readdev", "-b", "1", accelerometer.device)
    accelerometer.wait_reader(reader)
    return reader


def scans(reader: Process, bits: int = 32) -> list[tuple[Raw, int]]:
    """What iio_readdev wrote: three axes in 32 bits each, padding, the time."""

    def number(field: int) -> int:
        sign = 1 << (bits - 1)
        return ((field & (2 * sign - 1)) ^ sign) - sign

    whole = len(reader.output.bytes) // 24 * 24
    return [(tuple(number(axis) for axis in scan[:3]), scan[3])
            for scan in struct.iter_unpack("<3I4xq", reader.output.bytes[:whole])]


def check_came_back(reader: Process, injected: list[Raw], bits: int = 32) -> str:
    came = scans(reader, bits)
    start = recording.find(injected, [reading for reading, _ in came])
    check(start is not None, f"the {len(injected)} injected readings are not among {len(came)} scans")
    times = [time for _, time in came[start : start + len(injected)]]
    steps = [(after - before) / 1e6 for before, after in zip(times, times[1:])]
    return f"{len(injected)} readings equal, {min(steps):.2f}-{max(steps):.2f} ms apart"


def commands(bench: Bench) -> Outcome:
    done = bench.guest.run("sh", "-c", "cat; echo no >&2; exit 3", text="yes\n")
    seen = (done.output.text, done.error.text, done.status)
    check(seen == ("yes\n", "no\n", 3), f"{seen}")
    bulk = bench.guest.run("head", "-c", "1000000", "/dev/zero")
    check(len(bulk.output.bytes) == 1_000_000, f"{len(bulk.output.bytes)} bytes of 1000000")
    check(bench.guest.run("no-such-command").status == 127, "a command that is not there has started")
    sleeper = bench.guest.start("sleep", "1000000")
    check(sleeper.stop() == -15, f"status {sleeper.status} after SIGTERM")
    return Outcome("output, error, status, signal", "each by itself")


def deadline(bench: Bench) -> Outcome:
    talker = bench.guest.start("cat")
    try:
        talker.wait_line("never", 0.2)
    except GuestError as error:
        check("0.2 s" in str(error), str(error))
        return Outcome("a line that never comes", "given up after 0.2 s")
    raise Failed("a deadline passed unnoticed")


def device(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    seen = [accelerometer.attribute(name) for name in ("name", "in_accel_scale", "in_accel_z_raw")]
    check(seen == ["accel_3d", "0.009806650", "1000"], f"{seen}")
    information = bench.guest.run("iio_info").output.text
    check("accel_3d (buffer capable)" in information, information)
    return Outcome("one device", f"{accelerometer.device}: {', '.join(seen)}")


def readings(bits: int, bench: Bench) -> Outcome:
    accelerometer = bench.plug(bits=bits)
    reader = read(bench, accelerometer)
    accelerometer.play(RAMP)
    accelerometer.wait_played()
    check(accelerometer.is_enabled, "buffer/enable is not 1 while somebody reads")
    check(reader.stop() == 0, f"iio_readdev: status {reader.status}")
    check(not accelerometer.is_enabled, "buffer/enable is not 0 after the reader has gone")
    return Outcome(f"a ramp, {bits} bits", check_came_back(reader, RAMP, bits))


def replug(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    reader = read(bench, accelerometer)
    accelerometer.play(RAMP[:100], then_unplug=True)
    accelerometer.process.wait_line("^unplugged$")
    check(bench.guest.run("test", "-e", accelerometer.folder).status == 1, "it is still there")
    reader.wait(30)  # it gives up after a second without readings
    check_came_back(reader, RAMP[:100])
    again = bench.plug("again")
    reader = read(bench, again)
    again.play(RAMP)
    again.wait_played()
    reader.stop()
    return Outcome("a ramp, unplugged in it, again", check_came_back(reader, RAMP))


def several(bench: Bench) -> Outcome:
    accelerometers = [bench.plug(f"number{n}") for n in range(6)]
    ramps = [[(n * 1000 + x, y, z) for x, y, z in RAMP] for n in range(6)]
    readers = [read(bench, accelerometer) for accelerometer in accelerometers]
    for accelerometer, ramp in zip(accelerometers, ramps):
        accelerometer.play(ramp)
    for accelerometer, reader, ramp in zip(accelerometers, readers, ramps):
        accelerometer.wait_played()
        reader.stop()
        check_came_back(reader, ramp)
    return Outcome("six devices, six ramps", "each reader saw its own")


CASES: dict[str, Callable[[Bench], Outcome]] = {
    "commands": commands,
    "deadline": deadline,
    "device": device,
    "32 bits": lambda bench: readings(32, bench),
    "16 bits": lambda bench: readings(16, bench),
    "replug": replug,
    "several": several,
    **pad_test.CASES,
}
