# SPDX-License-Identifier: Apache-2.0
"""What a process holds, and how often it wakes."""
from dataclasses import dataclass

from rig.bench import Bench
from shared.guest import Process
from shared.report import check

_HOLDINGS = "ls /proc/{pid}/fd | wc -l; ls /proc/{pid}/task | wc -l"

# All threads; the shell's sleep is in the guest's time. A thread that ends takes its count with it.
_SWITCHES = """
count() {{ cat /proc/{pid}/task/*/status | awk '/ctxt_switches/ {{ n += $2 }} END {{ print n }}'; }}
before=$(count)
sleep {seconds}
echo $(($(count) - before))
"""

# Field 41 of `stat`, counted behind the name, which may have blanks.
_POLICIES = "for task in /proc/{pid}/task/*/stat; do sed 's/.*) //' $task | cut -d' ' -f39; done"
OTHER, FIFO = 0, 1

# Threads of Dispatch's pool come and go.
POOL = 2


@dataclass(frozen=True)
class Holdings:
    descriptors: int
    threads: int

    def __str__(self) -> str:
        return f"{self.descriptors} fds, {self.threads} threads"


def holdings(bench: Bench, process: Process) -> Holdings:
    return Holdings(*map(int, bench.guest.shell(_HOLDINGS.format(pid=process.pid)).split()))


def check_no_growth(before: Holdings, after: Holdings) -> None:
    check(after.descriptors <= before.descriptors and after.threads <= before.threads + POOL,
          f"it held {before}, and now {after}")


def switches_per_second(bench: Bench, process: Process, seconds: int = 10) -> float:
    """The context switches of all its threads, over so many seconds of the guest."""
    script = _SWITCHES.format(pid=process.pid, seconds=seconds)
    return int(bench.guest.shell(script, 120, "a count of context switches", [process])) / seconds


def policies(bench: Bench, process: Process) -> list[int]:
    """The scheduling policy of each of its threads."""
    return [int(line) for line in bench.guest.shell(_POLICIES.format(pid=process.pid)).split()]
