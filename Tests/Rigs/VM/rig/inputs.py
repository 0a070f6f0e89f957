# SPDX-License-Identifier: Apache-2.0
"""Accelerometers that are input devices: what comes out of what they play. One function each."""
from functools import partial

from rig.bench import BEGAN, ENDED, INTERRUPTED, Bench
from rig.played import (check_played, check_spacing, events_of, expected_events, heard, in_the_shake, read_by_motiond,
                        recorded, sample, start_of_wave, wait_open, wave)
from rig.shaken import BOUND_OF_INTERRUPTION, RECOVERED
from shared.events import check_phases, in_words
from shared.pad import (DECK, DUALSENSE, DUALSENSE_RADIO, DUALSHOCK3, DUALSHOCK4, GUARD, JOYCON, WIIMOTE, Model, Pad)
from shared.report import Case, Outcome, check

KINDS = {"dualsense": DUALSENSE, "dualshock4": DUALSHOCK4, "dualshock3": DUALSHOCK3, "joycon": JOYCON,
         "wiimote": WIIMOTE, "deck": DECK, "guard": GUARD}
# The driver's own clock twice as fast, as some kernels' hid-nintendo has it.
HASTY = Model(["event-player", "property", "resolution=4096", "fuzz=10", "gyroscope", "clock=200", "burst=3",
               "vendor=0x057E", "product=0x2006"], ["Hasty IMU"], 4096, 10, 5000, axes=JOYCON.axes)


