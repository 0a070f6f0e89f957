# SPDX-License-Identifier: Apache-2.0
"""The goals, each with the figure of f1a9a73, after which costs were counted, and the table of all."""
from typing import NamedTuple

from shared.report import aligned


class Goal(NamedTuple):
    figure: str
    unit: str
    before: str
    goal: float
    is_least: bool = False  # more is better


GOALS = {
    "thrifty": Goal("thrifty, CPU against the floor", "", "1.19", 0.5),
    "thrifty switches": Goal("thrifty at rest, switches", "/s", "25", 8),
    "prompt": Goal("prompt, CPU against the floor", "", "2.02", 1.5),
    "prompt switches": Goal("prompt, switches", "/s", "106", 107),
    "claim": Goal("thrifty with a claim on a bus, CPU against the floor", "", "1.3", 0.95),
    "resident": Goal("resident, no bus", "MB", "7.3", 7),
    "resident idle": Goal("resident, bus and no claim", "MB", "7.3", 6),
    "resident claim": Goal("resident, bus and a claim", "MB", "7.5", 7),
    "dirty": Goal("private dirty", "MB", "1.7", 1.7),
    "motiond": Goal("motiond, the file", "MB", "15.8", 10),
    "motionctl": Goal("motionctl, the file", "MB", "15.6", 17),
    "start": Goal("exec to \"started\"", "ms", "14", 8),
    "replay": Goal("motionctl replay", "MB/s", "440", 450, is_least=True),
    "replay all": Goal("motionctl replay --motions all", "MB/s", "127", 200, is_least=True),
    "claims": Goal("thrifty, 200 different claims", "ms/s", "6", 6),
    "began": Goal("began at the client, prompt, p50", "ms", "0.4", 0.4),
    "allocations": Goal("heap allocations a reading", "", "0", 0),
    "idle": Goal("no claim, switches", "/s", "0", 0),
}


def table(reached: dict[str, float]) -> str:
    """The goals that were measured, with what was reached."""
    rows = [("", "unit", "f1a9a73", "goal", "reached", "")]
    for name, value in reached.items():
        goal = GOALS[name]
        # As exact as it is measured.
        good = value >= goal.goal if goal.is_least else value <= goal.goal + 0.01
        rows.append((goal.figure, goal.unit, goal.before, f"{goal.goal:g}", f"{value:.3g}", "" if good else "missed"))
    return aligned(rows)
