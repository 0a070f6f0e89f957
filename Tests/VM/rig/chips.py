"""Accelerometer chips without a trigger of their own: whatever trigger there is, they are read."""
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rig.bench import Bench, told
from rig.chip import KXCJK1013, LIS2DH12, Chip, Model
from rig.guest import Process
from rig.readings import check_held, check_held_axes, checked_spacing
from rig.recording import Raw
from rig.report import Case, Outcome, check
from rig.shaken import check_phases

_HRTIMERS = "/sys/kernel/config/iio/triggers/hrtimer"
# What the triggers are called: that of the rig, and those of motiond.
RIGS, OURS = "rig", "motiond-"

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
        return RIGS if self.hrtimer else OURS if self.makers else "timed reads"

    @contextlib.contextmanager
    def loaded(self, bench: Bench, rate: int) -> Iterator[None]:
        shell = bench.guest.shell
        try:
            shell("! ls -d /sys/bus/iio/devices/trigger*")
            if self.makers:
                shell("modprobe iio-trig-hrtimer && mount -t configfs configfs /sys/kernel/config")
            if self.hrtimer:
                shell(f"mkdir {_HRTIMERS}/{RIGS}; cd /sys/bus/iio/devices/trigger*; echo {rate} > sampling_frequency")
            if self.sysfs:
                shell("modprobe iio-trig-sysfs && echo 0 > /sys/bus/iio/devices/iio_sysfs_trigger/add_trigger")
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


def ramp(model: Model) -> list[Raw]:
    """Each axis from end to end, its sign changing in between; no two neighbours alike on any axis."""
    low, high = model.ends.start, model.ends.stop - 1
    corners = [(low, high, -1), (high, low, 0), (-1, 0, high), (0, -1, low), (1, 1, 1)]
    sweep = [(low + 20 * n, high - 20 * n, low + 37 * n % (high - low)) for n in range(200)]
    return corners + sweep


def triggers_made(bench: Bench) -> list[str]:
    names = bench.guest.shell(f"ls {_HRTIMERS}").split()
    return [name for name in names if name.startswith(OURS)]


def way_taken(chip: Chip) -> str:
    """How it is sampled now, in the same words."""
    if not chip.is_enabled:
        return "timed reads"
    trigger = chip.attribute("trigger/current_trigger")
    return OURS if trigger.startswith(OURS) else trigger


def check_values(bench: Bench, chip: Chip, triggers: Triggers, rate: int) -> str:
    injected = ramp(chip.model)
    # Each for two periods: there is nothing to say at which moment of it the reader reads.
    held = [reading for reading in injected for _ in range(2)]
    readings = bench.recorded(chip, held, "--rate", str(rate))
    check_same = check_held_axes if triggers.way == "timed reads" else check_held
    check_same(injected, readings, chip.model.scale)
    return checked_spacing(readings, 1e9 / rate)


def check_events(bench: Bench, chip: Chip, triggers: Triggers, rate: int) -> list[str]:
    ends = chip.model.ends
    shake = [tuple(min(max(value, ends.start), ends.stop - 1) for value in reading)
             for reading in bench.sample("short-shake", 1_000_000_000 // rate, chip.model.scale)]
    chip.rest(shake[0])
    daemon = bench.motiond(chip, "--rate", str(rate))
    triggers.wait_reading(daemon)
    way = way_taken(chip)
    check(way == triggers.way, f"it is sampled by {way}, expected {triggers.way}")
    chip.play(shake)
    chip.wait_played()
    seen = bench.stopped(daemon)
    left = triggers_made(bench) if triggers.makers else []
    check(left == [], f"motiond left the triggers {left}")
    return seen


def chip_case(model: Model, triggers: Triggers, rate: int, bench: Bench) -> Outcome:
    words = triggers.way == "timed reads" and model.reads_words
    with triggers.loaded(bench, rate), Chip(bench.guest, model, 1000 / rate, words) as chip:
        spacing = check_values(bench, chip, triggers, rate)
        seen = check_events(bench, chip, triggers, rate)
        # The dead trigger's false start interrupts nothing: no motion was open.
        check_phases(seen, ["began", "ended"])
    return Outcome(f"{triggers.text}, {rate} Hz", f"{triggers.way}: equal, {spacing}; {told(seen)}")


_TRIED = [
    ("lis2dh12", LIS2DH12, HRTIMER, 100), ("lis2dh12-made", LIS2DH12, MAKERS, 100),
    ("lis2dh12-400Hz", LIS2DH12, MAKERS, 400), ("lis2dh12-raw", LIS2DH12, NONE, 100),
    ("lis2dh12-dead", LIS2DH12, DEAD, 100), ("lis2dh12-dead1", LIS2DH12, DEAD_ALONE, 100),
    ("kxcjk", KXCJK1013, HRTIMER, 100), ("kxcjk-made", KXCJK1013, MAKERS, 100),
    ("kxcjk-raw", KXCJK1013, NONE, 100),
]
CASES: dict[str, Case] = {name: partial(chip_case, *how) for name, *how in _TRIED}
