# SPDX-License-Identifier: Apache-2.0
"""What the commands must do with an accelerometer that gives no trouble. One function each."""
from functools import partial

from rig.bench import LISTED, UNDONE, Bench
from shared import recording
from shared.events import in_words
from shared.readings import check_values, checked_spacing
from shared.report import Case, Outcome, check


def list_names_the_device(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    listing = bench.listing()
    check(listing.status == 0, str(listing))
    check(LISTED in listing.output.text, f"no {LISTED} in: {listing.output.text.strip()}")
    return Outcome(f"one device, {accelerometer.device}", f"{LISTED} is listed")


def events_of_sample(name: str, expected: list[str], bench: Bench) -> Outcome:
    readings = bench.sample(name)
    seen = bench.play_to_motiond(bench.plug(), readings)
    check(seen == expected, f"expected {in_words(expected)}; came out {in_words(seen)}")
    return Outcome(f"{name}.csv, {len(readings)} readings", in_words(seen))


def record_gives_back_the_readings(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    injected = bench.sample("short-shake")
    live = bench.play_to_motiond(accelerometer, injected)
    readings = bench.recorded(accelerometer, injected)
    check_values(injected, readings)
    spacing = checked_spacing(readings, recording.PERIOD_NS)
    replayed = bench.phases_of(bench.replay("/tmp/recording.csv"))
    check(replayed == live, f"live: {in_words(live)}; replay of the recording: {in_words(replayed)}")
    return Outcome(f"short-shake.csv, {len(injected)} readings",
                   f"equal to nine decimals, {spacing}; {in_words(replayed)}")


def mount_matrix_turns_the_readings(bench: Bench) -> Outcome:
    """The guest has no udev, but its database is a file that anybody may write."""
    accelerometer = bench.plug()
    injected = bench.sample("short-shake")
    number = f"$(cat /sys/bus/iio/devices/{accelerometer.device}/dev)"
    bench.guest.shell("mkdir -p /run/udev/data; "
                      f"echo 'E:ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1' > /run/udev/data/c{number}")
    try:
        listing = bench.listing()
        check("0, 1, 0; -1, 0, 0; 0, 0, 1 (from udev)" in listing.output.text, listing.output.text)
        readings = bench.recorded(accelerometer, injected)
    finally:
        bench.guest.shell(f"rm -f /run/udev/data/c{number}")
    check_values([(y, -x, z) for x, y, z in injected], readings)
    return Outcome(f"{len(injected)} readings, a matrix of udev's", "turned, equal to nine decimals")


def demo_undoes(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    demo = bench.demo()
    accelerometer.wait_reader(demo)
    check("Undo" not in demo.output.text, "an undo before the shake")
    accelerometer.play(shake)
    line = demo.wait_line(UNDONE)
    accelerometer.wait_played()
    undos = [line.text for line in demo.output.lines if "Undo " in line.text]
    check(len(undos) == 1, f"one shake, but {undos}")
    check(demo.stop() == 0, str(demo))
    return Outcome("short-shake.csv", line.text.strip())


def sigterm_switches_the_buffer_off(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    daemon = bench.motiond()
    accelerometer.wait_reader(daemon)
    status = daemon.stop()
    enabled = accelerometer.attribute("buffer/enable")
    check((status, enabled) == (0, "0"), f"exit status {status}, buffer/enable {enabled}; expected 0, 0")
    return Outcome("SIGTERM", "exit status 0, buffer/enable 0")


_EXPECTED_EVENTS = {
    "short-shake": ["began", "ended"],
    "long-shake": ["began", "cancelled(tooLong)"],
    "walk": [],
    "put-down": [],
}

CASES: dict[str, Case] = {
    "list": list_names_the_device,
    **{name: partial(events_of_sample, name, expected) for name, expected in _EXPECTED_EVENTS.items()},
    "record": record_gives_back_the_readings,
    "mount": mount_matrix_turns_the_readings,
    "demo": demo_undoes,
    "sigterm": sigterm_switches_the_buffer_off,
}
