# SPDX-License-Identifier: Apache-2.0
"""What motiond costs at 100 Hz, beside libiio's own reader."""
from dataclasses import dataclass

from rig.bench import Bench
from shared.accelerometer import Accelerometer
from shared.guest import Process
from shared.report import Case, Outcome

SECONDS = 10
GOALS = {"prompt": "115 switches/s, 10 MB; 2.2 times", "thrifty": "8 switches/s, 10 MB; 0.5 times"}

# Uptime in s; RSS in kB; then of each thread its number, CPU time in ns and context switches.
_SNAPSHOT = """
cut -d' ' -f1 /proc/uptime
awk '/^VmRSS/ {{ print $2 }}' /proc/{pid}/status
for task in /proc/{pid}/task/*; do
  echo ${{task##*/}} $(cut -d' ' -f1 $task/schedstat) $(awk '/ctxt_switches/ {{ n += $2 }} END {{ print n }}' $task/status)
done
"""


@dataclass(frozen=True)
class Cost:
    cpu_ms_per_second: float
    switches_per_second: float
    megabytes: float

    def __str__(self) -> str:
        return (f"{self.cpu_ms_per_second:.2f} ms/s, {self.switches_per_second:.0f} switches/s, "
                f"{self.megabytes:.1f} MB")


@dataclass(frozen=True)
class Snapshot:
    uptime: float
    kilobytes: float
    threads: dict[str, tuple[float, float]]

    def since(self, before: "Snapshot") -> tuple[float, float]:
        """CPU ms and context switches a second, of the threads that were there all the time."""
        seconds = self.uptime - before.uptime
        cpu_ns, switches = (
            sum(figures[place] - before.threads[number][place] for number, figures in self.threads.items()
                if number in before.threads) for place in (0, 1))
        return cpu_ns / 1e6 / seconds, switches / seconds


def snapshot(bench: Bench, process: Process) -> Snapshot:
    uptime, kilobytes, *threads = bench.guest.shell(_SNAPSHOT.format(pid=process.pid)).splitlines()
    rows = [line.split() for line in threads]
    # A thread that ends meanwhile has no figures.
    return Snapshot(float(uptime), float(kilobytes), {
        number: (float(cpu_ns), float(switches)) for number, cpu_ns, switches in (row for row in rows if len(row) == 3)})


def cost(bench: Bench, accelerometer: Accelerometer, process: Process) -> Cost:
    """The cost of `process` while it reads for ten seconds of the guest."""
    accelerometer.wait_reader(process)
    before = snapshot(bench, process)
    accelerometer.play([(0, 0, 1000)] * (SECONDS * 100))
    accelerometer.wait_played()
    after = snapshot(bench, process)
    process.stop()
    return Cost(*after.since(before), megabytes=after.kilobytes / 1024)


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
