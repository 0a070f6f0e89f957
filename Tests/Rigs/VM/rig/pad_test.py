# SPDX-License-Identifier: Apache-2.0
"""Are the controllers and other input devices what the kernel shows of them? Without a command of ours."""
from functools import partial

from rig.bench import Bench
from rig.inputs import KINDS
from rig.played import wave
from shared import recording
from shared.guest import Process
from shared.pad import DUALSENSE, GUARD, JOYCON, WIIMOTE, Frame, Model, Pad, described, frames
from shared.report import Case, Outcome, check


def dumped(bench: Bench, pad: Pad) -> Process:
    dump = bench.guest.start("event-dump", pad.node)
    dump.wait_line("^listening$")
    return dump


def played(bench: Bench, pad: Pad, dump: Process) -> list[Frame]:
    """The frames of a wave that was played: equal to the last digit, and a reading's time apart."""
    injected = wave(pad.model)
    pad.play(injected)
    pad.wait_played()
    bench.guest.shell("usleep 100000")
    seen = frames(dump)
    start = recording.find([pad.model.turned(reading) for reading in injected], [frame.axes for frame in seen])
    check(start is not None, f"{injected[:2]} and so on are not among {[frame.axes for frame in seen]}")
    return seen[start : start + len(injected)]


def per_reading(times: list[int], model: Model) -> float:
    """From one reading to the next, in us, over whole reports."""
    last = (len(times) - 1) // model.readings * model.readings
    return (times[last] - times[0]) / last


def shown(name: str, bench: Bench) -> Outcome:
    model = KINDS[name]
    pad = Pad(bench.guest, model)
    dump = dumped(bench, pad)
    head = described(dump)
    axes = [line for line in head if line.startswith("axis")]
    whole = played(bench, pad, dump)
    steps = per_reading([frame.time_us for frame in whole], model)
    check(abs(steps - pad.period_ns / 1000) < 20, f"{steps} us apart, expected {pad.period_ns / 1000}")
    clocks = [frame.clock_us for frame in whole]
    check(all((clock is None) != model.has_clock for clock in clocks), f"its clock: {clocks[:4]}")
    rate = per_reading(clocks, model) / steps if model.has_clock else None
    driver = bench.guest.shell(f"basename $(readlink /sys/class/input/{pad.node.split('/')[-1]}/device/device/driver) ''")
    said = [driver.strip() or "uinput", head[2], f"{len(axes)} axes", axes[0].partition("range ")[2], f"{steps:.0f} us",
            f"clock x {rate:.3f}" if rate else "no clock"]
    dump.kill()
    if model is WIIMOTE:
        pad.process.wait_line("^silent$")
    pad.unplug()
    return Outcome(pad.name[-48:], "; ".join(said))


def again(bench: Bench) -> Outcome:
    """Unplugged and back under another number, with the same address; two of a kind side by side."""
    pad = Pad(bench.guest, JOYCON)
    first = pad.node
    pad.unplug()
    other = Pad(bench.guest, GUARD)
    pad = Pad(bench.guest, JOYCON)
    check(pad.node != first, f"{first} again")
    second = Pad(bench.guest, JOYCON, "02:00:00:00:00:02")
    check("uniq 02:00:00:00:00:02" in described(dumped(bench, second)), "the second has not its own address")
    for each in pad, second, other:
        each.unplug()
    return Outcome("a Joy-Con, unplugged, and back; a second one", f"{first}, {pad.node}, {second.node}")


def dropped(bench: Bench) -> Outcome:
    """A reader that is stopped for a second: the kernel says that it has lost frames."""
    pad = Pad(bench.guest, DUALSENSE)
    dump = dumped(bench, pad)
    pad.play([f"run kill -STOP {dump.pid}", "pause 1", *[(0, 0, 8192)] * 250, f"run kill -CONT {dump.pid}",
              *[(0, 0, 8192)] * 50])
    pad.wait_played()
    dump.wait_line("^dropped$")
    times = [frame.time_us for frame in frames(dump)]
    hole = max(after - before for before, after in zip(times, times[1:])) / 1e6
    pad.unplug()
    return Outcome("a DualSense, whose reader is stopped for a second", f"SYN_DROPPED, and a hole of {hole:.2f} s")


CASES: dict[str, Case] = {**{f"pad {name}": partial(shown, name) for name in KINDS}, "pad again": again,
                          "pad dropped": dropped}