def whole(name: str, bench: Bench) -> Outcome:
    """It is listed; readings are what was played; and so are the events."""
    pad = Pad(bench.guest, KINDS[name])
    listing = bench.listing()
    check(pad.name in listing.output.text, listing.output.text)
    shake = sample(bench, pad)
    injected = [*wave(pad.model), *[shake[0]] * 20, *shake]
    rest = [shake[0]] * (1 if pad.model.is_calibrated else 2_000_000_000 // pad.period_ns)
    readings = recorded(bench, pad, [*rest, *injected])
    told = check_played(pad, injected, readings)
    if pad.model.has_clock:
        told += ", " + check_spacing(pad, readings[start_of_wave(pad, readings):][: len(injected)], pad.period_ns, 1)
    expected, seen = expected_events(bench, pad, shake), events_of(bench, pad, shake)
    check_phases(seen, expected)
    pad.unplug()
    return Outcome(f"{pad.name[-33:]}, short-shake.csv", f"{told}; {in_words(seen)}")


def joycon_times(bench: Bench) -> Outcome:
    """Three readings of one report are spread over it, also where the device's own clock is twice as fast."""
    told = []
    for model in JOYCON, HASTY:
        pad = Pad(bench.guest, model)
        injected = wave(model) * 10
        readings = recorded(bench, pad, [(0, 0, model.per_g), *injected])
        after = readings[start_of_wave(pad, readings):][: len(injected)]
        told.append(check_spacing(pad, after, 5_000_000))
        pad.unplug()
    return Outcome("a Joy-Con, and one whose own clock is twice as fast", "; ".join(told))


def stopped_reader(name: str, bench: Bench) -> Outcome:
    """The kernel drops what a reader that is stopped for a second does not take: a gap, and the next shake is seen."""
    pad = Pad(bench.guest, KINDS[name])
    shake = sample(bench, pad)
    daemon = read_by_motiond(bench, pad, shake[0])
    second = [shake[0]] * (1_000_000_000 // pad.period_ns)
    pad.play([*shake[: in_the_shake(bench, pad, shake)], f"run kill -STOP {daemon.pid}", *second,
              f"run kill -CONT {daemon.pid}", *second, *shake])
    daemon.wait_line(ENDED)
    pad.wait_played()
    seen = heard(bench, daemon)
    check_phases(seen, RECOVERED)
    pad.unplug()
    return Outcome(f"{name}, motiond stopped for a second in a shake", in_words(seen))


def again(name: str, bench: Bench) -> Outcome:
    """Unplugged in a shake, and back under another number: it is the same one."""
    model = KINDS[name]
    pad = Pad(bench.guest, model)
    first, shake = pad.node, sample(bench, pad)
    daemon = read_by_motiond(bench, pad, shake[0], source=f"input:{pad.address or pad.name}")
    pad.play(shake[: in_the_shake(bench, pad, shake)], then_unplug=True)
    daemon.wait_line(BEGAN)
    unplugged = pad.process.wait_line("^unplugged$")
    seconds = max(0, daemon.wait_line(INTERRUPTED).time_ns - unplugged.time_ns) / 1e9
    check(seconds <= BOUND_OF_INTERRUPTION, f"cancelled {seconds:.2f} s after the unplug")
    Pad(bench.guest, Model(["event-player"], ["In between"], 1000, 0, 100000))
    pad = Pad(bench.guest, model)
    check(pad.node != first, f"it is {first} again")
    pad.rest(shake[0])
    wait_open(bench, pad, daemon)
    pad.play(shake)
    pad.wait_played()
    seen = heard(bench, daemon)
    check_phases(seen, RECOVERED)
    return Outcome(f"{name}: unplugged in a shake; back as {pad.node}", f"cancelled after {seconds:.2f} s; {in_words(seen)}")


def silent(name: str, bench: Bench) -> Outcome:
    """Silent in a shake: it has no end. After two seconds the log says what may be the matter."""
    pad = Pad(bench.guest, KINDS[name])
    shake = sample(bench, pad)
    daemon = read_by_motiond(bench, pad, shake[0])
    pad.play([*shake[: in_the_shake(bench, pad, shake)], "pause 6000", *[shake[0]] * (1_000_000_000 // pad.period_ns), *shake])
    stalled = pad.wait_reported("^stalled$")
    seconds = (daemon.wait_line(INTERRUPTED).time_ns - stalled.time_ns) / 1e9
    check(seconds <= BOUND_OF_INTERRUPTION, f"cancelled {seconds:.2f} s after it fell silent")
    said = daemon.wait_error("another program")
    pad.wait_played()
    seen = heard(bench, daemon)
    check_phases(seen, RECOVERED)
    return Outcome(f"{name}: silent for 6 s in a shake",
                   f"cancelled after {seconds:.2f} s, a cause after {(said.time_ns - stalled.time_ns) / 1e9:.1f} s; {in_words(seen)}")


def thousand(bench: Bench) -> Outcome:
    """1000 Hz are averaged to what a detector wants."""
    pad = Pad(bench.guest, DUALSENSE_RADIO)
    shake = sample(bench, pad)
    readings = recorded(bench, pad, [*shake])
    # Until its rate is known, each reading is given.
    settled = [reading for reading in readings if reading[0] - readings[0][0] > 2e9]
    told = check_spacing(pad, settled, 4_000_000)
    seen = events_of(bench, pad, shake)
    check_phases(seen, ["began", "ended"])
    pad.unplug()
    return Outcome("a DualSense by Bluetooth, 1000 Hz, short-shake.csv", f"{told}; {in_words(seen)}")


ESSENTIAL: dict[str, Case] = {"input-dualsense": partial(whole, "dualsense"), "joycon-times": joycon_times,
                              "input-dropped": partial(stopped_reader, "dualsense")}
CASES: dict[str, Case] = {
    **{f"input-{name}": partial(whole, name) for name in KINDS if name != "dualsense"},
    **{f"dropped-{name}": partial(stopped_reader, name) for name in ("dualshock4", "joycon", "deck")},
    **{f"again-{name}": partial(again, name) for name in ("dualsense", "joycon", "wiimote", "guard")},
    **{f"silent-{name}": partial(silent, name) for name in ("dualsense", "joycon", "wiimote")},
    "input-1000Hz": thousand,
}
