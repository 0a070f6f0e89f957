# SPDX-License-Identifier: Apache-2.0
"""What the commands print of events: JSON lines, and their phases in words."""
import json
from collections.abc import Sequence

from shared.report import check


def events(json_lines: str) -> list[dict]:
    return [json.loads(line) for line in json_lines.splitlines()]


def phases(json_lines: str) -> list[str]:
    """The kinds of events in order, such as began, cancelled(tooLong)."""
    return [event["phase"] + (f"({event['reason']})" if "reason" in event else "")
            for event in events(json_lines)]


def in_words(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing"


def check_phases(seen: Sequence[str], expected: Sequence[str]) -> None:
    check(list(seen) == list(expected), f"expected {in_words(expected)}; came out {in_words(seen)}")
