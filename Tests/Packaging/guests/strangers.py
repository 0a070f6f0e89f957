# SPDX-License-Identifier: Apache-2.0
"""What people have that a guest leaves alone: accounts of its names, and files, links and folders in its places."""
import os
import random
import re
import stat

from components import Component
from guests.room import Room

PERSON, LATER = "1234", "1235"


class Strangers:
    def __init__(self, room: Room, chance: random.Random, names: set[str], kind: str):
        """Puts all of them into a room that is not open yet."""
        self.room, self.chance = room, chance
        self.said: list[str] = []
        self.named: set[str] = set()  # names of ours that a person's account or group has
        self.kind = kind
        self.in_the_way: set[str] = set()  # programs in whose place something lies that stops the installation
        self.later: set[str] = set()  # lines of accounts that became a person's
        self.nodes: dict[str, str] = {}  # our group, by the node that a rule has given it
        self.joined: set[str] = set()
        self.prefix = "usr/local" if kind == "make" else "usr"
        for name, number in {"null": 3, "zero": 5, "urandom": 9}.items():
            if not (node := room.now / "dev" / name).exists():
                os.mknod(node, 0o666 | stat.S_IFCHR, os.makedev(1, number))
        self.always()
        for put in (self.account, self.pipe, self.options, self.link, self.folder):
            if chance.random() < 0.4 and (said := put(sorted(names))):
                self.said.append(said)

    def shell(self, command: str) -> None:
        status, said = self.room.run("sh", "-euc", command)
        if status:
            raise RuntimeError(f"{command}: {said}")

    def always(self) -> None:
        self.shell("groupadd -g 1300 stranger; useradd -m -u 1300 -g stranger ada")
        for path in ("home/ada/notes", "usr/share/motiond/theirs", "usr/local/bin/another", "etc/motiond/theirs.conf",
                     "etc/systemd/system/motiond.service.d/override.conf", "etc/polkit-1/rules.d/50-motiond.rules",
                     "usr/lib/systemd/system/motiond.service.d/theirs.conf", "etc/udev/rules.d/99-theirs.rules",
                     "home/ada/.config/shake-to-undo/settings.conf", "usr/share/dbus-1/interfaces/theirs.xml", "usr/include/theirs.h"):
            self.room.put(path)
        (self.room.now / "etc/udev/rules.d/72-motiond-touch.rules").symlink_to("/dev/null")
        # A keyboard whose list of access ada is in; an accelerometer of another group.
        self.room.put("dev/input/event0", "", 0o660)
        self.shell("chgrp input /dev/input/event0; setfacl -m u:ada:rw,g:stranger:r /dev/input/event0")
        self.room.put("dev/iio:device9", "", 0o660)
        self.shell("chgrp stranger /dev/iio:device9")

    def account(self, names: list[str]) -> str:
        name = self.chance.choice(names)
        self.named.add(name)
        if self.chance.random() < 0.5:
            self.shell(f"groupadd -g {PERSON} {name}")
            return f"a person's group {name}"
        self.shell(f"useradd -m -u {PERSON} {name}")
        return f"a person's account {name}"

    def pipe(self, _: list[str]) -> str:
        kind = self.chance.choice(["a file", "a pipe of ada's", "a link", "a folder"])
        make = {"a file": "echo theirs > /run/iio-network", "a pipe of ada's": "mkfifo /run/iio-network; chown ada /run/iio-network",
                "a link": "ln -s /home/ada/notes /run/iio-network", "a folder": "mkdir /run/iio-network; touch /run/iio-network/it"}
        self.shell(make[kind])
        return f"/run/iio-network is {kind}"

    def options(self, _: list[str]) -> str:
        self.shell("mkdir /srv/conf; mv /etc/motiond/theirs.conf /srv/conf; rmdir /etc/motiond; ln -s /srv/conf /etc/motiond")
        # dpkg takes such a link away with the folder that it knows there, and leaves what it leads to. pacman refuses.
        self.room.taken.add("etc/motiond")
        if self.kind == "arch":
            self.in_the_way |= {"motiond", "iio-network", "motion-mqtt"}
        return "/etc/motiond is a link to /srv/conf"

    def link(self, _: list[str]) -> str:
        self.shell(f"mkdir -p /{self.prefix}/share/man/man8; ln -s /home/ada/notes /{self.prefix}/share/man/man8/motiond.8;"
                   f"ln -s /home/ada/notes /{self.prefix}/bin/motionctl")
        self.room.taken |= {f"{self.prefix}/share/man/man8/motiond.8", f"{self.prefix}/bin/motionctl"}
        if self.kind == "arch":
            self.in_the_way.add("motionctl")  # pacman replaces nothing that it does not know
        return "motionctl and a page are links to ada's notes"

    def folder(self, _: list[str]) -> str:
        if self.kind == "rpm":
            return ""  # rpm leaves half of a package there, whatever that has for scripts
        path = f"{self.prefix}/bin/motion-lab"
        self.room.put(f"{path}/theirs")
        self.in_the_way.add("motion-lab")
        return f"/{path} is a folder"

    def blocks(self, component: Component, refuses: bool) -> bool:
        """Whether the component cannot be installed, which it says."""
        return bool(self.in_the_way & set(component.programs) or refuses and self.named & set(component.accounts))

    def edit_options(self) -> list[str]:
        files = [file for file in (self.room.now / "etc/motiond").glob("mot*.conf")] if (
            self.room.now / "etc/motiond").is_dir() and not (self.room.now / "etc/motiond").is_symlink() else []
        for file in files:
            file.write_text("# An administrator's.\n")
        return [f"edit {file.name}" for file in files]

    def system_groups(self, names: set[str]) -> set[str]:
        lines = [line.split(":") for line in self.room.lines("etc/group")]
        return {name for name, _, number, _ in lines if name in names and int(number) < 1000}

    def join(self, names: set[str]) -> list[str]:
        """Somebody becomes a member of the guest's groups, as its pages say."""
        groups = self.system_groups(names) - self.joined
        for group in sorted(groups):
            self.shell(f"usermod -aG {group} ada")
        return [f"ada joins {group}" for group in sorted(groups)]

    def take(self, names: set[str]) -> list[str]:
        """An administrator gives one of the guest's accounts to a person."""
        if not (free := sorted(self.system_groups(names))) or self.later:
            return []
        name = self.chance.choice(free)
        self.shell(f"groupmod -g {LATER} {name}; if getent passwd {name}; then usermod -u {LATER} -g {LATER} {name}; fi")
        self.later = {line for file in ("etc/passwd", "etc/group") for line in self.room.lines(file) if line.startswith(f"{name}:")}
        self.named.add(name)
        return [f"{name} is a person's from now on"]

    def taken_away(self) -> list[str]:
        """What a person got meanwhile, and has no more; a group may have lost other members."""
        now = {line.rpartition(":")[0] for file in ("etc/passwd", "etc/group") for line in self.room.lines(file)}
        return [f"gone: {line}" for line in sorted(self.later) if line.rpartition(":")[0] not in now]

    def plug(self) -> list[str]:
        """Devices as the rules leave them: of a group, or with an entry beside a stranger's."""
        for group in sorted(self.system_groups({"motiond", "motiond-touch"})):
            given, listed = f"dev/iio:given-{group}", f"dev/input/event-{group}"
            for path in (given, listed):
                self.room.put(path, "", 0o660)
                self.nodes[path] = group
            self.shell(f"chgrp {group} '/{given}'; chgrp input /{listed}; setfacl -m g:{group}:r,g:stranger:r /{listed}")
        return [f"plug {path}" for path in sorted(self.nodes)]

    def unplugged(self, groups: set[str]) -> list[str]:
        """The nodes that a group still has after its package is gone, or that lost more than its entry."""
        mistakes = []
        for path, group in list(self.nodes.items()):
            if group not in groups:
                continue
            said = self.room.run("getfacl", "-p", "-n", f"/{path}")[1] + self.room.run("getfacl", "-p", f"/{path}")[1]
            if re.search(rf"group:{group}:|group: {group}$", said, re.M):
                mistakes.append(f"/{path} is left to {group}: {said}")
            if "/input/" in path and ("# group: input" not in said or "group:stranger:r--" not in said):
                mistakes.append(f"/{path} lost what a stranger gave: {said}")
            del self.nodes[path]
        return mistakes

    def unplug(self) -> None:
        for path in [*(self.room.now / "dev").glob("iio:given-*"), *(self.room.now / "dev/input").glob("event-*")]:
            path.unlink()
        self.nodes.clear()
