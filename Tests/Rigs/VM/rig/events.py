# SPDX-License-Identifier: Apache-2.0
"""Events that a chip recognizes by itself: they are told, wake the buffer, or are refused."""
from rig.bench import Bench
from rig.event_sensor import Event, EventSensor
from rig.figures import snapshot
from rig.health import switches_per_second
from rig.service import ON_BUS
from shared.events import events, in_words, phases
from shared.guest import Process
from shared.recording import Raw
from shared.report import Case, Outcome, check

FACE_UP: Raw = (0, 0, 1000)
WEIGHTLESS: Raw = (0, 0, 20)

REFUSED = "does not tell"


def motions(daemon: Process) -> list[str]:
    """The events in a few words, such as `freeFall began by chip`."""
    return [f"{event['motion']} {event['phase']}" + (f" by {event['detector']}" if "detector" in event else "")
            for event in events(daemon.output.text)]


def chip_fall(bench: Bench) -> Outcome:
    """A fall that the chip tells needs no readings, and has no measurements."""
    with EventSensor(bench.guest) as sensor:
        daemon = bench.motiond(None, "--motions", "freeFall")
        sensor.wait_event(Event.FALL, True)
        daemon.wait_error("started")
        bench.guest.shell("sleep 10")
        check(sensor.attribute("buffer/enable") == "0", "the buffer is on, though the chip tells falls")
        switches = switches_per_second(bench, daemon)
        check(switches == 0, f"{switches} switches a second, expected none")
        before = float(bench.guest.shell("cut -d' ' -f1 /proc/uptime")) * 1e9
        sensor.push(Event.FALL)
        sensor.push(Event.MOVEMENT)  # nobody asked for it
        daemon.wait_line('"phase":"ended"')
        check(daemon.stop() == 0, str(daemon))
        seen = motions(daemon)
        check(seen == ["freeFall began by chip", "freeFall ended by chip"], str(seen))
        for event in events(daemon.output.text):
            check("duration_ms" not in event, f"measurements that nobody made: {event}")
            late = event["timestamp_ns"] - before
            check(0 <= late < 5e9, f"stamped {late / 1e9:.3f} s after the push")
        sensor.wait_event(Event.FALL, False)
    return Outcome("the chip tells a fall", f"{', '.join(seen)}; buffer off, {switches:.0f} switches/s")


def chip_taps(bench: Bench) -> Outcome:
    """Taps of the chip are told as they come, claimed one beside the other; a refused one is read at 200 Hz."""
    with EventSensor(bench.guest) as sensor:
        daemon = bench.motiond(None, "--motions", "tap,doubleTap")
        sensor.wait_event(Event.TAP, True)
        sensor.wait_event(Event.DOUBLE_TAP, True)
        daemon.wait_error("started")
        check(sensor.attribute("buffer/enable") == "0", "the buffer is on, though the chip tells taps")
        for event in (Event.TAP, Event.DOUBLE_TAP, Event.TAP):
            sensor.push(event)
        daemon.wait_line("doubleTap")
        bench.guest.shell("usleep 100000")
        check(daemon.stop() == 0, str(daemon))
        seen = motions(daemon)
        check(seen == [f"{kind} recognized by chip" for kind in ("tap", "doubleTap", "tap")], str(seen))
    with EventSensor(bench.guest, Event.DOUBLE_TAP) as sensor:
        daemon = bench.motiond(None, "--motions", "tap,doubleTap")
        sensor.wait_attribute("in_accel_sampling_frequency", "200")
        sensor.wait_buffer(True, daemon)
        sensor.wait_event(Event.TAP, True)
        check(daemon.stop() == 0, str(daemon))
    return Outcome("tap, double tap, tap; double tap refused", f"{', '.join(seen)}; 200 Hz where refused")


