# SPDX-License-Identifier: Apache-2.0
"""Runs cases, and prints their rows of the table."""
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from shared.guest import Guest, GuestError
from shared.report import Outcome, Skipped, row


class HasGuest(Protocol):
    """What a case works with."""

    guest: Guest


B = TypeVar("B", bound=HasGuest)


def run_case(name: str, case: Callable[[B], Outcome], bench: B, logs: Path) -> bool:
    """Runs a case and prints its row. False if it failed."""
    began = time.monotonic()
    problem = None
    log = logs / f"{name.replace(' ', '-')}.log"
    with log.open("w") as lines:
        bench.guest.log_to(lines)
        try:
            outcome, verdict = case(bench), "pass"
        except Skipped as reason:
            outcome, verdict = ("", str(reason)), "SKIPPED"
        except Exception as error:  # whatever a case stumbles over: the others still run
            problem = str(error) if isinstance(error, (AssertionError, GuestError)) else repr(error)
            outcome, verdict = ("", ""), "FAILED"
        try:
            bench.guest.kill_all()
        except GuestError as error:
            problem, verdict = problem or str(error), "FAILED"
        bench.guest.log_to(None)
    print(row(name, *outcome, time.monotonic() - began, verdict), flush=True)
    if problem:
        print(f"  {problem}\n  log: {log}", flush=True)
    return problem is None


def summary(passed: list[bool], began: float) -> str:
    return f"{sum(passed)} of {len(passed)} without failure, {time.monotonic() - began:.1f} s in all"


def exit_with(run: Callable[[], bool]) -> None:
    """Ends with the status of a command that ran cases: 0 if none failed."""
    # So that `with` cleans up for SIGTERM too, as it does for Ctrl-C.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        sys.exit(0 if run() else 1)
    except KeyboardInterrupt:
        sys.exit(130)
    except GuestError as error:
        print(f"run: {error}", file=sys.stderr)
        sys.exit(1)
