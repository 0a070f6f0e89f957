# SPDX-License-Identifier: Apache-2.0
"""A root of Debian for a guest: as it was before, as it is now, and how these differ."""
import hashlib
import os
import re
import stat
import subprocess
from pathlib import Path

# The books of package managers, and what programs of the system write anew.
BOOKS = re.compile(r"(proc|sys|tmp|packages|var/cache|var/log|var/lib/(dpkg|apt|rpm|pacman)|usr/lib/sysimage|root/.rpmdb"
                   r"|etc/ld\.so\.cache|etc/\.pwd\.lock|etc/(passwd|group|shadow|gshadow|subuid|subgid)-)(/|$)")
ACCOUNTS = ("etc/passwd", "etc/group", "etc/shadow", "etc/gshadow")


class Room:
    """Layers over a bare root, which stays as it is: what strangers have, then what the guest does."""

    def __init__(self, work: Path, bare: Path):
        self.bare, self.now, self.before = bare, work / "now", work / "before"
        self.strange, self.change = work / "strange", work / "change"
        for each in (self.now, self.before, self.strange, self.change, work / "w1", work / "w2"):
            each.mkdir()
        self.work = work
        self.taken: set[str] = set()  # links in the places of programs: a package's file replaces them
        self._mount(self.now, f"lowerdir={bare},upperdir={self.strange},workdir={work / 'w1'}")

    def _mount(self, where: Path, options: str) -> None:
        subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", where], check=True)

    def open(self) -> None:
        """From now on all is the guest's doing."""
        subprocess.run(["umount", self.now], check=True)
        lower = f"lowerdir={self.strange}:{self.bare}"
        self._mount(self.before, lower)
        self._mount(self.now, f"{lower},upperdir={self.change},workdir={self.work / 'w2'}")
        subprocess.run(["mount", "-t", "proc", "proc", self.now / "proc"], check=True)

    def run(self, *words: str) -> tuple[int, str]:
        done = subprocess.run(["chroot", self.now, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/root"})
        return done.returncode, done.stdout

    def put(self, path: str, text: str = "theirs\n", mode: int = 0o644) -> None:
        file = self.now / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def lines(self, file: str) -> list[str]:
        return (self.now / file).read_text().splitlines()

    def lacks(self, accounts: set[str]) -> list[str]:
        """Those that are neither a user nor a group."""
        known = {line.partition(":")[0] for file in ("etc/passwd", "etc/group") for line in self.lines(file)}
        return sorted(accounts - known)

    def reload(self) -> tuple[int, str]:
        """What a bus of the system says that reads its policies, and then reads them again."""
        return self.run("sh", "-euc", """
            rm -f /tmp/ready; mkfifo /tmp/ready
            dbus-daemon --system --nofork --nopidfile --nosyslog --address=unix:path=/tmp/bus --print-address=3 \\
              2> /tmp/said 3> /tmp/ready &
            read -r address < /tmp/ready || { cat /tmp/said; exit 1; }
            DBUS_SYSTEM_BUS_ADDRESS=$address dbus-send --system --print-reply --dest=org.freedesktop.DBus / \\
              org.freedesktop.DBus.ReloadConfig || status=$?
            kill $!
            wait $! || :
            cat /tmp/said
            rm -f /tmp/bus /tmp/ready
            exit ${status:-0}""")

    def differences(self, own: set[str]) -> tuple[list[str], list[str]]:
        """What is gone or another, and what is new. Lines of `own` accounts are the guest's."""
        lost: list[str] = []
        new: list[str] = []
        for folder, folders, files in os.walk(self.change):
            inside = os.path.relpath(folder, self.change)
            folders[:] = [each for each in folders if not BOOKS.match(os.path.normpath(f"{inside}/{each}"))]
            for name in [*folders, *files]:
                path = os.path.normpath(f"{inside}/{name}")
                if BOOKS.match(path) or path in self.taken:
                    continue
                if path in ACCOUNTS:
                    before, now = ((root / path).read_text().splitlines() for root in (self.before, self.now))
                    lost += [f"/{path}: {line}" for line in before if line not in now]
                    new += [f"/{path}: {line}" for line in now if line not in before and line.split(":")[0] not in own]
                    continue
                before, now = state(self.before / path), state(self.now / path)
                if before is None and now is not None:
                    new.append(f"/{path}")
                elif before != now:
                    lost.append(f"/{path}: {before} is {now or 'gone'}")
                elif before and stat.S_ISDIR(os.lstat(self.now / path).st_mode):
                    # One that was removed and made again hides what lay in it.
                    gone = set(os.listdir(self.before / path)) - set(os.listdir(self.now / path))
                    lost += [f"/{path}/{each} is gone" for each in sorted(gone)
                             if not BOOKS.match(f"{path}/{each}") and f"{path}/{each}" not in self.taken]
        return lost, new


def state(path: Path) -> str | None:
    """Kind, mode, owners, list of access and content; nothing where nothing is."""
    if not os.path.lexists(path):
        return None
    of = os.lstat(path)
    said = f"{stat.filemode(of.st_mode)} {of.st_uid}:{of.st_gid}"
    if stat.S_ISLNK(of.st_mode):
        return f"{said} to {os.readlink(path)}"
    if "system.posix_acl_access" in os.listxattr(path):
        said += " " + os.getxattr(path, "system.posix_acl_access").hex()
    if stat.S_ISREG(of.st_mode):
        said += " " + hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return said