def chip_mixed(bench: Bench) -> Outcome:
    """What the chip does not recognize is read from the buffer beside it; a fall with options is, too."""
    with EventSensor(bench.guest) as sensor:
        daemon = bench.motiond(None, "--motions", "shake,freeFall")
        sensor.wait_buffer(True, daemon)
        sensor.push(Event.FALL)
        daemon.wait_line('"phase":"ended"')
        check(daemon.stop() == 0, str(daemon))
        seen = motions(daemon)
        check(seen == ["freeFall began by chip", "freeFall ended by chip"], str(seen))
        for options in (["--option", "freeFall.duration=0.15"], ["--no-chip-events"]):
            daemon = bench.motiond(None, "--motions", "freeFall", *options)
            sensor.wait_buffer(True, daemon)
            check(sensor.attribute(f"events/{Event.FALL.attribute}") == "0", f"the chip is asked with {options}")
            check(daemon.stop() == 0, str(daemon))
    return Outcome("shake and fall; a fall with options", f"{', '.join(seen)}; from the buffer with options")


def chip_refused(bench: Bench) -> Outcome:
    """An event that the driver refuses is recognized from readings, and that is said once."""
    with EventSensor(bench.guest, Event.FALL) as sensor:
        daemon = bench.motiond(None, "--motions", "freeFall")
        sensor.wait_buffer(True, daemon)
        sensor.show((FACE_UP, 500), (WEIGHTLESS, 400), (FACE_UP, 1000))
        daemon.wait_line('"phase":"ended"')
        check(daemon.stop() == 0, str(daemon))
        seen = motions(daemon)
        check(seen == ["freeFall began", "freeFall ended"], str(seen))
        told = [line.text for line in daemon.error.lines if REFUSED in line.text]
        check(len(told) == 1, f"told {len(told)} times: {told}")
    return Outcome("a driver that refuses", f"{', '.join(seen)}; said once")


# A second of being moved about, which no rule takes for rest.
MOVES = [((400, 0, 900), 100), ((-400, 300, 900), 100)] * 5


def still(bench: Bench) -> Outcome:
    """While it lies still the buffer is off; a movement that the chip tells switches it on."""
    with EventSensor(bench.guest) as sensor:
        daemon = bench.motiond(None, "--motions", "still")
        sensor.wait_buffer(True, daemon)
        daemon.wait_line('"phase":"began"')
        sensor.wait_event(Event.MOVEMENT, True)
        sensor.wait_buffer(False, daemon)
        bench.guest.shell("sleep 60")
        switches = switches_per_second(bench, daemon)
        check(switches == 0, f"{switches} switches a second while it lies still, expected none")

        # A false alarm: readings for a second, in which nothing moves.
        sensor.push(Event.MOVEMENT)
        sensor.wait_buffer(True, daemon)
        sensor.wait_event(Event.MOVEMENT, True)
        sensor.wait_buffer(False, daemon)
        check(len(motions(daemon)) == 1, f"a false alarm of the chip: {motions(daemon)}")

        before = float(bench.guest.shell("cut -d' ' -f1 /proc/uptime")) * 1e9
        sensor.push(Event.MOVEMENT)
        sensor.show(*MOVES, (FACE_UP, 10))
        ended = daemon.wait_line('"phase":"ended"')
        late = (events(ended.text)[0]["timestamp_ns"] - before) / 1e9
        daemon.wait_line('"phase":"began"', 60, ended.number)
        sensor.wait_buffer(False, daemon)
        check(daemon.stop() == 0, str(daemon))
        seen = phases(daemon.output.text)
        check(seen == ["began", "ended(moved)", "began", "cancelled(interrupted)"], str(seen))
        sensor.wait_event(Event.MOVEMENT, False)
    return Outcome("still; a false alarm; a movement",
                   f"{in_words(seen)}; buffer off, {switches:.0f} switches/s; ended after {late:.1f} s")


