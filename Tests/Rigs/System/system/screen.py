# SPDX-License-Identifier: Apache-2.0
"""motiond-sensor-proxy in the place of iio-sensor-proxy: beside the real one, on the same readings."""
import math
import random
from collections.abc import Sequence

from shared import recording
from shared.accelerometer import Accelerometer
from shared.guest import Process
from shared.recording import Raw
from shared.report import Case, Outcome, check
from system.bench import OWNER, Bench
from system.neighbors import single_values

BRIDGE = "motiond-sensor-proxy"
UNIT = f"_SYSTEMD_UNIT={BRIDGE}.service"
MAKE = "cd /opt/motiond && make --no-print-directory BUILT=built PREFIX=/usr"
PROXY = "net.hadess.SensorProxy"
# Upright on each edge, and flat on both sides, in mg.
POSES: list[Raw] = [(0, -1000, 0), (1000, 0, 0), (0, 1000, 0), (0, 0, 1000), (-1000, 0, 0), (0, 0, -1000),
                    (0, -1000, 0)]
WORDS = ["left-up", "bottom-up", "right-up", "normal"]


def leaning(seconds: float, sway: float, rise: float = 52) -> list[Raw]:
    """A phone that is held between portrait and landscape, swaying so many degrees, `rise` degrees from the ground."""
    noise, items = random.Random(1), []
    for n in range(int(seconds * 100)):
        time = n / 100
        roll = math.radians(45 + sway * math.sin(2 * math.pi * time / 5.3))
        up = math.radians(rise + 3 * math.sin(2 * math.pi * time / 7.7))
        held = (-math.sin(roll) * math.sin(up), -math.cos(roll) * math.sin(up), math.cos(up))
        # The tremor of a hand, and the noise of a sensor.
        items.append(tuple(round(1000 * axis + noise.gauss(0, 20)) for axis in held))
    return items


def changes(watcher: Process, start: int) -> list[str]:
    """The orientations that monitor-sensor printed from this line on."""
    lines = [line.text for line in watcher.output.lines[start:]]
    return [line.rpartition(": ")[2].strip() for line in lines if "orientation changed" in line]


def held(bench: Bench, sensor: Accelerometer, watcher: Process) -> list[str]:
    """What the watcher is told of each pose, held for some seconds."""
    sensor.rest(POSES[0])
    bench.shell("sleep 3")
    start = len(watcher.output.lines)
    for pose in POSES[1:]:
        sensor.rest(pose)
        bench.shell("sleep 3")
    return changes(watcher, start)


def played(bench: Bench, sensor: Accelerometer, watcher: Process, items: Sequence[Raw]) -> int:
    """The number of changes that the watcher is told while this is played."""
    sensor.rest(items[0])
    bench.shell("sleep 3")
    start = len(watcher.output.lines)
    sensor.play(items)
    sensor.wait_played()
    bench.shell("sleep 2")
    return len(changes(watcher, start))


def end(bench: Bench, watcher: Process) -> None:
    """Ends monitor-sensor, which is a child of a session's."""
    bench.shell("pkill -x monitor-sensor")
    watcher.wait(60)


def install(bench: Bench) -> None:
    bench.shell(f"{MAKE} install COMPONENT=motiond-sensor-proxy && systemd-sysusers && systemctl daemon-reload && systemctl reload dbus")


def remove(bench: Bench) -> None:
    bench.shell(f"systemctl stop {BRIDGE}; {MAKE} uninstall COMPONENT=motiond-sensor-proxy; systemctl daemon-reload; "
                "systemctl reload dbus; systemctl mask -q --runtime --now iio-sensor-proxy")
    bench.restart()


