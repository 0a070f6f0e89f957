# SPDX-License-Identifier: Apache-2.0
"""Unplugging and plugging in again, while motiond runs."""
from functools import partial

from rig.bench import BEGAN, ENDED, INTERRUPTED, Bench
from rig.health import check_no_growth, holdings
from rig.shaken import (BOUND_OF_INTERRUPTION, RECOVERED, check_losses, check_recovered, in_the_shake,
                        read_by_motiond)
from shared.accelerometer import Accelerometer
from shared.guest import Process
from shared.recording import Raw
from shared.report import Case, Outcome, check

ROUNDS = 20
# How soon motiond must read one that is plugged in again, in seconds of the guest: an event tells it.
BOUND_OF_RETURN = 0.3

# The udevd of the host's package, with udev.rules.
START_UDEVD = "mkdir -p /run/udev && /lib/systemd/systemd-udevd --daemon"
STOP_UDEVD = "udevadm control --exit; rm -rf /run/udev"


def unplugged_in(bench: Bench, accelerometer: Accelerometer, daemon: Process, shake: list[Raw]) -> float:
    """Unplugs in the middle of the shake; how many seconds later it is cancelled."""
    heard = len(daemon.output.lines)
    accelerometer.play(shake[: in_the_shake(bench, shake)], then_unplug=True)
    daemon.wait_line(BEGAN, start=heard)
    unplugged = accelerometer.process.wait_line("^unplugged$")
    cancelled = daemon.wait_line(INTERRUPTED, start=heard)
    # Not seldom before the sensor comes to say that it is gone.
    seconds = max(0, cancelled.time_ns - unplugged.time_ns) / 1e9
    check(seconds <= BOUND_OF_INTERRUPTION,
          f"cancelled {seconds:.2f} s after the unplug, expected at most {BOUND_OF_INTERRUPTION:g}")
    return seconds


def plugged_again(bench: Bench, name: str, daemon: Process, shake: list[Raw]) -> tuple[Accelerometer, float]:
    """Plugs in another, which is shaken; how many seconds later its buffer was on."""
    heard = len(daemon.output.lines)
    accelerometer = bench.plug(name)
    accelerometer.rest(shake[0])
    accelerometer.wait_reader(daemon)
    seconds = (accelerometer.wait_listened() - accelerometer.plugged_ns) / 1e9
    check(seconds <= BOUND_OF_RETURN, f"read {seconds:.2f} s after it was plugged in again")
    accelerometer.play(shake)
    daemon.wait_line(ENDED, start=heard)
    accelerometer.wait_played()
    return accelerometer, seconds


def replugged(rounds: int, bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    daemon = read_by_motiond(bench, accelerometer, shake)
    first, returns, cancels = None, [], []
    for number in range(rounds):
        cancels.append(unplugged_in(bench, accelerometer, daemon, shake))
        accelerometer, seconds = plugged_again(bench, f"again{number}", daemon, shake)
        returns.append(seconds)
        last = holdings(bench, daemon)
        first = first or last
    check_no_growth(first, last)
    check_losses(daemon, rounds)
    check_recovered(bench, accelerometer, daemon, RECOVERED * rounds)
    return Outcome(f"{rounds} times: unplug in a shake; again",
                   f"cancelled after {max(cancels):.2f} s, on after {max(returns):.3f} s at most; {last}")


def replugged_with_udevd(bench: Bench) -> Outcome:
    bench.guest.shell(START_UDEVD)
    try:
        outcome = replugged(1, bench)
        # The last one is still plugged in. udevd has set its property, and that is seen.
        listing = bench.listing()
        check("1, 0, 0; 0, 1, 0; 0, 0, 1 (from udev)" in listing.output.text, listing.output.text)
        return outcome
    finally:
        bench.guest.shell(STOP_UDEVD)


UNPLUG: dict[str, Case] = {"unplug": partial(replugged, 1)}
CASES: dict[str, Case] = {
    "replug": partial(replugged, ROUNDS),
    "udevd": replugged_with_udevd,
}
