"""The virtual machine: QEMU with the image, the commands under test, and a port to the agent."""
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

HERE = Path(__file__).resolve().parent.parent
MEGABYTES = 768

# One instruction takes 2 ns of virtual time, and idle time is skipped: the guest runs as fast as the
# host can, and never notices how busy the host is. That makes every run the same, and short.
VIRTUAL_TIME = ["-icount", "shift=1,sleep=off"]


def build_image(directory: Path) -> Path:
    """The folder of the kernel and the base archive, built if need be."""
    with subprocess.Popen([HERE / "build-image", directory], stdout=subprocess.PIPE, text=True) as build:
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

    def __init__(self, image: Path, commands: Sequence[Path], logs: Path, real_time: bool) -> None:
        self.port, guest_end = socket.socketpair()
        time = ["-accel", "tcg,thread=multi"] if real_time else ["-accel", "tcg", *VIRTUAL_TIME]
        # In memory: nothing is left behind whatever happens. So is the socket.
        with (
            os.fdopen(os.memfd_create("ram-disk"), "wb") as ram_disk,
            guest_end,
            (logs / "qemu.log").open("w") as errors,
        ):
            write_ram_disk(ram_disk, image, commands)
            self._qemu = subprocess.Popen(
                # fmt: off
                ["setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64",
                 "-machine", "q35", *time, "-m", str(MEGABYTES), "-nodefaults", "-no-user-config",
                 "-display", "none", "-monitor", "none", "-no-reboot",
                 "-serial", f"file:{logs / 'console.log'}",
                 "-device", "virtio-serial-pci",
                 "-chardev", f"socket,id=rig,fd={guest_end.fileno()}",
                 "-device", "virtserialport,chardev=rig,name=rig",
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


def write_ram_disk(out: BinaryIO, image: Path, commands: Sequence[Path]) -> None:
    """The base archive, and behind it another with the commands and the libraries it lacks."""
    out.write((image / "base.cpio").read_bytes())
    present = set((image / "base.files").read_text().split("\n"))
    for command in commands:
        for path, file in [(f"bin/{command.name}", command), *_libraries(command)]:
            for name in [*_folders(path), path]:
                if name not in present:
                    present.add(name)
                    content = file.read_bytes() if name == path else None
                    _write_member(out, name, content)
    _write_member(out, "TRAILER!!!", b"")
    out.flush()


def _libraries(program: Path) -> list[tuple[str, Path]]:
    words = subprocess.run(["ldd", program], capture_output=True, text=True).stdout.split()
    return [(word.lstrip("/"), Path(word)) for word in words if word.startswith("/")]


def _folders(path: str) -> list[str]:
    return [str(folder) for folder in reversed(Path(path).parents) if str(folder) != "."]


def _write_member(out: BinaryIO, name: str, content: bytes | None) -> None:
    """One file of a cpio archive in the `newc` format, or a folder where there is no content."""
    mode = stat.S_IFDIR | 0o755 if content is None else stat.S_IFREG | 0o755
    content, path = content or b"", name.encode() + b"\0"
    # inode, mode, user, group, links, time, size, device (2), of a device (2), length of name, checksum
    fields = [0, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
    header = b"070701" + b"".join(b"%08x" % field for field in fields)
    for part in (header + path, content):
        out.write(part + b"\0" * (-len(part) % 4))
