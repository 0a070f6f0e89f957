# SPDX-License-Identifier: Apache-2.0
"""What a case works with: the guest, its users, an accelerometer, and the installed commands."""
import shlex
from dataclasses import dataclass
from pathlib import Path

from shared import recording
from shared.accelerometer import Accelerometer
from shared.events import check_phases, in_words, phases
from shared.guest import Guest, Process
from shared.recording import Raw
from shared.report import check
from shared.sensor import Sensor

# Without a session; with an active session at the machine's seat.
STRANGER, OWNER = "bob", "ada"
MONITOR = "exec motionctl monitor --format json"

_AS_STRANGER = ("setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--init-groups", "--reset-env")
# pam_systemd makes a session of it, which is active as that terminal is in front. systemd 262 does not tell it the
# terminal, hence seat and number.
_AT_SEAT = ("systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--uid={OWNER}", "--property=PAMName=login",
            "--property=TTYPath=/dev/tty1", "--setenv=XDG_SEAT=seat0", "--setenv=XDG_VTNR=1",
            "--setenv=XDG_SESSION_CLASS=user", "--setenv=XDG_SESSION_TYPE=tty", f"--working-directory=/home/{OWNER}")


@dataclass(frozen=True)
class Ended:
    """How a command ended, and all that it wrote."""

    status: int
    text: str


@dataclass
class Bench:
    guest: Guest
    samples: Path

    # MARK: Commands

    def start(self, script: str, user: str | None = None) -> Process:
        before = _AS_STRANGER if user == STRANGER else _AT_SEAT if user == OWNER else ()
        return self.guest.start(*before, "sh", "-c", script)

    def run(self, script: str, user: str | None = None, seconds: float = 180) -> Ended:
        """Runs a script to its end, whatever that is."""
        process = self.start(script, user)
        process.wait(seconds)
        return Ended(process.status, (process.output.text + process.error.text).strip())

    def shell(self, script: str, user: str | None = None, seconds: float = 180) -> str:
        """The output of a script, which must succeed."""
        ended = self.run(script, user, seconds)
        check(ended.status == 0, f"exit status {ended.status} of {shlex.quote(script)}: {ended.text}")
        return ended.text

    # MARK: Accelerometer

    @property
    def shake(self) -> list[Raw]:
        return recording.sample(self.samples / "short-shake.csv")

    def plug(self, name: str = "one") -> Accelerometer:
        """An accelerometer at rest, which udev's rules have seen."""
        accelerometer = Accelerometer(self.guest, name)
        accelerometer.rest(self.shake[0])
        self.shell("udevadm settle")
        return accelerometer

    # MARK: Service

    def restart(self, options: str = "") -> None:
        """motiond with these options, and nothing from cases before."""
        self.set_options(options)
        self.shell("systemctl reset-failed motiond 2>/dev/null; systemctl restart motiond")

    def set_options(self, options: str) -> None:
        self.shell(f"echo {shlex.quote(f'MOTIOND_OPTIONS={chr(34)}{options}{chr(34)}')} > /etc/motiond/motiond.conf")

    @property
    def pid(self) -> str:
        return self.shell("systemctl show motiond -p MainPID --value")

    def monitor(self, sensor: Sensor, user: str = STRANGER) -> Process:
        """A client that has claimed, of a motiond that reads."""
        monitor = self.start(MONITOR, user)
        monitor.wait_error("watching", 60)
        sensor.wait_reader(monitor)
        return monitor

    def check_shake(self, sensor: Sensor, monitor: Process) -> None:
        """Shakes, and checks that the client hears of a shake."""
        heard = len(monitor.output.lines)
        sensor.play(self.shake)
        sensor.wait_played()
        monitor.wait_line('"ended"', 30, heard)
        check_phases(self.heard(monitor, heard), ["began", "ended"])

    def heard(self, monitor: Process, start: int = 0) -> list[str]:
        return phases("\n".join(line.text for line in monitor.output.lines[start:]))

    def stop(self, monitor: Process) -> str:
        """Stops a client in the proper way; the events it heard, in words."""
        check(monitor.stop() == 0, str(monitor))
        return in_words(self.heard(monitor))

    # MARK: Journal

    def now(self) -> str:
        """The time, for `journal`."""
        return self.shell("date +@%s.%6N")

    def journal(self, since: str, options: str = "_SYSTEMD_UNIT=motiond.service") -> list[str]:
        """motiond's own lines since that, or others."""
        return self.shell(f"journalctl --sync; journalctl {options} -o cat --no-pager -q --since={since} || true"
                          ).splitlines()

    def wait_off(self, sensor: Sensor) -> None:
        """Until nobody reads the sensor."""
        self.shell(f"for turn in $(seq 100); do [ $(cat {sensor.folder}/buffer/enable) = 0 ] && exit; "
                   "usleep 100000; done; echo 'the buffer is still on'; exit 1")
