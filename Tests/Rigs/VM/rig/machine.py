# SPDX-License-Identifier: Apache-2.0
"""The virtual machine: QEMU with the image, the commands under test, and a port to the agent."""
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rig.ram_disk import write_ram_disk
from shared.emulator import AMD64, VIRTUAL_TIME, Architecture, Emulator, built

HERE = Path(__file__).resolve().parent.parent
MEGABYTES = 1024


@dataclass(frozen=True)
class Kind:
    """What a machine is like."""

    is_layered: bool = False  # it has what build-layer adds
    has_network: bool = False  # its iiod is reached through `Machine.iiod_port`
    time: Sequence[str] = tuple(VIRTUAL_TIME)


def build_image(directory: Path, kind: Path | str | None) -> Path:
    """The folder of the kernel and the base archive, built if need be; see build-image for `kind`."""
    return built(HERE / "build-image", directory, *[kind for kind in [kind] if kind])


def build_layer(image: Path, directory: Path) -> Path:
    """The folder of the layer over `image`, built if need be."""
    return built(HERE / "build-layer", image, directory)


class Machine(Emulator):
    """A running virtual machine of one kind."""

    def __init__(self, kind: Kind, image: Path, layers: Sequence[Path], commands: Sequence[Path],
                 logs: Path, architecture: Architecture = AMD64) -> None:
        self.iiod_port = _free_port() if kind.has_network else None
        # In memory: nothing is left behind whatever happens.
        with os.fdopen(os.memfd_create("ram-disk"), "wb") as ram_disk:
            write_ram_disk(ram_disk, [image / "base", *(layer / "layer" for layer in layers)], commands,
                           architecture)
            super().__init__(
                [*kind.time, *_network(self.iiod_port), "-kernel", str(image / "vmlinux"),
                 "-initrd", f"/dev/fd/{ram_disk.fileno()}", "-append", architecture.kernel_arguments],
                [ram_disk.fileno()], MEGABYTES, logs, architecture)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def _network(iiod_port: int | None) -> list[str]:
    """A network of the guest alone, but for its iiod, which the host reaches on its loopback."""
    if iiod_port is None:
        return []
    return ["-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{iiod_port}-:30431",
            "-device", "virtio-net-pci,netdev=net,romfile="]
