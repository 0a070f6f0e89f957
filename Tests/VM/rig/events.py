"""Events that a chip recognises by itself: they are told, wake the buffer, or are refused."""
from rig.bench import Bench, events
from rig.event_sensor import Event, EventSensor
from rig.guest import Process
from rig.health import switches_per_second
from rig.recording import Raw
from rig.report import Case, Outcome, check

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


def chip_mixed(bench: Bench) -> Outcome:
    """What the chip does not recognise is read from the buffer beside it; a fall with options is, too."""
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
    """An event that the driver refuses is recognised from readings, and that is said once."""
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


CASES: dict[str, Case] = {"chip-fall": chip_fall, "chip-mixed": chip_mixed, "chip-refused": chip_refused}
