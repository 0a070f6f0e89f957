# SPDX-License-Identifier: Apache-2.0
"""The guest's RAM disk: the archives of the image, and one more with the commands under test."""
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from shared.emulator import Architecture


def write_ram_disk(out: BinaryIO, archives: Sequence[Path], commands: Sequence[Path],
                   architecture: Architecture) -> None:
    """The archives, and behind them another with the commands and the libraries they lack."""
    present = set()
    for archive in archives:
        out.write(archive.with_suffix(".cpio").read_bytes())
        present.update(archive.with_suffix(".files").read_text().split("\n"))
    for command in commands:
        for path, file in [(f"bin/{command.name}", command), *_libraries(command, architecture)]:
            for name in [*_folders(path), path]:
                if name not in present:
                    present.add(name)
                    content = None
                    if name == path:
                        content = architecture.stripped(file) if file == command else file.read_bytes()
                    _write_member(out, name, content)
    _write_member(out, "TRAILER!!!", b"")
    out.flush()


def _libraries(program: Path, architecture: Architecture) -> list[tuple[str, Path]]:
    paths = [str(library).lstrip("/") for library in architecture.libraries(program)]
    return [(path, architecture.root / path) for path in paths]


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
