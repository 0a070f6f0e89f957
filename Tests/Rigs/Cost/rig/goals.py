# SPDX-License-Identifier: Apache-2.0
"""The goals, each with the figure from before the work on costs, and the table of all."""
from typing import NamedTuple

from shared.report import aligned


class Goal(NamedTuple):
    figure: str
    unit: str
    before: str
    goal: float
    dream: float | None = None
    is_least: bool = False  # more is better


GOALS = {
    "thrifty": Goal("thrifty, CPU against the floor", "", "1.7-3.0", 1.2),
    "thrifty switches": Goal("thrifty, switches", "/s", "50", 28),
    "prompt": Goal("prompt, CPU against the floor", "", "4.2-8.0", 2.2, 1.3),
    "prompt switches": Goal("prompt, switches", "/s", "308-399", 115),
    "resident": Goal("resident, no bus", "MB", "13-15", 10, 7),
    "resident bus": Goal("resident, bus and a claim", "MB", "14.7", 8),
    "dirty": Goal("private dirty", "MB", "1.4-1.5", 1.2),
    "motiond": Goal("motiond, the file", "MB", "29.7", 16, 12),
    "motionctl": Goal("motionctl, the file", "MB", "81", 17),
    "start": Goal("exec to \"started\"", "ms", "14", 8),
    "replay": Goal("motionctl replay", "MB/s", "123", 300, 450, True),
    "replay all": Goal("motionctl replay --motions all", "MB/s", "127", 200, None, True),
    "claims": Goal("thrifty, 200 different claims", "ms/s", "13.2", 6),
    "began": Goal("began at the client, prompt, p50", "ms", "0.5", 0.4),
    "allocations": Goal("heap allocations a reading", "", "3-4", 0),
    "idle": Goal("no claim, switches", "/s", "0", 0),
}


def table(reached: dict[str, float]) -> str:
    """The goals that were measured, with what was reached."""
    rows = [("", "unit", "before", "goal", "dream", "reached", "")]
    for name, value in reached.items():
        goal = GOALS[name]
        # As exact as it is measured.
        good = value >= goal.goal if goal.is_least else value <= goal.goal + 0.01
        rows.append((goal.figure, goal.unit, goal.before, f"{goal.goal:g}",
                     f"{goal.dream:g}" if goal.dream else "", f"{value:.3g}", "" if good else "missed"))
    return aligned(rows)
