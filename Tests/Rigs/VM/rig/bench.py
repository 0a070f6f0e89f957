# SPDX-License-Identifier: Apache-2.0
"""What a case works with: the guest, accelerometers, recordings, and the commands under test.

Everything assumed about the command lines and their output is in this file.
"""
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from shared import recording
from shared.accelerometer import Accelerometer
from shared.events import phases
from shared.guest import Guest, Process
from shared.pad import Pad
from shared.recording import Raw, Reading
from shared.report import check
from shared.sensor import Item, Sensor

BEGAN, ENDED = '"phase":"began"', '"phase":"ended"'
INTERRUPTED = '"reason":"interrupted"'
LISTED = "accel_3d"
UNDONE = "Undo Replace"

# Whatever the way of sampling is: there are readings.
_WAIT_RECORDED = """
for turn in $(seq 300); do
  [ $(cat {file} $(dirname {file})/motion-*.part 2> /dev/null | wc -l) -ge 20 ] && exit
  usleep 100000
done
echo "fewer than 20 lines in the recording within 30 s" >&2
exit 1
"""


@dataclass
class Bench:
    guest: Guest
    commands: Path  # the folder of motiond and motionctl, on the host
    samples: Path
    corpus: Path | None
    iiod_port: int | None = None  # on the host's loopback
    runner: Sequence[str] = ()  # what runs the commands on the host, where they are for another architecture

    def plug(self, name: str = "one", bits: int = 32) -> Accelerometer:
        return Accelerometer(self.guest, name, bits)

    def sample(self, name: str, period_ns: int = recording.PERIOD_NS,
               scale: float = recording.SCALE) -> list[Raw]:
        """One of the project's recordings between stretches of rest, as raw readings."""
        return recording.sample(self.samples / f"{name}.csv", period_ns, scale)

    def motiond(self, sensor: Sensor | None = None, *options: str) -> Process:
        """A daemon that waits for nobody's claim and prints events.

        Without a sensor to read it shall find one by itself.
        """
        return self.guest.start("motiond", *self.arguments(sensor), *options)

    def arguments(self, sensor: Sensor | None = None) -> list[str]:
        source = ["--source", f"iio:{sensor.device}"] if sensor else []
        return ["--bus", "none", "--print", "json", *source]

    def listing(self) -> Process:
        return self.guest.run("motionctl", "list")

    def record(self, file: str, *options: str) -> Process:
        return self.guest.start("motionctl", "record", file, *options)

    def demo(self) -> Process:
        return self.guest.start("motion-demo")

    def replay(self, file: str) -> Process:
        return self.guest.run("motionctl", "replay", "--format", "json", file)

    def replay_on_host(self, readings: Sequence[Raw], *options: str) -> str:
        """The JSON lines of `motionctl replay` for the readings, by the same commands on the host."""
        return self.replayed_on_host(recording.csv(readings), *options)

    def replayed_on_host(self, text: str, *options: str) -> str:
        """The same, for the text of a recording."""
        command = [*self.runner, self.commands / "motionctl", "replay", "--format", "json", *options, "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        check(done.returncode == 0, f"motionctl replay on the host: {done.stderr.strip()}")
        return done.stdout

    def play_to_motiond(self, sensor: Sensor, items: Sequence[Item], *options: str) -> list[str]:
        """What a fresh motiond makes of what the sensor plays."""
        sensor.rest(items[0])
        daemon = self.motiond(None, *options)
        sensor.wait_reader(daemon)
        sensor.play(items)
        sensor.wait_played()
        return self.stopped(daemon)

    def recorded(self, sensor: Sensor, items: Sequence[Item], *options: str,
                 file: str = "/tmp/recording.csv") -> list[Reading]:
        """What `motionctl record` makes of it."""
        sensor.rest(items[0])
        return self.recorded_from(f"iio:{sensor.device}", sensor, items, *options, file=file)

    def recorded_from(self, source: str, sensor: Sensor | Pad, items: Sequence[Item], *options: str,
                      file: str) -> list[Reading]:
        """The same of any source, which rests."""
        self.guest.shell(f"rm -f {file} $(dirname {file})/motion-*.part")
        recorder = self.record(file, "--source", source, *options)
        self.guest.shell(_WAIT_RECORDED.format(file=file), 60, "readings in the recording", [recorder])
        sensor.play(items)
        sensor.wait_played()
        self.guest.shell("usleep 200000")  # it may still be on its way
        check(recorder.stop() == 0, str(recorder))
        text = self.guest.shell(f"cat {file}")
        check(text.endswith("\n"), f"the last line is not whole: ...{text[-40:]!r}")
        return recording.parse(text)

    def phases_of(self, done: Process) -> list[str]:
        """The events printed by a command that has come to its end."""
        check(done.status == 0, f"{done.name}: exit status {done.status}: {done.error.text.strip()}")
        return phases(done.output.text)

    def stopped(self, daemon: Process) -> list[str]:
        """Stops a daemon in the proper way; its events."""
        daemon.stop()
        return self.phases_of(daemon)
