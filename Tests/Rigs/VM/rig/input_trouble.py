# SPDX-License-Identifier: Apache-2.0
"""Input devices that are no accelerometers, or lie; several of them; and one beside an accelerometer of IIO."""
from functools import partial

from rig.bench import Bench
from rig.played import heard, read_by_motiond, sample, wait_open
from rig.service import ON_BUS
from rig.shaken import check_losses
from shared.events import check_phases, in_words
from shared.pad import DUALSENSE, GUARD, JOYCON, WIIMOTE, Model, Pad
from shared.report import Case, Outcome, check

NO_ACCELEROMETER = 69
SECOND = "02:00:00:00:00:02"
BOUND_MB = 40


def other(name: str, *words: str, period_us: int = 10000) -> Model:
    """A device of that name, made by event-player."""
    return Model(["event-player", *words], [name], 8192, 0, period_us, has_address=False)


def is_open(bench: Bench, pad: Pad, pid: int | None) -> bool:
    return bench.guest.run("sh", "-c", f"ls -l /proc/{pid}/fd | grep -q {pad.node}$").status == 0


def refused(name: str, words: list[str], reason: str, is_listed: bool, bench: Bench) -> Outcome:
    """It is named with a reason if it says that it is an accelerometer, and not at all if it does not."""
    pad = Pad(bench.guest, other(name, *words))
    listing = bench.listing().output.text
    shown = "".join(letter if letter.isprintable() else "?" for letter in name.splitlines()[0])
    check((shown in listing) == is_listed, f"in the list: {listing}")
    check(not is_listed or reason in listing, f"expected '{reason}' in the list: {listing}")
    daemon = bench.guest.run("motiond", *bench.arguments(), "--source", "input", seconds=60)
    lines = daemon.error.text.splitlines()
    check(daemon.status == NO_ACCELEROMETER and len(lines) == 1 and (not is_listed or reason in lines[0]),
          f"exit status {daemon.status}: {lines}")
    pad.unplug()
    return Outcome(f"{shown}: {' '.join(words)}"[:48], lines[0][-74:])


def wrong_gravity(bench: Bench) -> Outcome:
    """A resolution that is wrong by three: at rest it is noticed, and the device is closed."""
    pad = Pad(bench.guest, other("Three", "property", "resolution=2731", "clock=100"))
    daemon = read_by_motiond(bench, pad, (0, 0, 8192))
    line = daemon.wait_error(r"at rest \|a\| is")
    bench.guest.shell("sleep 5")
    check(not is_open(bench, pad, daemon.pid), "it is open after that")
    said = [each.text for each in daemon.error.lines if "at rest |a|" in each.text]
    check(len(said) == 1, f"said {len(said)} times")
    daemon.stop()
    pad.unplug()
    return Outcome("8192 units a g, said to be 2731", line.text.partition("cannot be used: ")[2][:74] or line.text[-74:])


def endless(bench: Bench) -> Outcome:
    """A device that never stops: motiond's memory is bounded, and a signal ends it."""
    pad = Pad(bench.guest, other("Flood", "property", "resolution=8192", "clock=100", period_us=50))
    daemon = read_by_motiond(bench, pad, (0, 0, 8192))
    bench.guest.shell("sleep 2", 300)
    megabytes = int(bench.guest.shell(f"awk '/^VmRSS/ {{ print $2 }}' /proc/{daemon.pid}/status")) / 1024
    check(megabytes < BOUND_MB, f"{megabytes:.0f} MB")
    check(daemon.stop() == 0, str(daemon))
    pad.unplug()
    return Outcome("20,000 frames a second", f"{megabytes:.1f} MB; ended by SIGTERM")


def two(bench: Bench) -> Outcome:
    """Two of a kind are told apart by their addresses."""
    pads = [Pad(bench.guest, JOYCON), Pad(bench.guest, JOYCON, SECOND)]
    shake = sample(bench, pads[0])
    ambiguous = bench.guest.run("motiond", *bench.arguments(), "--source", f"input:{pads[0].name}")
    check(ambiguous.status != 0 and SECOND in ambiguous.error.text, str(ambiguous))
    daemon = read_by_motiond(bench, pads[1], shake[0], source=f"input:{SECOND}")
    check(not is_open(bench, pads[0], daemon.pid), "the first one is open, too")
    pads[0].play(shake)
    pads[0].wait_played()
    pads[1].play(shake)
    pads[1].wait_played()
    seen = heard(bench, daemon)
    check_phases(seen, ["began", "ended"])
    for pad in pads:
        pad.unplug()
    return Outcome("two Joy-Cons, each shaken; the second one read", in_words(seen))


