# SPDX-License-Identifier: Apache-2.0
"""motiond as a service on a bus: what it does while nobody wants anything of it."""
from rig.bench import Bench
from rig.health import switches_per_second
from shared import recording
from shared.accelerometer import Accelerometer
from shared.events import check_phases, in_words, phases
from shared.guest import Process
from shared.recording import Raw
from shared.report import Case, Outcome, check
from shared.sensor import Sensor

ON_BUS = ("env", "DBUS_SESSION_BUS_ADDRESS=unix:path=/tmp/bus")

_WAIT_OFF = """
for turn in $(seq 400); do
  read -r enabled < {folder}/buffer/enable
  [ "$enabled" = 0 ] && exit
  usleep 10000
done
echo "the buffer is still on" >&2
exit 1
"""


def serving(bench: Bench, rest: Raw) -> tuple[Accelerometer, Process]:
    """An accelerometer that rests, and motiond on a bus, which has seen it."""
    accelerometer = bench.plug()
    accelerometer.rest(rest)
    bus = bench.guest.start("dbus-daemon", "--config-file=/etc/bus.conf", "--nofork", "--print-address")
    bus.wait_line("^unix:")
    daemon = bench.guest.start(*ON_BUS, "motiond", "--bus", "session")
    daemon.wait_error("the accelerometer is accel_3d")
    return accelerometer, daemon


def watching(bench: Bench, accelerometer: Accelerometer) -> Process:
    """A client that has claimed, so that motiond reads."""
    monitor = bench.guest.start(*ON_BUS, "motionctl", "monitor", "--bus", "session", "--format", "json")
    accelerometer.wait_reader(monitor)
    return monitor


def asleep(bench: Bench, sensor: Sensor, daemon: Process) -> float:
    """The context switches a second of a daemon that nobody has claimed anything of."""
    check(sensor.attribute("buffer/enable") == "0", "the buffer is on, and nobody has claimed anything")
    # Until the threads of Dispatch's pool that have nothing to do have ended.
    bench.guest.shell("sleep 10")
    return switches_per_second(bench, daemon)


def idle(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer, daemon = serving(bench, shake[0])
    before = asleep(bench, accelerometer, daemon)

    monitor = watching(bench, accelerometer)
    accelerometer.play(shake)
    accelerometer.wait_played()
    check(monitor.stop() == 0, str(monitor))
    seen = phases(monitor.output.text)
    check_phases(seen, ["began", "ended"])

    bench.guest.shell(_WAIT_OFF.format(folder=accelerometer.folder))
    after = asleep(bench, accelerometer, daemon)
    check(before == after == 0, f"{before} and {after} switches a second, expected none")
    bench.guest.shell(f"for each in 1 2 3 4 5; do echo change > {accelerometer.folder}/uevent; done; sleep 2")
    known = [line.text for line in daemon.error.lines if "the accelerometer is" in line.text]
    check(len(known) == 1, f"after five changes of what is known: {known}")
    check(daemon.stop() == 0, str(daemon))
    return Outcome("a bus, no claim for 10 s; a claim; none for 10 s",
                   f"{before:.0f} and {after:.0f} switches/s, buffer off; {in_words(seen)}")


def shared(bench: Bench) -> Outcome:
    """`list` and `record` take the readings of a motiond that has the accelerometer: a second reader would stop it."""
    shake = bench.sample("short-shake")
    accelerometer, daemon = serving(bench, shake[0])
    monitor = watching(bench, accelerometer)

    listing = bench.guest.run(*ON_BUS, "motionctl", "list", "--bus", "session")
    check("as at rest" in listing.output.text, listing.output.text)
    recorder = bench.guest.start(*ON_BUS, "motionctl", "record", "--bus", "session", "/tmp/shared.csv")
    bench.guest.shell("until grep -q '^[0-9]' /tmp/motion-*.part; do usleep 10000; done")
    accelerometer.play(shake)
    accelerometer.wait_played()
    # motiond passes readings on every 40 ms.
    bench.guest.shell("usleep 100000")
    check(recorder.stop() == 0, str(recorder))
    check(monitor.stop() == 0, str(monitor))
    check_phases(phases(monitor.output.text), ["began", "ended"])
    values = [value for _, value in recording.parse(bench.guest.shell("cat /tmp/shared.csv"))]
    check(recording.find([recording.recorded(reading) for reading in shake], values) is not None,
          f"the injected readings are not among the {len(values)} recorded")
    check(daemon.stop() == 0, str(daemon))
    lost = [line.text for line in daemon.error.lines if "warning" in line.text]
    check(not lost, f"motiond was disturbed: {lost}")
    return Outcome("list and record while motiond reads", "|a| told; readings equal; motiond undisturbed")


CASES: dict[str, Case] = {"idle": idle, "shared": shared}
