"""The cases: what the commands must do with the kernel's own IIO. One function each."""
from collections.abc import Callable
from functools import partial

from rig import recording
from rig.bench import BEGAN, ENDED, INTERRUPTED, LISTED, UNDONE, Bench, events, told
from rig.report import Outcome, check

Case = Callable[[Bench], Outcome]

# After an unplug nothing is heard from the kernel: motiond must notice that readings stay away. In
# seconds of the guest: a gap is 0.25, and the rest is for polling.
BOUND_OF_INTERRUPTION = 2.0


def list_names_the_device(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    listing = bench.listing()
    check(listing.status == 0, str(listing))
    check(LISTED in listing.output.text, f"no {LISTED} in: {listing.output.text.strip()}")
    return Outcome(f"one device, {accelerometer.device}", f"{LISTED} is listed")


def events_of_sample(name: str, expected: list[str], bench: Bench) -> Outcome:
    readings = recording.at_rest(bench.sample(name))
    seen = bench.play_to_motiond(bench.plug(), readings)
    check(seen == expected, f"expected {told(expected)}; came out {told(seen)}")
    return Outcome(f"{name}.csv, {len(readings)} readings", told(seen))


def record_gives_back_the_readings(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    injected = recording.at_rest(bench.sample("short-shake"))
    live = bench.play_to_motiond(accelerometer, injected)

    accelerometer.rest(injected[0])
    recorder = bench.record("/tmp/recording.csv")
    accelerometer.wait_reader(recorder)
    accelerometer.play(injected)
    accelerometer.wait_played()
    check(recorder.stop() == 0, str(recorder))
    text = bench.guest.shell("cat /tmp/recording.csv")
    check(text.endswith("\n"), f"the last line is not whole: ...{text[-40:]!r}")
    readings = recording.parse(text)

    values = [acceleration for _, acceleration in readings]
    expected = [recording.scaled(reading) for reading in injected]
    check(recording.find(expected, values) is not None,
          f"the {len(expected)} injected readings, {expected[0]} to {expected[-1]}, are not among the "
          f"{len(values)} recorded, {values[0]} to {values[-1]}")
    times = [time for time, _ in readings]
    steps = [(after - before) / 1e6 for before, after in zip(times, times[1:])]
    check(min(steps) > 0, f"timestamps do not increase: a step of {min(steps)} ms")
    mean = sum(steps) / len(steps)
    check(9 < mean < 11, f"timestamps are {mean:.3f} ms apart, expected about 10")

    replayed = bench.phases_of(bench.replay("/tmp/recording.csv"))
    check(replayed == live, f"live: {told(live)}; replay of the recording: {told(replayed)}")
    return Outcome(f"short-shake.csv, {len(injected)} readings",
                   f"equal to the last bit, {min(steps):.2f}-{max(steps):.2f} ms apart; {told(replayed)}")


def mount_matrix_turns_the_readings(bench: Bench) -> Outcome:
    """The guest has no udev, but its database is a file that anybody may write."""
    accelerometer = bench.plug()
    injected = recording.at_rest(bench.sample("short-shake"))
    accelerometer.rest(injected[0])
    number = f"$(cat /sys/bus/iio/devices/{accelerometer.device}/dev)"
    bench.guest.shell("mkdir -p /run/udev/data; "
                      f"echo 'E:ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1' > /run/udev/data/c{number}")
    try:
        listing = bench.listing()
        check("0, 1, 0; -1, 0, 0; 0, 0, 1 (as udev says)" in listing.output.text, listing.output.text)
        recorder = bench.record("/tmp/turned.csv")
        accelerometer.wait_reader(recorder)
        accelerometer.play(injected)
        accelerometer.wait_played()
        check(recorder.stop() == 0, str(recorder))
    finally:
        bench.guest.shell(f"rm -f /run/udev/data/c{number}")
    values = [value for _, value in recording.parse(bench.guest.shell("cat /tmp/turned.csv"))]
    expected = [(y, -x, z) for x, y, z in map(recording.scaled, injected)]
    check(recording.find(expected, values) is not None, "the injected readings, turned, were not recorded")
    return Outcome(f"{len(injected)} readings, a matrix of udev's", "turned, equal to the last bit")


def demo_undoes(bench: Bench) -> Outcome:
    shake = recording.at_rest(bench.sample("short-shake"))
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


def unplug_in_a_shake(bench: Bench) -> Outcome:
    shake = recording.at_rest(bench.sample("short-shake"))
    began, ended = (event["timestamp_ns"] for event in events(bench.replay_on_host(shake)))
    cut = (began + (ended - began) // 4) // recording.PERIOD_NS

    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    daemon = bench.motiond()
    accelerometer.wait_reader(daemon)
    accelerometer.play(shake[:cut], then_unplug=True)
    daemon.wait_line(BEGAN)
    unplugged = accelerometer.process.wait_line("^unplugged$")
    cancelled = daemon.wait_line(INTERRUPTED)
    seconds = (cancelled.time_ns - unplugged.time_ns) / 1e9
    check(seconds <= BOUND_OF_INTERRUPTION,
          f"cancelled {seconds:.2f} s after the unplug, expected at most {BOUND_OF_INTERRUPTION:g}")

    again = bench.plug("again")
    again.rest(shake[0])
    again.wait_reader(daemon)
    again.play(shake)
    daemon.wait_line(ENDED)
    again.wait_played()
    seen = bench.stopped(daemon)
    expected = ["began", "cancelled(interrupted)", "began", "ended"]
    check(seen == expected, f"expected {told(expected)}; came out {told(seen)}")
    return Outcome("short-shake.csv: unplug in it; again", f"cancelled after {seconds:.2f} s; began, ended")


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
    "unplug": unplug_in_a_shake,
    "sigterm": sigterm_switches_the_buffer_off,
}