def still_refused(bench: Bench) -> Outcome:
    """A chip that does not tell movements: the buffer stays on, and that is said once."""
    with EventSensor(bench.guest, Event.MOVEMENT) as sensor:
        daemon = bench.motiond(None, "--motions", "still")
        sensor.wait_buffer(True, daemon)
        began = daemon.wait_line('"phase":"began"')
        daemon.wait_error(REFUSED)
        sensor.wait_buffer(True, daemon)
        sensor.show(*MOVES, (FACE_UP, 10))
        daemon.wait_line('"phase":"ended"')
        daemon.wait_line('"phase":"began"', 60, began.number + 1)
        bench.guest.shell("sleep 5")
        check(sensor.attribute("buffer/enable") == "1", "the buffer is off, and nobody tells of a movement")
        check(daemon.stop() == 0, str(daemon))
        seen = phases(daemon.output.text)
        check(seen == ["began", "ended(moved)", "began", "cancelled(interrupted)"], str(seen))
        said = [line.text for line in daemon.error.lines if REFUSED in line.text]
        check(len(said) == 1, f"told {len(said)} times: {said}")
    return Outcome("still, and a driver that refuses", f"{in_words(seen)}; said once")


def rate_of_claims(bench: Bench) -> Outcome:
    """The rate is that of the claims, and changes with them; what another client has open stays open."""
    with EventSensor(bench.guest) as sensor:
        bus = bench.guest.start("dbus-daemon", "--config-file=/etc/bus.conf", "--nofork", "--print-address")
        bus.wait_line("^unix:")
        daemon = bench.guest.start(*ON_BUS, "motiond", "--bus", "session", "--no-chip-events", "--stats")
        daemon.wait_error("the accelerometer is events")

        def monitor(motion: str) -> Process:
            return bench.guest.start(*ON_BUS, "motionctl", "monitor", "--bus", "session", "--format", "json",
                                     "--motions", motion)

        def wait_rate(rate: int) -> None:
            sensor.wait_attribute("in_accel_sampling_frequency", str(rate))
            sensor.wait_buffer(True, daemon)

        quiet = monitor("still")
        wait_rate(10)
        quiet.wait_line('"phase":"began"', 60)
        lively = monitor("shake")
        wait_rate(100)
        bench.guest.shell("sleep 2")
        check(lively.stop() == 0, str(lively))
        wait_rate(10)
        bench.guest.shell("sleep 2")
        check(phases(quiet.output.text) == ["began"], f"the changes of the rate: {quiet.output.text}")
        sensor.show(*MOVES, (FACE_UP, 10))
        quiet.wait_line('"phase":"ended"')
        check(quiet.stop() == 0, str(quiet))
        check(daemon.stop() == 0, str(daemon))
        statistics = daemon.error.text.splitlines()[-1]
        check("; 0 gaps;" in statistics and "lost 0 times" in statistics, statistics)
    return Outcome("still; a shake beside it; still", "10, 100, 10 Hz; began, ended; no gap")


KINDS = ["still", "orientation", "tilt", "flip", "pickUp", "freeFall", "shake", "tap", "doubleTap",
         "twist"]


def motion_costs(bench: Bench) -> Outcome:
    """Prints what each motion costs alone, from readings at rest; less is expected of one that can wait."""
    switches: dict[str, float] = {}
    with EventSensor(bench.guest) as sensor:
        for kind in KINDS:
            daemon = bench.motiond(None, "--motions", kind, "--no-chip-events")
            sensor.wait_buffer(True, daemon)
            bench.guest.shell("sleep 30")  # until threads that have nothing to do have ended
            before = snapshot(bench, daemon)
            bench.guest.shell("sleep 10")
            cpu, switches[kind] = snapshot(bench, daemon).since(before)
            rate = sensor.attribute("in_accel_sampling_frequency")
            print(f"  {kind}: {rate} Hz, {cpu:.2f} ms/s, {switches[kind]:.0f} switches/s")
            check(daemon.stop() == 0, str(daemon))
    check(max(switches["still"], switches["shake"]) < 0.6 * switches["tap"], f"each costs as much as a tap: {switches}")
    return Outcome("each motion alone, 10 s of rest",
                   ", ".join(f"{kind} {count:.0f}" for kind, count in switches.items()) + " switches/s")


CASES: dict[str, Case] = {
    "chip-fall": chip_fall, "chip-taps": chip_taps, "chip-mixed": chip_mixed, "chip-refused": chip_refused, "still": still,
    "still-refused": still_refused, "claim-rates": rate_of_claims, "motion-costs": motion_costs,
}
