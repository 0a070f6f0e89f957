# SPDX-License-Identifier: Apache-2.0
"""The program under test. All that is assumed about its command line is in this file."""
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from shared.guest import Line
from shared.process import HostProcess

from desktop.session import Session, until


@dataclass(frozen=True)
class Act:
    """How long the agent took to its first key, action or click, in ms."""

    from_answer: float
    from_look: float  # the last one
    way: str = ""


def delays(acts: Sequence[Act]) -> str:
    """Medians and worst of acts, in words."""
    if not acts:
        return "none"
    return ", ".join(f"{median(values):.1f} ms (worst {max(values):.1f}) from the {what}" for what, values in (
        ("answer", [each.from_answer for each in acts]), ("last look", [each.from_look for each in acts]))) + f", {len(acts)} acts"


class Agent:
    """shake-to-undo of a session, which says why it does what it does."""

    is_prompt = True  # what it explains is seen at once

    def __init__(self, session: Session, built: Path, *options: str) -> None:
        self._session, self._program = session, built / "shake-to-undo"
        # On a laptop that is no tablet too.
        self.run("set", "when=always")
        clients = session.clients()
        self.process: HostProcess = session.start(self._program, "--bus", "session", "--explain", *options)
        # One that shakes do not reach at all would pass all cases in which nothing is to happen.
        until(lambda: session.clients() > clients, "the agent has its claim at motiond")

    def run(self, *words: str, check: bool = True) -> str:
        """A command of the agent's to its end."""
        return self._session.run(self._program, *words, check=check)

    def said(self) -> int:
        """How many lines it has written so far."""
        return len(self.process.error.lines)

    def wait_explained(self, start: int, pattern: str) -> str:
        """What the first line from number `start` on that matches says: why nothing happened, or what was done."""
        return self.wait_line(start, pattern).text.rpartition(": ")[2]

    def explained(self, start: int, pattern: str) -> str:
        """What the last line from number `start` on that matches says."""
        lines = [line.text for line in self.process.error.lines[start:] if re.search(pattern, line.text)]
        return lines[-1].rpartition(": ")[2] if lines else ""

    def wait_line(self, start: int, pattern: str) -> Line:
        """The first line from number `start` on that matches."""

        def found() -> Line | None:
            return next((line for line in self.process.error.lines[start:] if re.search(pattern, line.text)), None)

        try:
            return until(found, f"the agent explains '{pattern}'", 10)
        except AssertionError as problem:
            said = [line.text for line in self.process.error.lines[start:]]
            raise AssertionError(f"{problem}; it said: {' | '.join(said) or 'nothing'}") from None

    def acts(self, start: int, answers: Sequence[float]) -> list[Act]:
        """What it did from line number `start` on, each for the last of `answers` before it."""
        acts = []
        for line in self.process.error.lines[start:]:
            if found := re.search(r"acted at (\d+) ns, (\d+) us after the look, by (.*)", line.text):
                acted = int(found[1]) / 1e9
                if before := [each for each in answers if each < acted]:
                    acts.append(Act(1000 * (acted - before[-1]), int(found[2]) / 1e3, re.sub(r" \S+\.undo$|(?<=action) .*", "", found[3])))
        return acts

    @property
    def pid(self) -> int:
        return self.process.pid

    def memory(self) -> int:
        """Resident memory in kB."""
        return int(self._status("VmRSS"))

    def is_static(self) -> bool:
        """Whether Swift's libraries are in it, as in a release."""
        return "libswiftCore" not in Path(f"/proc/{self.pid}/maps").read_text()

    def wakeups(self, seconds: float) -> int:
        """How often its threads were woken in this time."""
        before = self._switches()
        time.sleep(seconds)
        return self._switches() - before

    def _switches(self) -> int:
        return sum(int(line.split()[1]) for status in Path(f"/proc/{self.pid}/task").glob("*/status")
                   for line in status.read_text().splitlines() if line.startswith("voluntary_ctxt_switches"))

    def _status(self, name: str) -> str:
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(line.split()[1] for line in lines if line.startswith(name + ":"))
