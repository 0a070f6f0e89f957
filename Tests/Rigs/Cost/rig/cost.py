# SPDX-License-Identifier: Apache-2.0
"""What processes take: CPU time, context switches and memory."""
import os
import statistics
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from shared.process import QUIET


@dataclass(frozen=True)
class Cost:
    """What a process took: CPU and switches of all threads a second, and memory in the end."""

    cpu_us: float
    switches: float
    resident_mb: float
    dirty_mb: float

    @staticmethod
    def median(costs: Sequence["Cost"]) -> "Cost":
        return Cost(*(statistics.median(getattr(cost, field.name) for cost in costs)
                      for field in fields(Cost)))


def cost(process: subprocess.Popen, seconds: float) -> Cost:
    """What `process` takes in the next `seconds`."""
    before = _snapshot(process.pid)
    time.sleep(seconds)
    after = _snapshot(process.pid)
    if process.poll() is not None:
        raise RuntimeError(f"{process.args[0]} ended with status {process.returncode}")
    elapsed, cpu = after[0] - before[0], after[1] - before[1]
    # A thread that has ended meanwhile is left out.
    switches = sum(count - before[2].get(task, 0) for task, count in after[2].items())
    memory = dict(line.split()[:2] for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text()
                  .splitlines()[1:])
    return Cost(cpu / 1e3 / elapsed, switches / elapsed, int(memory["Rss:"]) / 1024,
                int(memory["Private_Dirty:"]) / 1024)


def _snapshot(pid: int) -> tuple[float, int, dict[str, int]]:
    """The time in s, the CPU time of the process in ns, and the context switches of its threads."""
    switches = {task.name: sum(int(line.split()[1]) for line in (task / "status").read_text().splitlines()
                               if "voluntary_ctxt_switches" in line)
                for task in Path(f"/proc/{pid}/task").iterdir()}
    return time.monotonic(), cpu_ns(pid), switches


def cpu_ns(pid: int) -> int:
    """The CPU time of a process so far."""
    # The clock of a process, as clock_getcpuclockid(3) makes it.
    return time.clock_gettime_ns((~pid << 3) | 2)


def cpu_seconds(*command: str | Path) -> float:
    """The CPU time of a command that runs to its end."""
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, **QUIET)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime
