# SPDX-License-Identifier: Apache-2.0
"""What motiond costs at 100 Hz, beside libiio's own reader."""
from dataclasses import dataclass

from rig.bench import Bench
from shared.accelerometer import Accelerometer
from shared.guest import Process
from shared.report import Case, Outcome

SECONDS = 10
GOALS = {"prompt": "115 switches/s, 10 MB; 2.2 times", "thrifty": "8 switches/s, 10 MB; 0.5 times"}

# Of the process and all its threads: uptime in s; CPU time in ns; context switches; RSS in kB.
_SNAPSHOT = """
cut -d' ' -f1 /proc/uptime
cat /proc/{pid}/task/*/schedstat | awk '{{ n += $1 }} END {{ print n }}'
cat /proc/{pid}/task/*/status | awk '/ctxt_switches/ {{ n += $2 }} END {{ print n }}'
awk '/^VmRSS/ {{ print $2 }}' /proc/{pid}/status
"""


@dataclass(frozen=True)
class Cost:
    cpu_ms_per_second: float
    switches_per_second: float
    megabytes: float

    def __str__(self) -> str:
        return (f"{self.cpu_ms_per_second:.2f} ms/s, {self.switches_per_second:.0f} switches/s, "
                f"{self.megabytes:.1f} MB")


def snapshot(bench: Bench, process: Process) -> list[float]:
    return [float(line) for line in bench.guest.shell(_SNAPSHOT.format(pid=process.pid)).split()]


def cost(bench: Bench, accelerometer: Accelerometer, process: Process) -> Cost:
    """The cost of `process` while it reads for ten seconds of the guest."""
    accelerometer.wait_reader(process)
    uptime, cpu_ns, switches, _ = snapshot(bench, process)
    accelerometer.play([(0, 0, 1000)] * (SECONDS * 100))
    accelerometer.wait_played()
    uptime_after, cpu_ns_after, switches_after, kilobytes = snapshot(bench, process)
    seconds = uptime_after - uptime
    process.stop()
    return Cost(cpu_ms_per_second=(cpu_ns_after - cpu_ns) / 1e6 / seconds,
                switches_per_second=(switches_after - switches) / seconds, megabytes=kilobytes / 1024)


def figures(bench: Bench) -> Outcome:
    """Prints, with goals that nothing is judged by. CPU time counts instructions, 2 ns each."""
    accelerometer = bench.plug()
    reader = bench.guest.start("iio_readdev", "-b", "1", accelerometer.device)
    floor = cost(bench, accelerometer, reader)
    print(f"  iio_readdev -b 1: {floor}")
    ours = {way: cost(bench, accelerometer, bench.motiond(None, "--sampling", way)) for way in GOALS}
    for way, goal in GOALS.items():
        ratio = ours[way].cpu_ms_per_second / floor.cpu_ms_per_second
        print(f"  {way}: {ours[way]}; {ratio:.2f} times iio_readdev (goals: {goal})")
    return Outcome(f"{SECONDS} s of rest at 100 Hz", str(ours["thrifty"]))


CASES: dict[str, Case] = {"figures": figures}
