# SPDX-License-Identifier: Apache-2.0
"""Real recordings, several accelerometers at once: live must see what a replay sees."""
import csv
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rig.bench import Bench
from shared import recording
from shared.accelerometer import Accelerometer
from shared.events import in_words, phases
from shared.guest import Process
from shared.recording import Raw
from shared.report import Case, Outcome, Skipped, check
from shared.sensor import wait_readers

OF_EACH_KIND = 20
AT_ONCE = 8
LONGEST_SECONDS = 10
# The device keeps time to some milliseconds: a shake that stops at the edge of the window may be
# live what it is with one of these windows, in seconds.
WINDOWS = (1.0, 0.97, 1.03)


@dataclass(frozen=True)
class Part:
    """One recording of a batch: it is played by its own device to its own daemon."""

    file: str
    readings: list[Raw]
    accelerometer: Accelerometer


@dataclass(frozen=True)
class Comparison:
    """The events of a recording, seen live and in replays with each of the windows."""

    file: str
    live: list[str]
    replays: list[list[str]]

    def __str__(self) -> str:
        return f"{self.file}: replay {in_words(self.replays[0])}; live {in_words(self.live)}"


def folder(paths: str) -> Path | None:
    """The first of these folders, with colons between them, whose index says what is a shake."""
    for path in filter(None, paths.split(":")):
        index = Path(path) / "index.csv"
        if index.is_file() and "is_shake" in index.read_text().partition("\n")[0].split(","):
            return Path(path)
    return None


def spread(rows: Sequence[dict[str, str]], count: int) -> list[dict[str, str]]:
    """`count` of the rows: each source in turn gives one, from evenly over its files."""
    by_source: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["file"]):
        by_source[row["source"]].append(row)
    queues = []
    for source in sorted(by_source):
        of_source = by_source[source]
        step = max(1, len(of_source) // count)
        queues.append(of_source[::step])
    turns = max(map(len, queues), default=0)
    chosen = [queue[turn] for turn in range(turns) for queue in queues if turn < len(queue)]
    return chosen[:count]


def chosen_files(index: str) -> list[str]:
    rows = [row for row in csv.DictReader(index.splitlines())
            if 0 < float(row["duration_s"]) <= LONGEST_SECONDS]
    chosen = [row for kind in ("1", "0")
              for row in spread([row for row in rows if row["is_shake"] == kind], OF_EACH_KIND)]
    # Of like length in a batch, so that none waits long for another.
    return [row["file"] for row in sorted(chosen, key=lambda row: (float(row["duration_s"]), row["file"]))]


def plugged(bench: Bench, number: int, file: str) -> Part:
    readings = recording.at_rest(recording.raw(recording.parse((bench.corpus / file).read_text())))
    accelerometer = bench.plug(f"corpus{number}")
    accelerometer.rest(readings[0])
    return Part(file, readings, accelerometer)


def compared(bench: Bench, part: Part, daemon: Process) -> Comparison:
    """Lets the recording play to its end, and compares."""
    part.accelerometer.wait_played()
    live = bench.stopped(daemon)
    part.accelerometer.unplug()
    replays = [phases(bench.replay_on_host(part.readings, "--window", str(window))) for window in WINDOWS]
    return Comparison(part.file, live, replays)


def play_batch(bench: Bench, files: Sequence[str]) -> list[Comparison]:
    # Step by step for all, because a device that streams slows down whatever else is done.
    parts = [plugged(bench, number, file) for number, file in enumerate(files)]
    daemons = [bench.motiond(part.accelerometer) for part in parts]
    wait_readers([part.accelerometer for part in parts], daemons)
    for part in parts:
        part.accelerometer.play(part.readings)
    return [compared(bench, part, daemon) for part, daemon in zip(parts, daemons)]


def corpus(bench: Bench) -> Outcome:
    if not bench.corpus or not (bench.corpus / "index.csv").is_file():
        raise Skipped("no index.csv with is_shake in $MOTION_CORPUS")
    files = chosen_files((bench.corpus / "index.csv").read_text())
    batches = [files[start : start + AT_ONCE] for start in range(0, len(files), AT_ONCE)]
    comparisons = [comparison for batch in batches for comparison in play_batch(bench, batch)]
    different = [str(comparison) for comparison in comparisons if comparison.live not in comparison.replays]
    check(not different, f"{len(different)} of {len(files)} differ:\n    " + "\n    ".join(different))
    shakes = sum("began" in comparison.live for comparison in comparisons)
    return Outcome(f"{len(files)} recordings, {AT_ONCE} at once",
                   f"each as its replay; {shakes} began a shake")


CASES: dict[str, Case] = {"corpus": corpus}
