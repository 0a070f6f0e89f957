# SPDX-License-Identifier: Apache-2.0
"""Both formats of the virtual accelerometer, at the rates that it has."""
from functools import partial

from rig.bench import Bench
from shared.events import check_phases, in_words
from shared.readings import check_values, checked_spacing
from shared.report import Case, Outcome

# The rate asked for, and the period of the device: the kernel's driver rounds it down to whole ms.
PERIODS_MS = {50: 20, 100: 10, 200: 5, 400: 2}


def format_at_rate(bits: int, rate: int, bench: Bench) -> Outcome:
    period_ns = PERIODS_MS[rate] * 1_000_000
    shake = bench.sample("short-shake", period_ns)
    accelerometer = bench.plug(f"bits{bits}rate{rate}", bits)
    readings = bench.recorded(accelerometer, shake, "--rate", str(rate))
    check_values(shake, readings)
    spacing = checked_spacing(readings, period_ns)
    seen = bench.play_to_motiond(accelerometer, shake, "--rate", str(rate))
    check_phases(seen, ["began", "ended"])
    accelerometer.unplug()
    return Outcome(f"{bits} bits, {rate} Hz: {len(shake)} readings", f"equal, {spacing}; {in_words(seen)}")


def _cases(rates: dict[int, list[int]]) -> dict[str, Case]:
    return {f"{bits}b-{rate}Hz": partial(format_at_rate, bits, rate)
            for bits, of_bits in rates.items() for rate in of_bits}


ONE: dict[str, Case] = _cases({16: [200]})
CASES: dict[str, Case] = _cases({16: [50, 100, 400], 32: list(PERIODS_MS)})