def beside(bench: Bench) -> Outcome:
    """With one of IIO and a pad one is read, as --source says; the other's coming and going changes nothing."""
    accelerometer, pad = bench.plug(), Pad(bench.guest, DUALSENSE)
    iio, shake = bench.sample("short-shake"), sample(bench, pad)
    accelerometer.rest(iio[0])
    daemon = bench.motiond()
    accelerometer.wait_reader(daemon)
    check(not is_open(bench, pad, daemon.pid), "auto has opened the pad")
    pad.play(shake)
    pad.wait_played()
    pad.unplug()
    accelerometer.play(iio)
    accelerometer.wait_played()
    pad = Pad(bench.guest, DUALSENSE)
    check_phases(heard(bench, daemon), ["began", "ended"])
    daemon = read_by_motiond(bench, pad, shake[0])
    accelerometer.unplug()
    pad.play(shake)
    pad.wait_played()
    bench.plug("another")
    seen = heard(bench, daemon)
    check_phases(seen, ["began", "ended"])
    check_losses(daemon, 0)
    pad.unplug()
    return Outcome("IIO and a DualSense; auto, then input", f"{in_words(seen)} each, of the one that was chosen")


def automatic(bench: Bench) -> Outcome:
    """Without one of IIO a drive guard is read, and a pad is not."""
    pad = Pad(bench.guest, DUALSENSE)
    alone = bench.guest.run("motiond", *bench.arguments(), seconds=60)
    check(alone.status == NO_ACCELEROMETER, str(alone))
    guard = Pad(bench.guest, GUARD)
    guard.rest((0, 0, 1000))
    daemon = bench.motiond()
    wait_open(bench, guard, daemon)
    check(not is_open(bench, pad, daemon.pid), "the pad is open")
    check(daemon.stop() == 0, str(daemon))
    pad.unplug()
    guard.unplug()
    return Outcome("a DualSense; a drive guard beside it", f"{NO_ACCELEROMETER}; the guard is read")


def claimed(bench: Bench) -> Outcome:
    """The node is open only while something is claimed: a Wii Remote is told to send by that."""
    pad = Pad(bench.guest, WIIMOTE)
    shake = sample(bench, pad)
    pad.rest(shake[0])
    bus = bench.guest.start("dbus-daemon", "--config-file=/etc/bus.conf", "--nofork", "--print-address")
    bus.wait_line("^unix:")
    daemon = bench.guest.start(*ON_BUS, "motiond", "--bus", "session", "--source", "input")
    daemon.wait_error("the accelerometer is")
    bench.guest.shell("sleep 3")
    check(not is_open(bench, pad, daemon.pid), "it is open, and nobody has claimed anything")
    seen = len(pad.process.output.lines)
    monitor = bench.guest.start(*ON_BUS, "motionctl", "monitor", "--bus", "session", "--format", "json")
    pad.process.wait_line("^listening$", start=seen)
    wait_open(bench, pad, daemon)
    pad.play(shake)
    pad.wait_played()
    monitor.wait_line('"ended"')
    check(monitor.stop() == 0, str(monitor))
    pad.process.wait_line("^silent$", start=pad.process.wait_line("^played ").number)
    check(daemon.stop() == 0, str(daemon))
    pad.unplug()
    return Outcome("a Wii Remote; a claim, and none", "listening; began, ended; silent")


_KEYS = "it has keys or buttons"
CASES: dict[str, Case] = {
    "no-pedals": partial(refused, "Pedals", ["range=1023"], "", False),
    "no-letters": partial(refused, "Typing", ["property", "resolution=8192", "key=30"], _KEYS, True),
    "no-resolution": partial(refused, "None", ["property"], "its resolution is 0", True),
    "no-sense": partial(refused, "Absurd\x1b[31m\u202e\n", ["property", "resolution=1"], "its resolution is 1", True),
    "no-gravity": wrong_gravity, "endless": endless, "two-alike": two, "beside-iio": beside, "automatic": automatic,
}
# With a bus.
ON_A_BUS: dict[str, Case] = {"claimed": claimed}
