"""What a case tells, and the table of them."""
from typing import NamedTuple

_COLUMNS = "{:<12} {:<36} {:<64} {:>7}  {}"


class Failed(AssertionError):
    """A case saw something else than it should have."""


class Skipped(Exception):
    """A case could not be tried, and why."""


class Outcome(NamedTuple):
    """What went in and what came out, in a few words each."""

    injected: str
    came_out: str


def check(condition: bool, complaint: str) -> None:
    if not condition:
        raise Failed(complaint)


def head() -> str:
    return _COLUMNS.format("case", "injected", "came out", "seconds", "")


def row(name: str, injected: str, came_out: str, seconds: float, verdict: str) -> str:
    return _COLUMNS.format(name, injected, came_out, f"{seconds:.1f}", verdict)
