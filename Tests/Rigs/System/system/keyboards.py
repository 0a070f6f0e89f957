# SPDX-License-Identifier: Apache-2.0
"""What becomes of keyboards that have nothing to do with motiond: permissions, and devices of an X server."""
import re
import shlex

from shared.guest import Process
from shared.pad import GUARD, Pad
from shared.report import Case, Outcome, check
from system.bench import Bench
from system.inputs import OTHERS

_KEYBOARD = OTHERS["a keyboard"]
_TURNS = 60

# A keyboard comes at the moment when an accelerometer with the group's entry goes, and takes its number.
_RACE = """
rm -f /tmp/in; mkfifo /tmp/in; exec 9<> /tmp/in
plug() {{
  : > /tmp/plugged
  "$@" < /tmp/in > /tmp/plugged 2>&1 & player=$!
  until read -r said node < /tmp/plugged; do usleep 1000; done
}}
unplug() {{ kill $player; wait $player 2> /dev/null; }}
may() {{ getfacl -cp /dev/input/$node | grep -q :motiond:; }}
allowed=0 taken=0 kept=0
for turn in $(seq {turns}); do
  plug {accelerometer}; udevadm settle; may && allowed=$((allowed + 1)); former=$node; unplug
  plug {keyboard}; udevadm settle
  if [ $node = $former ]; then taken=$((taken + 1)); may && kept=$((kept + 1)); fi
  unplug
done
udevadm settle
echo $allowed $taken $kept
"""


def race(bench: Bench) -> Outcome:
    bench.shell("modprobe uinput")
    accelerometer, keyboard = (
        shlex.join([model.player[0], model.names[0], str(model.period_us), *model.player[1:]]) for model in (GUARD, _KEYBOARD))
    said = bench.shell(_RACE.format(turns=_TURNS, accelerometer=accelerometer, keyboard=keyboard), seconds=900)
    allowed, taken, kept = map(int, said.split())
    check(allowed == _TURNS, f"the accelerometer was open to motiond in {allowed} of {_TURNS} turns")
    check(taken > _TURNS // 4, f"the keyboard took the number in {taken} of {_TURNS} turns alone")
    check(kept == 0, f"the keyboard was open to motiond in {kept} of {taken} turns")
    return Outcome(f"a keyboard takes an accelerometer's number, {taken} times", "none was open to motiond")


_XORG = """
cat > /tmp/dummy.conf <<'END'
Section "Device"
  Identifier "none"
  Driver "dummy"
EndSection
END
exec Xorg :7 -config /tmp/dummy.conf -noreset -novtswitch -sharevts -keeptty -ac vt2
"""
# A device that goes and comes again may have the same id: the server's log tells.
_DEVICES = "DISPLAY=:7 xinput list --short | sort; grep -o 'config/udev: Adding input device.*' /var/log/Xorg.7.log"
_WAIT = """
for turn in $(seq 600); do
  [ "$(DISPLAY=:7 xinput list --short 2> /dev/null | grep -c {name})" -ge {count} ] && exit
  usleep 100000
done
cat /var/log/Xorg.7.log; exit 1
"""


class XServer:
    """An X server without a screen, which takes every keyboard that udev shows."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        bench.shell("modprobe uinput")
        self.keyboards = [Pad(bench.guest, _KEYBOARD) for _ in range(2)]
        bench.shell("udevadm settle")
        self.process: Process = bench.start(_XORG)
        bench.shell(_WAIT.format(name=_KEYBOARD.names[0], count=len(self.keyboards)))

    @property
    def devices(self) -> str:
        """Its devices with their ids, and each that it ever took."""
        return self.bench.shell(f"udevadm settle; sleep 1; {_DEVICES}")


# Services that come and go by timers, and by whoever asks them.
_PASSING = "motiond|apt-|dpkg-|man-db|logrotate|fstrim|e2scrub|systemd-(tmpfiles-clean|hostnamed|timedated|localed)"
_UNITS = ("systemctl list-units --plain --no-legend --type=service,socket --state=active,failed | "
          f"grep -Ev '{_PASSING}' | awk '{{print $1, $3, $4}}'")
_NODES = """for each in /dev/input/event* /dev/uinput; do
  udevadm info -q property $each | grep -q ID_INPUT_ACCELEROMETER || { stat -c '%n %U %G %a' $each; getfacl -cp $each; } | xargs
done"""


def belongings(bench: Bench) -> list[str]:
    """What is others': udev's database without accelerometers, who may use the other nodes, and the states of units."""
    database = [f"{block.splitlines()[0]} {' '.join(sorted(re.split('[ :=]', line)))}"
                for block in bench.shell("udevadm info --export-db | grep -v '^E: USEC_INITIALIZED='").strip().split("\n\n")
                if "E: SUBSYSTEM=iio" not in block and "ID_INPUT_ACCELEROMETER" not in block
                for line in block.splitlines()]
    return database + bench.shell(_NODES).splitlines() + bench.shell(_UNITS).splitlines()


def xorg(bench: Bench) -> Outcome:
    server = XServer(bench)
    before, others = server.devices, belongings(bench)
    steps = {
        "upgrade": "dpkg --force-confdef --force-confold -i /opt/motiond/next.deb",
        "removal": "dpkg -r motiond",
        "make install": "cd /opt/motiond && make --no-print-directory install TOUCH=no BUILT=built PREFIX=/usr > /tmp/said && "
                        "sh -ec \"$(sed -n 's/.*Next, as root: //p' /tmp/said)\"",
        "make uninstall": "cd /opt/motiond && make --no-print-directory uninstall TOUCH=no PREFIX=/usr",
        "installation": "dpkg --force-confdef --force-confold -i /opt/motiond/this.deb",
    }
    for step, command in steps.items():
        bench.shell(f"{{ {command}; }} 2>&1")
        after = server.devices
        check(after == before, f"{step}: {after}; before: {before}")
        changed = set(others) ^ set(belongings(bench))
        check(not changed, f"{step} changed {sorted(changed)}")
    # Whether this case would see it: an event for all input devices, as packages' scripts send it.
    bench.shell("udevadm trigger --subsystem-match=input")
    again = len(server.devices.splitlines()) - len(before.splitlines())
    check(again > 0, f"no device was plugged in anew by an event for all: {before}")
    server.process.stop()
    return Outcome(", ".join(steps), f"the X server's devices stay, and {len(others)} entries of "
                   f"others; an event for all input devices plugs {again} in anew")


CASES: dict[str, Case] = {"keyboard-race": race, "xorg": xorg}
