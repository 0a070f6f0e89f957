# SPDX-License-Identifier: Apache-2.0
"""All cases in the order of running: they share one machine."""
from shared.report import Case
from system import containers, doctor, drivers, inputs, installing, keyboards, neighbors, network, screen, serving, users

# What all others need.
ALWAYS = list(installing.FIRST)

CASES: dict[str, Case] = {
    **installing.FIRST, **installing.CASES, **serving.CASES, **users.CASES, **inputs.CASES, **doctor.CASES, **neighbors.CASES,
    **screen.CASES, **network.CASES, **drivers.CASES, **containers.CASES, **keyboards.CASES,
    **installing.LAST,
}
