# SPDX-License-Identifier: Apache-2.0
"""Packaging/files: the components, and where their files lie under a prefix."""
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "Packaging/data"
# Where each kind of file is looked for: by systemd, udev, D-Bus and shells below /usr/local as well as below /usr; the
# last four below /usr or /etc alone. The environment names others, all but those of FIXED.
FOLDERS = {
    "BINDIR": "bin", "EXAMPLESDIR": "share/motiond", "LOCALEDIR": "share/locale", "METAINFODIR": "share/metainfo",
    "ICONDIR": "share/icons/hicolor/scalable/apps", "MANDIR": "share/man", "LIBDIR": "lib", "INCLUDEDIR": "include",
    "UNITDIR": "lib/systemd/system", "USERUNITDIR": "lib/systemd/user", "SYSUSERSDIR": "lib/sysusers.d",
    "TMPFILESDIR": "lib/tmpfiles.d", "UDEVRULESDIR": "lib/udev/rules.d", "DBUSSERVICEDIR": "share/dbus-1",
    "APPLICATIONSDIR": "share/applications", "BASHDIR": "share/bash-completion/completions",
    "ZSHDIR": "share/zsh/site-functions", "FISHDIR": "share/fish/vendor_completions.d",
    "DBUSPOLICYDIR": "/usr/share/dbus-1/system.d", "POLKITDIR": "/usr/share/polkit-1/actions",
    "POLKITRULESDIR": "/usr/share/polkit-1/rules.d", "AUTOSTARTDIR": "/etc/xdg/autostart", "CONFDIR": "/etc/motiond",
}
FIXED = ("BINDIR", "EXAMPLESDIR", "LOCALEDIR", "METAINFODIR", "ICONDIR", "CONFDIR")
# Units, services of D-Bus and desktop files name folders, and would quote each of these by rules of its own.
REFUSED = re.compile(r"[\s\x00-\x1f\x7f!\"#$%'()*;<>?@^`{}]")


def fail(status: int, said: str) -> NoReturn:
    print(said, file=sys.stderr)
    sys.exit(status)


@dataclass(frozen=True)
class File:
    how: str
    source: str
    folder: str  # a name of FOLDERS
    name: str    # below it
    is_touch: bool

    @property
    def data(self) -> Path:
        """What it is made of, if that is no build's."""
        return (ROOT if self.how in ("po", "header") else DATA) / self.source


@dataclass
class Component:
    name: str
    packages: list[str]
    start: str
    users: list[str]
    trigger: str
    bridge: str
    needs: list[str]
    files: list[File] = field(default_factory=list)

    def those(self, folder: str) -> list[File]:
        return [file for file in self.files if file.folder == folder]

    @property
    def programs(self) -> list[str]:
        return [file.source for file in self.files if file.how == "program"]

    @property
    def unit(self) -> str:
        """Its service, of the system or of a user; nothing if it has none."""
        return next((file.name for file in self.those("UNITDIR") + self.those("USERUNITDIR") if "/" not in file.name), "")

    @property
    def accounts(self) -> list[str]:
        """The users and groups that it needs: its own, and another's."""
        named = [file.data.read_text() for file in self.files if file.how == "sysusers"]
        return [name for text in named for name in re.findall(r"^[ug] (\S+)", text, re.M)]

    @property
    def events(self) -> str:
        """The commands by which somebody has udev apply its rules to the devices of its trigger."""
        scripts = (ROOT / "Packaging/scripts/devices.sh").read_text()
        return " && ".join(re.search(rf"^((?:# By hand: .*\n)+){self.trigger}\(\)", scripts, re.M)[1].replace(
            "# By hand: ", "").splitlines())

    @property
    def pipes(self) -> list[tuple[str, str]]:
        """Paths and owners of what systemd-tmpfiles makes."""
        named = [file.data.read_text() for file in self.those("TMPFILESDIR")]
        return [pair for text in named for pair in re.findall(r"^p (\S+) \S+ :?(\S+)", text, re.M)]


def _files(how: str, source: str, target: str, is_touch: bool) -> list[File]:
    match how:
        case "program":
            shells = {"BASHDIR": f"{source}", "ZSHDIR": f"_{source}", "FISHDIR": f"{source}.fish"}
            completed = [File("data", f"completions/{source}.{folder[:-3].lower()}", folder, name, is_touch)
                         for folder, name in shells.items()]
            return [File(how, source, "BINDIR", source, is_touch), *(file for file in completed if file.data.exists())]
        case "manual":
            return [File("data", f"man/{source}", "MANDIR", f"man{source[-1]}/{source}", is_touch)]
        case _:
            folder, _, name = target.removeprefix("$").partition("/")
            return [File(how, source, folder, name, is_touch)]


def components(with_touch: bool = True) -> dict[str, Component]:
    """All of the table, by name."""
    found: dict[str, Component] = {}
    for number, line in enumerate((ROOT / "Packaging/files").read_text().splitlines(), 1):
        words = line.split()
        match words:
            case [] | ["#", *_] | ["#"]:
                continue
            case ["component", name, packages, start, users, trigger, bridge, needs]:
                lists = [[] if each == "-" else each.split(",") for each in (packages, users, needs)]
                start, trigger, bridge = ("" if each == "-" else each for each in (start, trigger, bridge))
                found[name] = Component(name, lists[0], start, lists[1], trigger, bridge, lists[2])
            case [name, how, source, *rest] if name in found and len(rest) < 3:
                files = _files(how, source, rest[0] if rest else "", rest[1:] == ["touch"])
                if unknown := [file.folder for file in files if file.folder not in FOLDERS]:
                    fail(65, f"Packaging/files:{number}: there is no folder {unknown[0]}")
                found[name].files += [file for file in files if with_touch or not file.is_touch]
            case _:
                fail(65, f"Packaging/files:{number}: neither a component nor a file of one: {line}")
    return found


class Places:
    """Where the files lie, by PREFIX and the folders of the environment."""

    def __init__(self, environment: dict[str, str] | None = None):
        given = dict(os.environ) if environment is None else environment
        self.prefix = given.get("PREFIX") or "/usr/local"
        self.folders = {name: given.get(name, "") if name not in FIXED else "" for name in FOLDERS}
        for name, below in FOLDERS.items():
            self.folders[name] = self.folders[name] or (below if below.startswith("/") else f"{self.prefix}/{below}")
        for name, path in {"PREFIX": self.prefix, **self.folders}.items():
            if not path.startswith("/") or REFUSED.search(path):
                fail(64, f"{name} is '{path}': it must begin with /, and have no blank, and none of !\"#$%'()*;<>?@^`{{}}")

    def path(self, file: File) -> str:
        return f"{self.folders[file.folder]}/{file.name}"

    def filled(self, file: File) -> str:
        """The text of a file that names the folder of programs, which desktop files quote, or has the sandbox."""
        def word(found: re.Match[str]) -> str:
            path = self.folders["BINDIR"] + found[1]
            quotes = '"' if file.folder in ("APPLICATIONSDIR", "AUTOSTARTDIR") and re.search("[&|~]", path) else ""
            return quotes + path + quotes
        text = file.data.read_text().replace("@SANDBOX@\n", (DATA / "systemd/sandbox.in").read_text())
        return re.sub(r"@BINDIR@(\S*)", word, text)
