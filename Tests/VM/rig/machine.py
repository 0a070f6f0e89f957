"""The virtual machine: QEMU with the image, the commands under test, and a port to the agent."""
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rig.ram_disk import write_ram_disk

HERE = Path(__file__).resolve().parent.parent
MEGABYTES = 1024

# One instruction takes 2 ns of virtual time, and idle time is skipped: the guest runs as fast as the
# host can, and never notices how busy the host is. That makes every run the same, and short.
VIRTUAL_TIME = ["-accel", "tcg", "-icount", "shift=1,sleep=off", "-rtc", "clock=vm"]
# The same, but idle time passes as on the host, for a guest that talks with it: it waits for a host that
# is busy, and never runs away from one that is idle.
PACED_TIME = ["-accel", "tcg", "-icount", "shift=1,sleep=on", "-rtc", "clock=vm"]
REAL_TIME = ["-accel", "tcg,thread=multi"]


@dataclass(frozen=True)
class Kind:
    """What a machine is like."""

    is_layered: bool = False  # it has what build-layer adds
    has_network: bool = False  # its iiod is reached through `Machine.iiod_port`
    time: Sequence[str] = tuple(VIRTUAL_TIME)


def build_image(directory: Path) -> Path:
    """The folder of the kernel and the base archive, built if need be."""
    return _built(HERE / "build-image", directory)


def build_layer(image: Path, directory: Path) -> Path:
    """The folder of the layer over `image`, built if need be."""
    return _built(HERE / "build-layer", image, directory)


def _built(*command: Path) -> Path:
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


class Machine:
    """A running virtual machine. It dies with the context, and with this process however it ends."""

    def __init__(self, kind: Kind, image: Path, layers: Sequence[Path], commands: Sequence[Path],
                 logs: Path) -> None:
        self.port, guest_end = socket.socketpair()
        self.iiod_port = _free_port() if kind.has_network else None
        # In memory: nothing is left behind whatever happens. So is the socket.
        with (
            os.fdopen(os.memfd_create("ram-disk"), "wb") as ram_disk,
            guest_end,
            (logs / "qemu.log").open("w") as errors,
        ):
            write_ram_disk(ram_disk, [image / "base", *(layer / "layer" for layer in layers)], commands)
            self._qemu = subprocess.Popen(
                # fmt: off
                ["setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64",
                 "-machine", "q35", *kind.time, "-m", str(MEGABYTES), "-nodefaults", "-no-user-config",
                 "-display", "none", "-monitor", "none", "-no-reboot",
                 "-serial", f"file:{logs / 'console.log'}",
                 "-device", "virtio-serial-pci",
                 "-chardev", f"socket,id=rig,fd={guest_end.fileno()}",
                 "-device", "virtserialport,chardev=rig,name=rig", *_network(self.iiod_port),
                 "-kernel", str(image / "vmlinux"), "-initrd", f"/dev/fd/{ram_disk.fileno()}",
                 "-append", "console=ttyS0 quiet loglevel=4 panic=-1 random.trust_cpu=on"
                 " mitigations=off tsc=reliable no_timer_check"],
                # fmt: on
                pass_fds=[guest_end.fileno(), ram_disk.fileno()], stdin=subprocess.DEVNULL, stderr=errors,
                # Its own session, so that Ctrl-C comes to us alone and we end things in order.
                start_new_session=True,
            )

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_: object) -> None:
        self._qemu.kill()
        self._qemu.wait()
        self.port.close()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def _network(iiod_port: int | None) -> list[str]:
    """A network of the guest alone, but for its iiod, which the host reaches on its loopback."""
    if iiod_port is None:
        return []
    return ["-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{iiod_port}-:30431",
            "-device", "virtio-net-pci,netdev=net,romfile="]
