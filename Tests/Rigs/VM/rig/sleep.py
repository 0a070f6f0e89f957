# SPDX-License-Identifier: Apache-2.0
"""Suspend and resume.

The kernel goes all the way but the last step (pm_test): processes are frozen and drivers suspended, then
it waits and resumes. QEMU does not get further: nothing wakes it from suspend-to-idle, and after S3 the
kernel does not come back. So the clocks go on meanwhile, unlike in a real suspend.
"""
from rig.bench import ENDED, Bench
from rig.shaken import RECOVERED, check_recovered, in_the_shake, read_by_motiond
from shared.events import in_words
from shared.report import Case, Outcome, check

SECONDS = 1

_SUSPEND = f"""
echo {SECONDS} > /sys/module/suspend/parameters/pm_test_delay
echo devices > /sys/power/pm_test
read before rest < /proc/uptime
echo freeze > /sys/power/state
read after rest < /proc/uptime
echo none > /sys/power/pm_test
echo suspended $before $after
"""


def suspended_in_a_shake(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    daemon = read_by_motiond(bench, accelerometer, shake)
    bench.guest.run("sh", "-c", "cat > /tmp/suspend", text=_SUSPEND)
    # It rests for long, since it may be looked for again.
    cut = in_the_shake(bench, shake)
    accelerometer.play([*shake[:cut], "run sh /tmp/suspend", *[shake[0]] * 500, *shake])
    _, before, after = accelerometer.wait_reported("^suspended ").text.split()
    seconds = float(after) - float(before)
    check(seconds >= SECONDS * 0.9, f"it was suspended for {seconds:.2f} s only, expected {SECONDS}")
    daemon.wait_line(ENDED)
    accelerometer.wait_played()
    check_recovered(bench, accelerometer, daemon, RECOVERED)
    return Outcome(f"suspended for {seconds:.1f} s in short-shake.csv; again", in_words(RECOVERED))


CASES: dict[str, Case] = {"suspend": suspended_in_a_shake}
