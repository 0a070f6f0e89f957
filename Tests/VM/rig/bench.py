"""What a case works with: the guest, accelerometers, recordings, and the commands under test.

Everything assumed about the command lines and their output is in this file.
"""
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rig import recording
from rig.accelerometer import Accelerometer
from rig.guest import Guest, Process
from rig.recording import Raw
from rig.report import check

BEGAN, ENDED = '"phase":"began"', '"phase":"ended"'
INTERRUPTED = '"reason":"interrupted"'
LISTED = "accel_3d"
UNDONE = "Undo Replace"


def events(json_lines: str) -> list[dict]:
    return [json.loads(line) for line in json_lines.splitlines()]


def phases(json_lines: str) -> list[str]:
    """The kinds of events in order, such as began, cancelled(tooLong)."""
    return [event["phase"] + (f"({event['reason']})" if "reason" in event else "")
            for event in events(json_lines)]


def told(kinds: Sequence[str]) -> str:
    return ", ".join(kinds) or "nothing"


@dataclass
class Bench:
    guest: Guest
    commands: Path  # the folder of motiond and motionctl, on the host
    samples: Path
    corpus: Path | None

    def plug(self, name: str = "one", bits: int = 32) -> Accelerometer:
        return Accelerometer(self.guest, name, bits)

    def sample(self, name: str) -> list[Raw]:
        """One of the project's recordings, as raw readings."""
        return recording.raw(recording.parse((self.samples / f"{name}.csv").read_text()))

    def motiond(self, accelerometer: Accelerometer | None = None) -> Process:
        """A daemon that waits for nobody's claim and prints events.

        Without an accelerometer to read it shall find one by itself.
        """
        source = ["--source", f"iio:{accelerometer.device}"] if accelerometer else []
        return self.guest.start("motiond", "--bus", "none", "--print", "json", *source)

    def listing(self) -> Process:
        return self.guest.run("motionctl", "list")

    def record(self, file: str) -> Process:
        return self.guest.start("motionctl", "record", file)

    def demo(self) -> Process:
        return self.guest.start("motionctl", "demo")

    def replay(self, file: str) -> Process:
        return self.guest.run("motionctl", "replay", "--format", "json", file)

    def replay_on_host(self, readings: Sequence[Raw]) -> str:
        """The JSON lines of `motionctl replay` for the readings, by the same commands on the host."""
        command = [self.commands / "motionctl", "replay", "--format", "json", "-"]
        done = subprocess.run(command, input=recording.csv(readings), capture_output=True, text=True)
        check(done.returncode == 0, f"motionctl replay on the host: {done.stderr.strip()}")
        return done.stdout

    def play_to_motiond(self, accelerometer: Accelerometer, readings: Sequence[Raw]) -> list[str]:
        """What a fresh motiond makes of the readings."""
        accelerometer.rest(readings[0])
        daemon = self.motiond()
        accelerometer.wait_reader(daemon)
        accelerometer.play(readings)
        accelerometer.wait_played()
        return self.stopped(daemon)

    def phases_of(self, done: Process) -> list[str]:
        """The events printed by a command that has come to its end."""
        check(done.status == 0, f"{done.name}: exit status {done.status}: {done.error.text.strip()}")
        return phases(done.output.text)

    def stopped(self, daemon: Process) -> list[str]:
        """Stops a daemon in the proper way; its events."""
        daemon.stop()
        return self.phases_of(daemon)
