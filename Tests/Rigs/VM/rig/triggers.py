# SPDX-License-Identifier: Apache-2.0
"""The triggers that a guest may have, and which of them motiond takes."""
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from rig.bench import Bench
from shared.guest import Process
from shared.sensor import Sensor

_HRTIMERS = "/sys/kernel/config/iio/triggers/hrtimer"
# What the triggers are called: that of the rig, and those of motiond.
RIGS, OURS = "rig", "motiond-"
TIMED = "timed reads"

_UNLOAD = f"""
[ -d {_HRTIMERS} ] && rmdir {_HRTIMERS}/* 2> /dev/null
grep -q /sys/kernel/config /proc/mounts && umount /sys/kernel/config
grep -q iio_trig_hrtimer /proc/modules && modprobe -r iio-trig-hrtimer
cd /sys/bus/iio/devices/iio_sysfs_trigger 2> /dev/null || exit 0
echo 0 > remove_trigger
cd /
rmmod iio_trig_sysfs
"""


@dataclass(frozen=True)
class Triggers:
    """What triggers a guest has, and how motiond must sample then."""

    text: str
    makers: bool = False  # hrtimer triggers can be made through configfs
    hrtimer: bool = False  # there is one already
    sysfs: bool = False  # there is one that never fires

    @property
    def way(self) -> str:
        """In the words of the table: that trigger, one that motiond makes, or none at all."""
        return RIGS if self.hrtimer else OURS if self.makers else TIMED

    @contextlib.contextmanager
    def loaded(self, bench: Bench, rate: int) -> Iterator[None]:
        shell = bench.guest.shell
        try:
            shell("! ls -d /sys/bus/iio/devices/trigger*")
            if self.makers:
                shell("modprobe iio-trig-hrtimer && mount -t configfs configfs /sys/kernel/config")
            if self.hrtimer:
                shell(f"mkdir {_HRTIMERS}/{RIGS} && cd /sys/bus/iio/devices/trigger* && "
                      f"echo {rate} > sampling_frequency")
            if self.sysfs:
                shell("modprobe iio-trig-sysfs && "
                      "echo 0 > /sys/bus/iio/devices/iio_sysfs_trigger/add_trigger")
            yield
        finally:
            shell(_UNLOAD)

    def wait_reading(self, daemon: Process) -> None:
        """Until the way that works is taken: a trigger that never fires is given up first."""
        started = daemon.wait_error("started")
        if self.sysfs:
            daemon.wait_error("started", start=started.number + 1)


NONE = Triggers("no trigger, no configfs")
MAKERS = Triggers("no trigger, configfs", makers=True)
HRTIMER = Triggers("an hrtimer trigger", makers=True, hrtimer=True)
DEAD = Triggers("a dead sysfs trigger, configfs", makers=True, sysfs=True)
DEAD_ALONE = Triggers("a dead sysfs trigger", sysfs=True)


def made_by_motiond(bench: Bench) -> list[str]:
    names = bench.guest.shell(f"ls {_HRTIMERS}").split()
    return [name for name in names if name.startswith(OURS)]


def way_taken(sensor: Sensor) -> str:
    """How it is sampled now, in the same words."""
    if not sensor.is_enabled:
        return TIMED
    trigger = sensor.attribute("trigger/current_trigger")
    return OURS if trigger.startswith(OURS) else trigger
