# SPDX-License-Identifier: Apache-2.0
"""iio-sensor-proxy, which turns the screen, and another reader of the same accelerometer."""
from shared.guest import Process
from shared.report import Case, Outcome, check
from shared.sensor import Sensor
from system.bench import Bench
from system.serving import settings

# Raw readings of the device on its sides, in mg.
SIDES = [(1000, 0, 0), (0, 1000, 0), (-1000, 0, 0)]


def sees_turns(bench: Bench, sensor: Sensor, watcher: Process) -> bool:
    """Turns the device, and sees if the proxy's client is told."""
    seen = len(watcher.output.lines)
    for side in SIDES:
        sensor.rest(side)
        bench.shell("sleep 3")
    sensor.rest(bench.shake[0])
    bench.shell("sleep 3")
    return any("changed" in line.text for line in watcher.output.lines[seen:])


def single_values(bench: Bench, are_read: bool) -> None:
    """Has the proxy read HID sensors value by value, by the rule that an administrator copies; or as it comes."""
    rules = "/run/udev/rules.d"
    rule = "81-motiond-neighbors.rules"
    change = f"mkdir -p {rules}; cp /usr/share/motiond/{rule} {rules}" if are_read else f"rm -f {rules}/{rule}"
    bench.shell(f"{change}; udevadm control --reload; udevadm trigger --subsystem-match=iio; udevadm settle")


def proxy(bench: Bench) -> Outcome:
    """Both at once, as the proxy reads single values, and the proxy alone before and after."""
    accelerometer = bench.plug()
    bench.restart()
    single_values(bench, True)
    bench.shell("systemctl unmask -q --runtime iio-sensor-proxy; systemctl restart iio-sensor-proxy; sleep 2")
    try:
        watcher = bench.start("exec stdbuf -oL monitor-sensor --accel")
        bench.shell("sleep 2")
        alone, found = sees_turns(bench, accelerometer, watcher), settings(bench, accelerometer)
        driver = bench.shell(f"udevadm info -q property /dev/{accelerometer.device} | grep SENSOR_PROXY_TYPE")
        monitor = bench.start("exec motionctl monitor --format json", "bob")
        monitor.wait_error("watching", 60)
        accelerometer.wait_reader(monitor)
        bench.shell("sleep 2")
        both = sees_turns(bench, accelerometer, watcher)
        bench.check_shake(accelerometer, monitor)
        bench.stop(monitor)
        bench.shell("sleep 2")
        left = settings(bench, accelerometer)
        after = sees_turns(bench, accelerometer, watcher)
    finally:
        single_values(bench, False)
        bench.shell("systemctl mask -q --runtime --now iio-sensor-proxy")
    check(alone and both and after,
          f"turns seen: alone {alone}, while motiond is claimed {both}, after that {after} ({driver}; "
          f"settings before {found}, after {left})")
    return Outcome("hid-sensor-accel-3d: proxy, with motiond, alone again", "turns and shakes are seen each time")


def buffer_proxy(bench: Bench) -> Outcome:
    """A proxy that reads through the buffer: it is shut out while motiond is claimed, and then has its buffer back."""
    accelerometer = bench.plug()
    bench.restart()
    rule = "/run/udev/rules.d/99-buffer.rules"
    bench.shell("mkdir -p /run/udev/rules.d; echo 'SUBSYSTEM==\"iio\", ENV{IIO_SENSOR_PROXY_TYPE}=\"iio-buffer-accel\"' "
                f"> {rule}; udevadm control --reload; udevadm trigger --subsystem-match=iio; udevadm settle; "
                "systemctl unmask -q --runtime iio-sensor-proxy; systemctl restart iio-sensor-proxy; sleep 2")
    try:
        watcher = bench.start("exec stdbuf -oL monitor-sensor --accel")
        bench.shell("sleep 2")
        alone, found = sees_turns(bench, accelerometer, watcher), settings(bench, accelerometer)
        since = bench.now()
        monitor = bench.start("exec motionctl monitor --format json", "bob")
        monitor.wait_error("watching", 60)
        accelerometer.wait_reader(monitor)
        bench.check_shake(accelerometer, monitor)
        said = [line for line in bench.journal(since) if "buffer" in line and "on already" in line]
        shown = bench.run("motionctl status | grep '^warning'").text
        bench.stop(monitor)
        bench.shell("sleep 2")
        left, after = settings(bench, accelerometer), sees_turns(bench, accelerometer, watcher)
    finally:
        bench.shell(f"rm {rule}; udevadm control --reload; systemctl mask -q --runtime --now iio-sensor-proxy")
    check(alone and after and left == found,
          f"turns seen: alone {alone}, after motiond {after}; settings before {found}, after {left}")
    check("sudo systemctl mask --now iio-sensor-proxy" in shown, f"status: {shown}")
    check(len(said) == 1, f"motiond did not say that another program uses the buffer: {bench.journal(since)}")
    return Outcome("the same, by buffer: proxy, motiond, proxy", f"turns before and after; settings as found: {left}")


def second(bench: Bench) -> Outcome:
    """A proxy that starts while motiond has the buffer: motiond reads on."""
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    bench.shell("systemctl unmask -q --runtime iio-sensor-proxy; systemctl restart iio-sensor-proxy; sleep 2")
    try:
        bench.check_shake(accelerometer, monitor)
        said = bench.run("motionctl doctor | grep neighbors").text
    finally:
        bench.shell("systemctl mask -q --runtime --now iio-sensor-proxy")
    bench.stop(monitor)
    return Outcome("motiond, then proxy: shakes are seen", said.strip())


def reader(bench: Bench) -> Outcome:
    """A start of motiond does not switch off the buffer of a program that reads."""
    accelerometer = bench.plug()
    bench.shell("systemctl stop motiond")
    other = bench.start("exec motiond --bus none --print json")
    accelerometer.wait_reader(other)
    bench.restart()
    bench.shell("sleep 2")
    check(accelerometer.is_enabled and other.status is None, f"the other reader has lost its buffer: {other}")
    bench.check_shake(accelerometer, other)
    lost = [line.text for line in other.error.lines if "looking for it" in line.text]
    check(not lost, f"the other reader was disturbed: {lost}")
    return Outcome("motiond starts beside another reader", "the other reads on: began, ended")


def idle_buffer(bench: Bench) -> Outcome:
    """A buffer that is on without a reader is somebody's: the proxy opens the node now and then only."""
    accelerometer = bench.plug()
    bench.shell(f"systemctl stop motiond; cd {accelerometer.folder}; "
                "for each in scan_elements/*_en; do echo 1 > $each; done; "
                "echo 128 > buffer/length; cat ../trigger*/name | head -1 > trigger/current_trigger; "
                "echo 1 > buffer/enable")
    found = settings(bench, accelerometer)
    bench.restart()
    bench.shell("sleep 2")
    left = settings(bench, accelerometer)
    check(left == found, f"before the start {found}, after it {left}")
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    bench.stop(monitor)
    bench.shell("sleep 1")
    left = settings(bench, accelerometer)
    check(left == found, f"before a claim {found}, after it {left}")
    return Outcome("a buffer that is on: start, claim, release", f"as found: {left}")


CASES: dict[str, Case] = {
    "proxy": proxy, "proxy-buffer": buffer_proxy, "proxy-second": second, "reader": reader, "buffer-on": idle_buffer,
}
