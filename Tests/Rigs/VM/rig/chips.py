# SPDX-License-Identifier: Apache-2.0
"""Accelerometer chips without a trigger of their own: whatever trigger there is, they are read."""
from functools import partial

from rig.bench import Bench
from rig.triggers import DEAD, DEAD_ALONE, HRTIMER, MAKERS, NONE, TIMED, Triggers, made_by_motiond, way_taken
from shared.chip import KXCJK1013, LIS2DH12, Chip, Model
from shared.events import check_phases, in_words
from shared.readings import check_held, check_held_axes, checked_spacing, mean_spacing, spacing
from shared.recording import Raw
from shared.report import Case, Outcome, check

# The recognizer is for 12.5 Hz and more: so far apart may readings be at most, whatever the driver does.
MOST_APART_MS = 80
# How long each reading is shown to a reader that reads when it pleases.
HELD_MS = 200


def ramp(model: Model) -> list[Raw]:
    """Each axis from end to end, its sign changing in between; no two neighbors alike on any axis."""
    low, high = model.ends.start, model.ends.stop - 1
    corners = [(low, high, -1), (high, low, 0), (-1, 0, high), (0, -1, low), (1, 1, 1)]
    sweep = [(low + 20 * n, high - 20 * n, low + 37 * n % (high - low)) for n in range(200)]
    return corners + sweep


def check_values(bench: Bench, chip: Chip, triggers: Triggers, rate: int) -> str:
    injected = ramp(chip.model)
    # There is nothing to say at which moment of its period a reading is read, so each is held for two;
    # and for much longer where reading takes as long as the driver likes.
    is_timed = triggers.way == TIMED
    periods = HELD_MS * rate // 1000 if is_timed else 2
    held = [reading for reading in injected for _ in range(periods)]
    readings = bench.recorded(chip, held, "--rate", str(rate))
    if not is_timed:
        check_held(injected, readings, chip.model.scale)
        return checked_spacing(readings, 1e9 / rate)
    check_held_axes(injected, readings, chip.model.scale)
    mean = mean_spacing(readings) / 1e6
    check(mean <= MOST_APART_MS, f"readings are {mean:.1f} ms apart, expected at most {MOST_APART_MS}")
    return spacing(readings)


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
    left = made_by_motiond(bench) if triggers.makers else []
    check(left == [], f"motiond left the triggers {left}")
    return seen


def chip_case(model: Model, triggers: Triggers, rate: int, bench: Bench) -> Outcome:
    words = triggers.way == TIMED and model.reads_words
    with triggers.loaded(bench, rate), Chip(bench.guest, model, 1000 / rate, words) as chip:
        spacing = check_values(bench, chip, triggers, rate)
        seen = check_events(bench, chip, triggers, rate)
        # The dead trigger's false start interrupts nothing: no motion was open.
        check_phases(seen, ["began", "ended"])
    return Outcome(f"{triggers.text}, {rate} Hz", f"{triggers.way}: equal, {spacing}; {in_words(seen)}")


def rescaled(bench: Bench) -> Outcome:
    """Another program changes the scale while motiond reads, which looks at its attribute every 5 s."""
    with HRTIMER.loaded(bench, 100), Chip(bench.guest, LIS2DH12, 10) as chip:
        chip.rest((0, 0, 1000))
        daemon = bench.motiond(chip, "--rate", "100")
        HRTIMER.wait_reading(daemon)
        before = chip.attribute("in_accel_x_scale")
        other = next(scale for scale in chip.attribute("in_accel_scale_available").split() if scale != before)
        writer = bench.guest.run("sh", "-c", f"echo {other} > {chip.folder}/in_accel_x_scale && echo done")
        told = daemon.wait_error("another program changed the scale")
        seconds = (told.time_ns - writer.output.lines[0].time_ns) / 1e9
        check(seconds <= 6, f"that was told after {seconds:.1f} s")
        daemon.wait_error("started", start=told.number)
        bench.stopped(daemon)
    return Outcome(f"in_accel_x_scale {before}, then {other}", f"told after {seconds:.1f} s, started again")


_TRIED = [
    ("lis2dh12", LIS2DH12, HRTIMER, 100), ("lis2dh12-made", LIS2DH12, MAKERS, 100),
    ("lis2dh12-400Hz", LIS2DH12, MAKERS, 400), ("lis2dh12-raw", LIS2DH12, NONE, 100),
    ("lis2dh12-dead", LIS2DH12, DEAD, 100), ("lis2dh12-dead1", LIS2DH12, DEAD_ALONE, 100),
    ("kxcjk", KXCJK1013, HRTIMER, 100), ("kxcjk-made", KXCJK1013, MAKERS, 100),
    ("kxcjk-raw", KXCJK1013, NONE, 100),
]
CASES: dict[str, Case] = {"lis2dh12-scale": rescaled} | {
    name: partial(chip_case, *how) for name, *how in _TRIED}
