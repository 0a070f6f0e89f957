# SPDX-License-Identifier: Apache-2.0
"""How packages are installed and removed: by dpkg, rpm, pacman, and `make install`."""
import re
from collections.abc import Callable
from pathlib import Path

from guests.room import Room

PACMAN = ("--noconfirm", "--config", "/packages/pacman.conf")


class Manager:
    """Calls of a package manager in a room; each gives its status and words."""

    refuses_persons = True
    makes_accounts = True
    keeps_accounts = True
    has_next = False

    def __init__(self, room: Room, folder: Path, packages: dict[str, list[str]]):
        self.room, self.folder, self.packages = room, folder, packages
        (room.now / "packages").mkdir()

    def files(self, components: list[str], later: bool = False) -> list[str]:
        raise NotImplementedError

    def install(self, components: list[str], later: bool = False) -> tuple[int, str]:
        raise NotImplementedError

    def remove(self, components: list[str], purge: bool = False) -> tuple[int, str]:
        raise NotImplementedError

    def configure(self, components: list[str]) -> tuple[int, str]:
        return 0, ""

    def has(self, component: str) -> bool:
        raise NotImplementedError

    def keeps(self, path: str) -> bool:
        """Whether it leaves this behind by its own rules."""
        return path.endswith((".rpmsave", ".pacsave"))

    def copied(self, found: list[Path]) -> list[str]:
        """In the room; dependencies are no matter here: programs are stand-ins."""
        for file in found:
            (self.room.now / "packages" / file.name).write_bytes(file.read_bytes())
        return [f"/packages/{file.name}" for file in found]


class Debian(Manager):
    keeps_accounts = False
    has_next = True

    def files(self, components: list[str], later: bool = False) -> list[str]:
        folder = self.folder / "next" if later else self.folder
        return self.copied([file for component in components for name in self.packages[component]
                            for file in folder.glob(f"{name}_*.deb")])

    def names(self, components: list[str]) -> list[str]:
        return [name for component in components for name in self.packages[component]]

    def install(self, components: list[str], later: bool = False) -> tuple[int, str]:
        return self.room.run("dpkg", "--force-confdef", "--force-confold", "--force-depends", "-i", *self.files(components, later))

    def remove(self, components: list[str], purge: bool = False) -> tuple[int, str]:
        return self.room.run("dpkg", "--force-depends", "--force-remove-reinstreq", "-P" if purge else "-r", *self.names(components))

    def configure(self, components: list[str]) -> tuple[int, str]:
        names = self.names(components)
        return self.room.run("dpkg-reconfigure", *names) if names else (0, "")

    def has(self, component: str) -> bool:
        status, said = self.room.run("dpkg-query", "-W", "-f", "${db:Status-Status}\n", *self.packages[component])
        return status == 0 and set(said.split()) == {"installed"}


class RPM(Manager):
    def keeps(self, path: str) -> bool:
        # Folders of all, which Fedora's package filesystem has.
        return super().keeps(path) or (self.room.now / path[1:]).is_dir() and not re.search("motion|iio-|shake", path)

    def files(self, components: list[str], later: bool = False) -> list[str]:
        return self.copied([file for component in components for pattern in (f"{component}-[0-9]*.rpm", f"{component}-devel-*.rpm")
                            for file in self.folder.glob(pattern)])

    def rpm(self, *words: str) -> tuple[int, str]:
        return self.room.run("rpm", "--force-debian", *words)

    def install(self, components: list[str], later: bool = False) -> tuple[int, str]:
        # Of the same version, which runs the scripts of an upgrade.
        return self.rpm("-U", "--nodeps", "--replacepkgs", "--nosignature", *self.files(components))

    def remove(self, components: list[str], purge: bool = False) -> tuple[int, str]:
        return self.rpm("-e", "--nodeps", *[name for each in components if self.has(each)
                                            for name in ([each, "libmotion-devel"] if each == "libmotion" else [each])])

    def has(self, component: str) -> bool:
        return self.rpm("-q", component)[0] == 0


class Arch(Manager):
    refuses_persons = False  # pacman goes on, whatever a script says.
    makes_accounts = False

    def __init__(self, room: Room, folder: Path, packages: dict[str, list[str]]):
        super().__init__(room, folder, packages)
        room.put("packages/pacman.conf", "[options]\nArchitecture = auto\nSigLevel = Never\nLocalFileSigLevel = Never\n")

    def files(self, components: list[str], later: bool = False) -> list[str]:
        return self.copied([file for each in components for file in self.folder.glob(f"{each}-[0-9]*.pkg.tar.gz")])

    def install(self, components: list[str], later: bool = False) -> tuple[int, str]:
        return self.room.run("pacman", *PACMAN, "-Udd", *self.files(components))

    def remove(self, components: list[str], purge: bool = False) -> tuple[int, str]:
        names = [each for each in components if self.has(each)]
        return self.room.run("pacman", *PACMAN, "-Rddn" if purge else "-Rdd", *names) if names else (0, "")

    def has(self, component: str) -> bool:
        return self.room.run("pacman", *PACMAN, "-Q", component)[0] == 0


class Make(Manager):
    """`make install` of a tree that lies in the room, for an image or on the machine itself."""

    def call(self, action: str, components: list[str]) -> tuple[int, str]:
        return self.room.run("env", "BUILT=/packages/built", "/packages/tree/Packaging/bin/install", action, *components)

    def files(self, components: list[str], later: bool = False) -> list[str]:
        return []

    def install(self, components: list[str], later: bool = False) -> tuple[int, str]:
        return self.call("install", components)

    def remove(self, components: list[str], purge: bool = False) -> tuple[int, str]:
        if purge:
            for each in components:
                for path in self.call("config", [each])[1].split():
                    (self.room.now / path[1:]).unlink(missing_ok=True)
        return self.call("uninstall", components)

    def keeps(self, path: str) -> bool:
        return super().keeps(path) or (self.room.now / path[1:]).is_dir()

    def has(self, component: str) -> bool:
        return all((self.room.now / f"usr/local/bin/{name}").is_file() for name in self.call("programs", [component])[1].split())


MANAGERS: dict[str, Callable[[Room, Path, dict[str, list[str]]], Manager]] = {
    "debian": Debian, "rpm": RPM, "arch": Arch, "make": Make}
