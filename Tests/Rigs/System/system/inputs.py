# SPDX-License-Identifier: Apache-2.0
"""Who may read accelerometers that are input devices, and that motiond reads no keyboard."""
from dataclasses import dataclass

from shared.pad import DUALSENSE, GUARD, WIIMOTE, Model, Pad
from shared.report import Case, Outcome, check
from system.bench import STRANGER, Bench

BUTTON, ESCAPE, LETTER_D = 304, 1, 32
_KEYBOARD = [f"key={code}" for code in range(ESCAPE, LETTER_D + 1)]
_BY_NAME = Model(["event-player", "rotational"], WIIMOTE.names, 103, 2, 10000)


def other(name: str, *words: str) -> Model:
    """An input device with three axes that is no accelerometer for motiond."""
    return Model(["event-player", *words], [name], 1000, 0, 100000)


ACCELEROMETERS = {"a DualSense": DUALSENSE, "a Wii Remote by name": _BY_NAME, "a drive guard": GUARD}
OTHERS = {
    "a keyboard": other("Keyboard", *_KEYBOARD),
    "pedals": other("Pedals"),
    "the property and a button": other("Button", "property", f"key={BUTTON}"),
    "the property and letters": other("Letters", "property", *_KEYBOARD),
    "the name of a drive guard, and letters": other(GUARD.names[0], *_KEYBOARD),
}
ENTRY = "group:motiond:r--"

# Opens each node, and says what came of it.
_OPEN = "for node in {nodes}; do if (exec 3{how}$node) 2> /dev/null; then echo yes; else echo no; fi; done"
_AS_MOTIOND = "setpriv --reuid=motiond --regid=motiond --clear-groups sh -c '{script}'"
_AS_MEMBER = f"setpriv --reuid={STRANGER} --regid={STRANGER} --groups=input sh -c '{{script}}'"
# The service as it is installed, but for its program: systemd's own sandbox.
_DROP_IN = "/run/systemd/system/motiond.service.d/rig.conf"
_AS_SERVICE = """
systemctl stop motiond; mkdir -p $(dirname {drop_in})
cat > {drop_in} <<'END'
[Service]
Type=oneshot
WatchdogSec=0
Restart=no
ExecStart=
ExecStart=/bin/sh -c '{script}'
StandardOutput=truncate:/run/opened
END
systemctl daemon-reload; systemctl start motiond; status=$?; cat /run/opened
rm {drop_in}; systemctl daemon-reload; exit $status
"""


@dataclass
class Plugged:
    """The accelerometers and the others, which udev's rules have seen."""

    accelerometers: dict[str, Pad]
    others: dict[str, Pad]

    @classmethod
    def all(cls, bench: Bench) -> "Plugged":
        bench.shell("modprobe uinput")
        plugged = cls(*({what: Pad(bench.guest, model) for what, model in kinds.items()} for kinds in (ACCELEROMETERS, OTHERS)))
        bench.shell("udevadm settle")
        return plugged

    @property
    def nodes(self) -> list[str]:
        return [pad.node for pad in [*self.accelerometers.values(), *self.others.values()]]

    def check_opened(self, said: str, who: str, accelerometers: str, others: str) -> None:
        """What came of each node, for `who`."""
        expected = [accelerometers] * len(self.accelerometers) + [others] * len(self.others)
        names = [*self.accelerometers, *self.others]
        wrong = [name for name, seen, wanted in zip(names, said.split(), expected, strict=True) if seen != wanted]
        check(not wrong, f"{who}: {said.split()}, expected {expected}; wrong: {wrong}")


def entries(bench: Bench, pad: Pad) -> str:
    """Owner, group and mode of the node, and motiond's entry if there is one."""
    said = bench.shell(f"stat -c '%U:%G %a' {pad.node}; getfacl -cp {pad.node} | grep motiond || true")
    return said.replace("\n", " ")


def guard(bench: Bench) -> Pad:
    """A drive guard, which udev's rules have seen."""
    bench.shell("modprobe uinput")
    pad = Pad(bench.guest, GUARD)
    bench.shell("udevadm settle")
    return pad


def who_may(bench: Bench) -> Outcome:
    plugged = Plugged.all(bench)
    for what, pad in plugged.accelerometers.items():
        check(entries(bench, pad) == f"root:input 660 {ENTRY}", f"{what}: {entries(bench, pad)}")
    for what, pad in plugged.others.items():
        check(entries(bench, pad) == "root:input 660", f"{what}: {entries(bench, pad)}")
    keyboards = bench.shell("grep -lsx E:ID_INPUT_KEYBOARD=1 /run/udev/data/c13:* | wc -l")
    check(int(keyboards) >= 3, f"udev knows {keyboards} keyboards")
    read, write = (_OPEN.format(nodes=" ".join(plugged.nodes), how=how) for how in ("<", ">>"))
    plugged.check_opened(bench.shell(_AS_MOTIOND.format(script=read)), "motiond, to read", "yes", "no")
    plugged.check_opened(bench.shell(_AS_MOTIOND.format(script=write)), "motiond, to write", "no", "no")
    for script in read, write:
        plugged.check_opened(bench.shell(_AS_MEMBER.format(script=script)), "a member of input", "yes", "yes")
    # Once more, as at the next boot or after `udevadm trigger`.
    bench.shell("udevadm trigger --subsystem-match=input; udevadm settle")
    plugged.check_opened(bench.shell(_AS_MOTIOND.format(script=read)), "motiond, after a trigger", "yes", "no")
    return Outcome(f"{len(ACCELEROMETERS)} accelerometers, {', '.join(OTHERS)}",
                   f"{ENTRY} for the accelerometers alone; input reads and writes all")


def service(bench: Bench) -> Outcome:
    """The unit's own sandbox: with the drop-in accelerometers alone, without it nothing."""
    plugged = Plugged.all(bench)
    # systemd takes `$$` for a `$`.
    script = _OPEN.format(nodes=" ".join(plugged.nodes), how="<").replace("$", "$$")
    run = _AS_SERVICE.format(drop_in=_DROP_IN, script=script)
    plugged.check_opened(bench.shell(run), "the service", "yes", "no")
    masked = "/etc/systemd/system/motiond.service.d"
    bench.shell(f"mkdir -p {masked}; ln -s /dev/null {masked}/input.conf")
    try:
        plugged.check_opened(bench.shell(run), "the service without its drop-in", "no", "no")
    finally:
        bench.shell(f"rm -r {masked}; systemctl daemon-reload")
    return Outcome("the service opens all of them; its drop-in masked", "accelerometers alone; nothing")


CASES: dict[str, Case] = {"input": who_may, "input-service": service}
