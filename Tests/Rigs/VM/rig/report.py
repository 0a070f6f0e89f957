"""What a case tells, and the table of them."""
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rig.bench import Bench

_COLUMNS = "{:<14} {:<48} {:<74} {:>7}  {}"


class Failed(AssertionError):
    """A case saw something else than it should have."""


class Skipped(Exception):
    """A case could not be tried, and why."""


class Outcome(NamedTuple):
    """What went in and what came out, in a few words each."""

    injected: str
    came_out: str


Case = Callable[["Bench"], Outcome]


def check(condition: bool, complaint: str) -> None:
    if not condition:
        raise Failed(complaint)


def head() -> str:
    return _COLUMNS.format("case", "injected", "came out", "seconds", "")


def row(name: str, injected: str, came_out: str, seconds: float, verdict: str) -> str:
    return _COLUMNS.format(name, injected, came_out, f"{seconds:.1f}", verdict)
