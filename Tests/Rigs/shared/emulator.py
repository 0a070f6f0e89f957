# SPDX-License-Identifier: Apache-2.0
"""QEMU: what the machines have in common, whatever they boot."""
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

# One instruction takes 2 ns of virtual time, and idle time is skipped: the guest runs as fast as the
# host can, and never notices how busy the host is. That makes every run the same, and short.
VIRTUAL_TIME = ["-accel", "tcg", "-icount", "shift=1,sleep=off", "-rtc", "clock=vm"]
# The same, but idle time passes as on the host, for a guest that talks with it: it waits for a host that
# is busy, and never runs away from one that is idle.
PACED_TIME = ["-accel", "tcg", "-icount", "shift=1,sleep=on", "-rtc", "clock=vm"]
REAL_TIME = ["-accel", "tcg,thread=multi"]


@dataclass(frozen=True)
class Architecture:
    """What the machine and its programs are built for."""

    qemu: Sequence[str]
    console: str
    root: Path = Path("/")  # where this machine has the libraries of its programs
    run: Sequence[str] = ()  # what runs its programs on this machine
    loader: Sequence[str] = ("ldd",)  # what lists the libraries of a program
    strip: str | None = "strip"  # what takes the symbols away from its programs

    @property
    def kernel_arguments(self) -> str:
        return (f"console={self.console} quiet loglevel=4 panic=-1 random.trust_cpu=on mitigations=off tsc=reliable"
                " no_timer_check")

    def libraries(self, program: Path) -> list[Path]:
        """The libraries of a program, as it finds them."""
        listed = subprocess.run([*self.loader, program], capture_output=True, text=True).stdout.split()
        return [Path(word) for word in listed if word.startswith("/") and not word.startswith(f"{self.root}/")]

    def stripped(self, program: Path) -> bytes:
        """A program without its symbols."""
        if not self.strip:
            return program.read_bytes()
        with NamedTemporaryFile() as file:
            subprocess.run([self.strip, "-o", file.name, program], check=True)
            return Path(file.name).read_bytes()


AMD64 = Architecture(["qemu-system-x86_64", "-machine", "q35"], "ttyS0")


def arm64(root: Path) -> Architecture:
    """64-bit ARM, with Debian for it unpacked in `root`."""
    run = ["qemu-aarch64-static", "-L", str(root)]
    return Architecture(["qemu-system-aarch64", "-machine", "virt", "-cpu", "max,pauth-impdef=on"], "ttyAMA0", root,
                        run, [*run, str(root / "lib/ld-linux-aarch64.so.1"), "--list"], None)


def built(*command: Path | str) -> Path:
    """The folder that a build script prints, built if need be."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as build:
        try:
            output, _ = build.communicate()
        except BaseException:  # Ctrl-C, SIGTERM: it has something to clean up
            build.terminate()
            build.wait()
            raise
    if build.returncode != 0:  # it has said why
        sys.exit(build.returncode)
    return Path(output.strip())


class Emulator:
    """A running virtual machine. It dies with the context, and with this process however it ends."""

    def __init__(self, arguments: Sequence[str], files: Sequence[int], megabytes: int, logs: Path,
                 architecture: Architecture = AMD64) -> None:
        """Starts it: `arguments` are QEMU's, `files` the descriptors in them."""
        self.port, guest_end = socket.socketpair()
        with guest_end, (logs / "qemu.log").open("w") as errors:
            self._qemu = subprocess.Popen(
                # fmt: off
                ["setpriv", "--pdeathsig", "KILL", *architecture.qemu,
                 "-m", str(megabytes), "-nodefaults", "-no-user-config",
                 "-display", "none", "-monitor", "none", "-no-reboot",
                 "-serial", f"file:{logs / 'console.log'}",
                 "-device", "virtio-serial-pci",
                 "-chardev", f"socket,id=rig,fd={guest_end.fileno()}",
                 "-device", "virtserialport,chardev=rig,name=rig", *arguments],
                # fmt: on
                pass_fds=[guest_end.fileno(), *files], stdin=subprocess.DEVNULL, stderr=errors,
                # Its own session, so that Ctrl-C comes to us alone and we end things in order.
                start_new_session=True,
            )

    def __enter__(self) -> "Emulator":
        return self

    def __exit__(self, *_: object) -> None:
        self._qemu.kill()
        self._qemu.wait()
        self.port.close()
