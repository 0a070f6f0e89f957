# SPDX-License-Identifier: Apache-2.0
"""Which cases there are, and in which machine each runs."""
from collections.abc import Collection
from dataclasses import dataclass

from rig import (access, basics, chips, corpus, costs, events, figures, input_figures, input_trouble, inputs, network,
                 openers, plugging, rates, service, sleep, tiles, touches, trouble)
from rig.machine import Kind
from shared.emulator import PACED_TIME
from shared.report import Case


@dataclass(frozen=True)
class Suite:
    """Cases that share a machine, one after the other."""

    cases: dict[str, Case]
    kind: Kind = Kind()

    def only(self, names: Collection[str]) -> "Suite":
        return Suite({name: case for name, case in self.cases.items() if name in names}, self.kind)

    def without(self, names: Collection[str]) -> "Suite":
        return self.only(self.cases.keys() - names)


# Enough for every change: about a minute.
ESSENTIAL = Suite({
    **basics.CASES, **plugging.UNPLUG, **rates.ONE, **trouble.ESSENTIAL, **openers.ESSENTIAL,
    **access.NO_PERMISSION, **inputs.ESSENTIAL, **corpus.CASES, **figures.CASES,
})

# Touchscreens, in a machine of their own: a device of one case would be seen in the next.
TOUCHES = Suite({**touches.CASES, **tiles.CASES})

# Debian's kernel for 64-bit ARM has no framebuffer in memory.
NOT_ON_ARM64 = {"tiles-screen"}

# Input devices, on any kernel: their drivers change from one to the next.
INPUTS = Suite({**inputs.CASES, **input_trouble.CASES})
ON_ANOTHER_KERNEL = [Suite({**inputs.ESSENTIAL, **INPUTS.cases})]

FULL = [
    Suite({**INPUTS.cases, **input_figures.CASES}),
    Suite({**rates.CASES, **trouble.CASES, **openers.CASES, **plugging.CASES, **access.CASES,
           **costs.CASES, **service.CASES, **sleep.CASES, **touches.WITH_UDEVD,
           **input_trouble.ON_A_BUS}, Kind(is_layered=True)),
    Suite(chips.CASES, Kind(is_layered=True)),
    Suite(events.CASES, Kind(is_layered=True)),
    Suite(network.CASES, Kind(is_layered=True, has_network=True, time=PACED_TIME)),
]

ALL = [ESSENTIAL, TOUCHES, *FULL]
