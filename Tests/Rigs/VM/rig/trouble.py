# SPDX-License-Identifier: Apache-2.0
"""Trouble in the middle of a shake: it is cancelled once, and the next one is seen again."""
from rig.bench import ENDED, INTERRUPTED, Bench
from rig.shaken import BOUND_OF_INTERRUPTION, RECOVERED, check_recovered, in_the_shake, read_by_motiond
from shared.events import check_phases, events, in_words
from shared.readings import checked_hole
from shared.report import Case, Outcome, check
from shared.sensor import Sensor


def stall_in_a_shake(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    cut = in_the_shake(bench, shake)
    accelerometer = bench.plug()
    daemon = read_by_motiond(bench, accelerometer, shake)
    accelerometer.play([*shake[:cut], "pause 3000", *[shake[0]] * 100, *shake])
    cancelled = daemon.wait_line(INTERRUPTED)
    seconds = (cancelled.time_ns - accelerometer.wait_reported("^stalled$").time_ns) / 1e9
    check(seconds <= BOUND_OF_INTERRUPTION, f"cancelled {seconds:.2f} s after the stall began")
    daemon.wait_line(ENDED)
    accelerometer.wait_played()
    check_recovered(bench, accelerometer, daemon, RECOVERED)
    return Outcome("short-shake.csv, silent for 3 s in it; again",
                   f"cancelled after {seconds:.2f} s; began, ended")


def room(sensor: Sensor) -> int:
    """How many readings the kernel holds for its reader now: a kfifo is for a power of two."""
    return 1 << (int(sensor.attribute("buffer/length")) - 1).bit_length()


def overflow_in_a_shake(bench: Bench) -> Outcome:
    """motiond is stopped until the kernel's buffer is full, in the middle of a shake, and for longer.

    The kernel keeps the oldest readings: behind them is a gap.
    """
    long, short = bench.sample("long-shake"), bench.sample("short-shake")
    accelerometer = bench.plug()
    daemon = read_by_motiond(bench, accelerometer, long)
    capacity = room(accelerometer)
    lead = [long[0]] * (capacity - in_the_shake(bench, long, 100))
    accelerometer.play([f"run kill -STOP {daemon.pid}", *lead, *long, f"run kill -CONT {daemon.pid}",
                        *[short[0]] * 300, *short])
    daemon.wait_line(ENDED, 60)
    accelerometer.wait_played()
    check_recovered(bench, accelerometer, daemon, RECOVERED)
    stopped = (len(lead) + len(long)) / 100
    return Outcome(f"stopped for {stopped:.1f} s, room for {capacity / 100:.2f} s; again", in_words(RECOVERED))


def overflow_in_a_recording(bench: Bench) -> Outcome:
    """A recorder that is stopped for too long lacks readings in one place, and has all others."""
    accelerometer = bench.plug()
    injected = [(n, -n, 1000) for n in range(1, 2001)]
    readings = bench.recorded(accelerometer, [
        *injected[:100], "run kill -STOP $(pidof motionctl)", *injected[100:1500],
        "run kill -CONT $(pidof motionctl)", *injected[1500:]])
    hole = checked_hole(injected, readings)
    check(hole.start > 100 and hole.stop <= 1501, f"readings {hole.start} to {hole.stop} are missing")
    return Outcome(f"{len(injected)} readings, stopped for 14 s in it",
                   f"equal; missing {hole.start + 1} to {hole.stop}")


def killed_and_started_again(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    killed = read_by_motiond(bench, accelerometer, shake)
    killed.kill()
    check(accelerometer.is_enabled, "the kernel has switched the buffer off by itself")
    seen = bench.play_to_motiond(accelerometer, shake)
    check_phases(seen, ["began", "ended"])
    # Nothing of it can be set while it is on, not even its clock.
    bench.guest.shell(f"cd {accelerometer.folder}; echo realtime > current_timestamp_clock; "
                      "echo 1 > scan_elements/in_accel_x_en; echo 1 > buffer/enable")
    daemon = bench.motiond()
    daemon.wait_error("started")
    accelerometer.play(shake)
    accelerometer.wait_played()
    check_recovered(bench, accelerometer, daemon, ["began", "ended"])
    for line, event in zip(daemon.output.lines, events(daemon.output.text)):
        late = (line.time_ns - event["timestamp_ns"]) / 1e9
        check(0 <= late < 1, f"{line.text} came {late:.3f} s after its timestamp: that is of another clock")
    return Outcome("kill -9, then again; a buffer left on by others", "began, ended; began, ended")


ESSENTIAL: dict[str, Case] = {"stall": stall_in_a_shake, "overflow": overflow_in_a_shake}
CASES: dict[str, Case] = {"overflow-rec": overflow_in_a_recording, "crash": killed_and_started_again}
