# SPDX-License-Identifier: Apache-2.0
"""The guest's iiod, read from the host over the loopback."""
from rig.bench import Bench
from rig.shaken import LOST
from shared import recording
from shared.events import check_phases, in_words, phases
from shared.guest import Process
from shared.process import HostProcess
from shared.readings import check_values, checked_spacing
from shared.report import Case, Outcome, check

# Slirp, QEMU's network, is at 10.0.2.2, and forwards to this address.
_NETWORK_UP = """
[ -e /sys/class/net/eth0 ] && exit
modprobe virtio_net
until [ -e /sys/class/net/eth0 ]; do usleep 10000; done
ip address add 10.0.2.15/24 dev eth0
ip link set lo up
ip link set eth0 up
until [ "$(cat /sys/class/net/eth0/carrier)" = 1 ]; do usleep 10000; done
"""
# Until it listens: 30431 is 76DF in /proc/net/tcp*, and state 0A is LISTEN.
_LISTENING = "until grep -q ':76DF .* 0A ' /proc/net/tcp /proc/net/tcp6; do usleep 10000; done"


def started_iiod(bench: Bench) -> Process:
    bench.guest.shell(_NETWORK_UP, 60, "the network")
    iiod = bench.guest.start("iiod")
    bench.guest.shell(_LISTENING, 60, "iiod to listen", [iiod])
    return iiod


def bridge(bench: Bench) -> HostProcess:
    return HostProcess(bench.commands / "iio-network", f"ip:127.0.0.1:{bench.iiod_port}")


def recorded(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    started_iiod(bench)
    with bridge(bench) as recorder:
        bench.guest.shell(f"until read -r on < {accelerometer.folder}/buffer/enable && [ $on = 1 ];"
                          " do usleep 25000; done; sleep 1", 60, "iiod to read")
        accelerometer.play(shake)
        accelerometer.wait_played()
        bench.guest.shell("sleep 1")  # it may still be on its way
        check(recorder.stop() == 0, str(recorder))
        readings = recording.parse(recorder.output.text)
    check_values(shake, readings)
    return Outcome(f"short-shake.csv, {len(shake)} readings, iiod",
                   f"equal to nine decimals, {checked_spacing(readings, recording.PERIOD_NS)}")


def killed_iiod(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    iiod = started_iiod(bench)
    with bridge(bench) as recorder:
        accelerometer.wait_reader(iiod)
        accelerometer.play(shake)
        accelerometer.wait_played()
        bench.guest.shell("sleep 1")
        iiod.kill()
        lost = recorder.wait_error(LOST)
        iiod = started_iiod(bench)
        again = recorder.wait_error("readings come again")
        accelerometer.wait_reader(iiod)
        accelerometer.play(shake)
        accelerometer.wait_played()
        bench.guest.shell("sleep 1")
        check(recorder.stop() == 0, str(recorder))
        seen = phases(bench.replayed_on_host(recorder.output.text))
    check_phases(seen, ["began", "ended"] * 2)
    # The host's time is in it: on a busy one it may be lost again while iiod starts.
    losses = sum(LOST in line.text for line in recorder.error.lines)
    seconds = (again.time_ns - lost.time_ns) / 1e9
    return Outcome("a shake, iiod killed and started, a shake",
                   f"{in_words(seen)}; back after {seconds:.1f} s; lost {losses} times")


CASES: dict[str, Case] = {"iiod": recorded, "iiod-killed": killed_iiod}