def in_place(bench: Bench) -> Outcome:
    """The real proxy and the bridge, one after the other, for the same client and the same readings."""
    sensor = bench.plug()
    walk, turn = (recording.raw(recording.parse((bench.samples / f"{name}.csv").read_text()))
                  for name in ("walk", "turn"))
    plays = {"held at 45°": leaning(60, 1.5), "swaying by 9°": leaning(60, 9), "so, upright": leaning(60, 9, rise=80),
             "walk": walk, "turn": turn}
    single_values(bench, True)
    bench.shell("systemctl unmask -q --runtime iio-sensor-proxy; systemctl restart iio-sensor-proxy; sleep 2")
    try:
        install(bench)
        since = bench.now()
        bench.shell(f"systemctl start {BRIDGE}; sleep 2")
        waits = [line for line in bench.journal(since, UNIT) if PROXY in line]
        watcher = bench.start("exec stdbuf -oL monitor-sensor --accel", OWNER)
        watcher.wait_line("=== Has accelerometer", 60)
        # Has the sensor play at its full rate, whoever turns the screen.
        monitor = bench.monitor(sensor)
        their_words = held(bench, sensor, watcher)
        theirs = {name: played(bench, sensor, watcher, items) for name, items in plays.items()}
        since, start = bench.now(), len(watcher.output.lines)
        bench.shell("systemctl stop iio-sensor-proxy; sleep 2")
        takes = [line for line in bench.journal(since, UNIT) if PROXY in line]
        watcher.wait_line("=== Has accelerometer", 60, start)
        our_words = held(bench, sensor, watcher)
        ours = {name: played(bench, sensor, watcher, items) for name, items in plays.items()}
        doctor = bench.run("motionctl doctor | grep neighbors").text
        bench.stop(monitor)
        end(bench, watcher)
    finally:
        single_values(bench, False)
        remove(bench)
    figures = ", ".join(f"{name} {theirs[name]}/{ours[name]}" for name in plays)
    check(len(waits) == 1 and "serves it once it is free" in waits[0], f"while the proxy has the name: {waits}")
    check(len(takes) == 1 and "in the place of" in takes[0], f"when it has gone: {takes}")
    check(their_words == our_words == WORDS, f"of the poses the proxy says {their_words}, the bridge {our_words}")
    check(ours["held at 45°"] == ours["swaying by 9°"] == ours["so, upright"] == 0 and ours["turn"] == theirs["turn"] == 2,
          f"changes of orientation, proxy/bridge: {figures}")
    check(f"{BRIDGE} serves" in doctor, doctor)
    return Outcome("poses, and readings near 45°: proxy, then bridge", f"the same words; changes: {figures}")


def gives_way(bench: Bench) -> Outcome:
    """A proxy that comes while the bridge has the name: one that does not ask for it ends, one that does gets it."""
    sensor = bench.plug()
    install(bench)
    try:
        bench.shell(f"systemctl start {BRIDGE}; sleep 2")
        watcher = bench.start("exec stdbuf -oL monitor-sensor --accel", OWNER)
        watcher.wait_line("=== Has accelerometer", 60)
        sensor.wait_reader(watcher)
        bench.shell("systemctl unmask -q --runtime iio-sensor-proxy; systemctl start iio-sensor-proxy; sleep 2")
        state = bench.run("systemctl is-active iio-sensor-proxy").text
        owner = bench.shell(f"busctl status {PROXY} | sed -n 's/^Comm=//p'")
        check(owner.startswith("motiond-sensor") and state != "active", f"after a start of the proxy {owner} serves; it is {state}")
        # It would end where a name comes and goes this fast.
        end(bench, watcher)
        bench.wait_off(sensor)
        since = bench.now()
        # As a proxy does that is started with --replace, which Debian 12's does not know yet.
        bench.shell(f"busctl call org.freedesktop.DBus / org.freedesktop.DBus RequestName su {PROXY} 3; sleep 2")
        said = [line for line in bench.journal(since, UNIT) if PROXY in line]
    finally:
        remove(bench)
    check(len(said) == 2 and "gives way" in said[0] and "in the place of" in said[1], f"journal: {said}")
    return Outcome("a proxy comes; another takes the name", "the first ends; the bridge gives way, and serves again")


CASES: dict[str, Case] = {"proxy-place": in_place, "proxy-way": gives_way}
