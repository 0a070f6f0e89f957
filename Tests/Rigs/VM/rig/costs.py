# SPDX-License-Identifier: Apache-2.0
"""What motiond costs and how late it is, by its ways of sampling; and what it costs to wait."""
from rig.bench import Bench
from rig.figures import Cost, cost
from rig.health import switches_per_second
from shared.accelerometer import Accelerometer
from shared.events import events
from shared.report import Case, Outcome, check

# Context switches a second: while it reads a device at rest at 100 Hz, and while it searches for an accelerometer.
RESTING_BUDGET = 12
SEARCHING_BUDGET = 3
# How much later than with `prompt` a shake may begin with `thrifty`, in ms of the guest.
MOST_DELAY = 40
SHAKES = 8


def delays_of_began(bench: Bench, accelerometer: Accelerometer, sampling: str) -> list[float]:
    """How long after the reading that proved it `began` was printed, in ms of the guest."""
    shake = bench.sample("short-shake")
    accelerometer.rest(shake[0])
    daemon = bench.motiond(None, "--sampling", sampling)
    accelerometer.wait_reader(daemon)
    # Odd lengths, so that the shakes come at different moments of a timer's period.
    items = [reading for number in range(SHAKES) for reading in [*shake, *[shake[-1]] * (100 + number)]]
    accelerometer.play(items)
    accelerometer.wait_played()
    bench.stopped(daemon)
    told = zip(daemon.output.lines, events(daemon.output.text))
    delays = [(line.time_ns - event["timestamp_ns"]) / 1e6
              for line, event in told if event["phase"] == "began"]
    check(len(delays) == SHAKES, f"{len(delays)} shakes began of {SHAKES}")
    return delays


def cost_of(bench: Bench, accelerometer: Accelerometer, sampling: str) -> Cost:
    return cost(bench, accelerometer, bench.motiond(None, "--sampling", sampling))


def prompt_and_thrifty(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    prompt, thrifty = (cost_of(bench, accelerometer, sampling) for sampling in ("prompt", "thrifty"))
    soon, late = (delays_of_began(bench, accelerometer, sampling) for sampling in ("prompt", "thrifty"))
    print(f"  prompt:  {prompt}; began {min(soon):.2f}-{max(soon):.2f} ms after its reading")
    print(f"  thrifty: {thrifty}; began {min(late):.2f}-{max(late):.2f} ms after its reading")
    check(thrifty.switches_per_second <= RESTING_BUDGET,
          f"thrifty: {thrifty.switches_per_second:.0f} switches a second, expected at most {RESTING_BUDGET}")
    later = max(late) - min(soon)
    check(later <= MOST_DELAY, f"thrifty: {later:.2f} ms later than prompt, expected at most {MOST_DELAY}")
    return Outcome("10 s of rest; 8 shakes; prompt and thrifty",
                   f"{prompt.switches_per_second:.0f} and {thrifty.switches_per_second:.0f} switches/s; "
                   f"{later:.1f} ms later")


def searching(bench: Bench) -> Outcome:
    daemon = bench.motiond(None, "--wait")
    daemon.wait_error("")
    switches = switches_per_second(bench, daemon)
    check(switches <= SEARCHING_BUDGET,
          f"{switches:.1f} switches a second, expected at most {SEARCHING_BUDGET}")
    bench.stopped(daemon)
    return Outcome("--wait, no accelerometer, 10 s", f"{switches:.1f} switches/s")


CASES: dict[str, Case] = {"sampling": prompt_and_thrifty, "searching": searching}
