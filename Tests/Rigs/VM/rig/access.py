# SPDX-License-Identifier: Apache-2.0
"""What motiond may do, and what it says when it may not."""
from rig.bench import Bench
from rig.health import FIFO, OTHER, policies
from shared.events import check_phases, in_words
from shared.guest import Process
from shared.report import Case, Outcome, check
from shared.sensor import Sensor

NOT_PERMITTED = 77


def by_nobody(bench: Bench, sensor: Sensor | None, *options: str) -> Process:
    """motiond as a user who may do nothing."""
    command = " ".join(["exec motiond", *bench.arguments(sensor), *options])
    return bench.guest.start("su", "-s", "/bin/sh", "nobody", "-c", command)


def check_refused(bench: Bench, refused: Process, what: str) -> str:
    """It ends with the status for that, and one line that says `what`."""
    status = refused.wait(30)
    lines = refused.error.text.splitlines()
    check(status == NOT_PERMITTED and len(lines) == 1 and what in lines[0].lower(),
          f"exit status {status} and {lines}, expected {NOT_PERMITTED} and one line with '{what}'")
    return lines[0]


def no_permission(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    node = f"/dev/{accelerometer.device}"
    bench.guest.shell(f"chmod 600 {node}")
    check_refused(bench, by_nobody(bench, None), "permission denied")

    waiting = by_nobody(bench, None, "--wait")
    waiting.wait_error("(?i)permission denied")
    # As an integrator's udev rule would: the node, and the attributes of the device.
    bench.guest.shell(f"find {accelerometer.folder}/ -type f -exec chown nobody {{}} +; chown nobody {node}")
    accelerometer.wait_reader(waiting)
    complaints = [line.text for line in waiting.error.lines if "ermission denied" in line.text]
    check(len(complaints) == 1, f"it complained {len(complaints)} times: {complaints}")
    accelerometer.play(shake)
    accelerometer.wait_played()
    seen = bench.stopped(waiting)
    check_phases(seen, ["began", "ended"])
    return Outcome("another user; then the node becomes his", f"status 77 and one line; waits; {in_words(seen)}")


def fifo_scheduling(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    daemon = bench.motiond(None, "--scheduling", "fifo")
    accelerometer.wait_reader(daemon)
    accelerometer.play(shake)
    accelerometer.wait_played()
    # Often: a thread is not real-time between two turns.
    looks = [policies(bench, daemon) for _ in range(10)]
    check(all(look.count(OTHER) >= len(look) - 1 for look in looks) and any(FIFO in look for look in looks),
          f"the policies of its threads are {looks}, expected FIFO ({FIFO}) once, for the sensor queue")
    check_phases(bench.stopped(daemon), ["began", "ended"])
    bench.guest.shell(f"find {accelerometer.folder}/ -type f -exec chown nobody {{}} +; "
                      f"chown nobody /dev/{accelerometer.device}")
    refused = by_nobody(bench, None, "--scheduling", "fifo")
    accelerometer.wait_reader(refused)
    accelerometer.play(shake)
    accelerometer.wait_played()
    check_phases(bench.stopped(refused), ["began", "ended"])
    told_so = [line.text for line in refused.error.lines if "the kernel refused SCHED_FIFO" in line.text]
    check(len(told_so) == 1, f"it was refused, and said so {len(told_so)} times: {told_so}")
    return Outcome("--scheduling fifo, of root and of another", f"one of {len(looks[0])} threads FIFO; refused in one line, goes on")


NO_PERMISSION: dict[str, Case] = {"access": no_permission}
CASES: dict[str, Case] = {"fifo": fifo_scheduling}
