# SPDX-License-Identifier: Apache-2.0
"""What a case reports, and tables."""
from collections.abc import Callable, Sequence
from typing import NamedTuple

_COLUMNS = "{:<14} {:<48} {:<74} {:>7}  {}"


class Failed(AssertionError):
    """A case saw something else than it should have."""


class Skipped(Exception):
    """A case could not be tried, and why."""


class Outcome(NamedTuple):
    """What went in and what came out, in a few words each."""

    injected: str
    came_out: str


# What it works with is the rig's own.
Case = Callable[..., Outcome]


def check(condition: bool, complaint: str) -> None:
    if not condition:
        raise Failed(complaint)


def head() -> str:
    return _COLUMNS.format("case", "injected", "came out", "seconds", "")


def row(name: str, injected: str, came_out: str, seconds: float, verdict: str) -> str:
    return _COLUMNS.format(name, injected, came_out, f"{seconds:.1f}", verdict)


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as lines, the first column to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join([row[0].ljust(widths[0]),
                                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]).rstrip()
                     for row in rows)
