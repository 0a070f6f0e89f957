# SPDX-License-Identifier: Apache-2.0
"""The machine: QEMU with the disk of build-image, and the project under test on a second one."""
import io
import os
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shared.emulator import AMD64, Emulator, built

HERE = Path(__file__).resolve().parent.parent
PROJECT = HERE.parent.parent.parent
MEGABYTES = 1024
# What whoever installs motiond has: the Debian package; or the project's files for `make install`, and built commands.
INSTALLED_FROM = ("Makefile", "Packaging", "README.md")
COMMANDS = ("motiond", "motionctl", "motiond-sensor-proxy", "iio-network")


class Packages(NamedTuple):
    """The Debian package, and that of a later version."""

    this: Path
    next: Path

    @classmethod
    def of(cls, directory: Path) -> "Packages | None":
        """Those that `Packaging/bin/packages --next` made there."""
        found = [sorted(folder.glob("motiond_*.deb")) for folder in (directory, directory / "next")]
        return cls(*(files[0] for files in found)) if all(len(files) == 1 for files in found) else None


def build_image(directory: Path, suite: str | None) -> Path:
    """The folder of kernel, RAM disk and disk, built if need be; of this machine's release of Debian, or of `suite`."""
    return built(HERE / "build-image", directory, *[name for name in [suite] if name])


class SystemMachine(Emulator):
    """A running Debian. Its disk is as new each time."""

    def __init__(self, time: Sequence[str], image: Path, packages: Packages, build: Path, logs: Path) -> None:
        with os.fdopen(os.memfd_create("project"), "wb") as project:
            _pack_project(project, packages, build)
            super().__init__(
                [*time, "-cpu", "max",
                 "-drive", f"file={image / 'disk.ext4'},if=none,id=disk,format=raw,snapshot=on,cache=unsafe",
                 "-device", "virtio-blk-pci,drive=disk",
                 "-drive", f"file=/dev/fd/{project.fileno()},if=none,id=project,format=raw,readonly=on",
                 "-device", "virtio-blk-pci,drive=project",
                 "-kernel", str(image / "vmlinux"), "-initrd", str(image / "initrd.cpio"),
                 "-append", f"{AMD64.kernel_arguments} net.ifnames=0"],
                [project.fileno()], MEGABYTES, logs)


def _pack_project(out: io.BufferedIOBase, packages: Packages, build: Path) -> None:
    """Writes an archive that the guest unpacks from the disk itself."""
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, package in packages._asdict().items():
            archive.add(package, f"{name}.deb")
        for name in INSTALLED_FROM:
            archive.add(PROJECT / name, name)
        for command in COMMANDS:
            program = AMD64.stripped(build / command)
            member = tarfile.TarInfo(f"built/{command}")
            (member.size, member.mode) = (len(program), 0o755)
            archive.addfile(member, io.BytesIO(program))
    out.flush()
