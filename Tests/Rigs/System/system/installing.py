# SPDX-License-Identifier: Apache-2.0
"""Installation as a user does it, and what it leaves."""
from shared.pad import Pad
from shared.report import Case, Outcome, check
from system.bench import STRANGER, Bench
from system.inputs import ENTRY, entries, guard
from system.serving import claimed_again

_FILES = "find / -xdev \\( -path /tmp -o -path /run -o -path /var -o -path /opt \\) -prune -o -print | sort"


_RULE = """polkit.addRule(function (action, subject) {
  if (action.id == "org.motiond.motion1.claim" && ["bob", "ada"].indexOf(subject.user) >= 0) return polkit.Result.YES;
});"""


def boot(bench: Bench) -> Outcome:
    said = bench.run("systemctl is-system-running --wait").text
    check(said == "running", f"{said}: {bench.run('systemctl --failed --no-legend').text}")
    # Until its own cases. An iiod that is stopped as it starts is a failure of its own (Debian 13).
    bench.shell("systemctl mask --quiet --runtime --now iio-sensor-proxy iiod; systemctl reset-failed; modprobe uhid")
    bench.shell(f"mkdir /opt/motiond && tar -xf /dev/vdb -C /opt/motiond && {_FILES} > /tmp/before")
    return Outcome("Debian with systemd, dbus-daemon, polkitd", bench.shell("systemd-analyze | head -1")[:72])


def node(bench: Bench, device: str) -> str:
    """Who may use it: the group of its node and of an attribute of its buffer."""
    return bench.shell(f"stat -c '%G %a' /dev/{device} /sys/bus/iio/devices/{device}/buffer/enable | xargs")


ALLOWED = "motiond 660 motiond 664"


def install(bench: Bench) -> Outcome:
    """The package's scripts do all that there is to do; D-Bus knows the service, and it does not run yet."""
    accelerometer, pad = bench.plug(), guard(bench)
    bench.shell("dpkg -i /opt/motiond/this.deb 2>&1")
    # Users without a session hear whole events, as services that an integrator names.
    bench.shell("cat > /etc/polkit-1/rules.d/50-motiond.rules <<'END'\n" + _RULE + "\nEND\n")
    before, after = node(bench, accelerometer.device), node(bench, bench.plug("two").device)
    check(before == after == ALLOWED, f"plugged before: {before}; after: {after}; expected {ALLOWED}")
    check(entries(bench, pad) == f"root:input 660 {ENTRY}", f"a drive guard, plugged before: {entries(bench, pad)}")
    check(state(bench) == ["inactive", "disabled", "1"], f"service: {state(bench)}")
    return Outcome("dpkg -i", f"group and mode of both nodes: {after}; inactive, activatable")


def state(bench: Bench) -> list[str]:
    """If the service runs, if it is enabled, and the number of its names on the bus."""
    return bench.shell("systemctl is-active motiond; systemctl is-enabled motiond 2>&1; "
                       "busctl --system list --activatable --no-legend | grep -c motiond; true").split("\n")


_UPGRADE = "dpkg --force-confdef --force-confold -i /opt/motiond/{}.deb 2>&1"


def upgrade(bench: Bench) -> Outcome:
    """A running service is another afterwards, with the options that were set; one that did not run does not."""
    accelerometer = bench.plug()
    bench.restart("--sensitivity 0.6")
    monitor = bench.monitor(accelerometer)
    options, pid, seen = bench.shell("cat /etc/motiond/motiond.conf"), bench.pid, len(monitor.error.lines)
    bench.shell(_UPGRADE.format("next"))
    claimed_again(bench, monitor, accelerometer, seen)
    check(bench.pid != pid, "the daemon is the one from before")
    kept = bench.shell("cat /etc/motiond/motiond.conf")
    check(kept == options, f"options: {kept}; before: {options}")
    check("Of the next version" in bench.shell("cat /etc/motiond/motiond.conf.dpkg-dist"), "no options of the next version")
    allowed = node(bench, accelerometer.device)
    check(allowed == ALLOWED, f"{allowed}, expected {ALLOWED}")
    bench.stop(monitor)
    bench.shell("systemctl stop motiond")
    bench.shell(_UPGRADE.format("this"))
    check(state(bench) == ["inactive", "disabled", "1"], f"service that did not run: {state(bench)}")
    bench.set_options("")
    return Outcome("dpkg -i of a later version, while claimed; and back", "restarted, claimed again; options kept")


def late_user(bench: Bench) -> Outcome:
    """Rules that are read before there is a user, whom the package's script makes last."""
    bench.shell("userdel motiond; touch /usr/lib/udev/rules.d/70-motiond.rules; sleep 4; "
                "udevadm trigger --subsystem-match=mem; udevadm settle")
    # At a reload udevd keeps rules as it read them, unless a file of rules has changed that is not empty.
    bench.shell("/var/lib/dpkg/info/motiond.postinst configure ''")
    seen = node(bench, bench.plug().device)
    bench.shell("touch /usr/lib/udev/rules.d/70-motiond.rules; udevadm control --reload")
    check(seen == ALLOWED, f"{seen}, expected {ALLOWED}")
    return Outcome("rules read without the user, then the user", f"group and mode: {seen}")


# A client that has the bus start the service, again and again.
_INSISTENT = ("while :; do busctl --timeout=5 call org.motiond.Motion1 /org/motiond/Motion1 org.motiond.Motion1 "
              "Release; done > /dev/null 2>&1")


def check_gone(bench: Bench, device: str, pad: Pad) -> None:
    """No process, unit or name is left; nothing failed; and the accelerometers are root's."""
    running = bench.run("pgrep -l motiond").text
    check(not running, f"still running: {running}")
    failed = bench.run("systemctl --failed --no-legend").text
    check(not failed, failed)
    known = bench.shell("systemctl show motiond -p LoadState --value; "
                        "busctl --system list --activatable --no-legend | grep -c motiond || true")
    check(known.split() == ["not-found", "0"], f"unit and name on the bus: {known}")
    left = node(bench, device)
    check(entries(bench, pad) == "root:input 660", f"a drive guard: {entries(bench, pad)}")
    check(left.replace("root 640", "root 600") == "root 600 root 644", f"group and mode of the node and of an attribute: {left}")


def remove(bench: Bench) -> Outcome:
    """Of a motiond that is enabled and claimed, and that a client starts again at once."""
    bench.shell("systemctl -q enable --now motiond")
    accelerometer, pad = bench.plug(), guard(bench)
    check(ENTRY in entries(bench, pad), entries(bench, pad))
    bench.monitor(accelerometer)
    insistent = bench.start(_INSISTENT, STRANGER)
    try:
        bench.shell("sleep 1; dpkg -r motiond 2>&1")
    finally:
        insistent.stop()
    check_gone(bench, accelerometer.device, pad)
    bench.shell("cat /etc/motiond/motiond.conf; getent passwd motiond")
    return Outcome("dpkg -r, enabled, claimed, and called on and on", "no process, unit or name; options and user stay")


def check_no_file(bench: Bench) -> None:
    left = bench.shell(f"{_FILES} > /tmp/after; diff /tmp/before /tmp/after | grep '^>'; "
                       "find /var -name '*motiond*'; true")
    check(not left, f"left: {left}")


def purge(bench: Bench) -> Outcome:
    bench.shell("dpkg -P motiond 2>&1; rm /etc/polkit-1/rules.d/50-motiond.rules")
    check_no_file(bench)
    known = bench.run("getent passwd motiond; getent group motiond").text
    check(not known, f"user and group: {known}")
    return Outcome("dpkg -P", "no file, user or group is left")


def make_install(bench: Bench) -> Outcome:
    """Without the package: `make install`, the line that it prints, and `make uninstall` while claimed."""
    accelerometer, pad = bench.plug(), guard(bench)
    said = bench.shell("cd /opt/motiond && make --no-print-directory install TOUCH=no BUILT=built PREFIX=/usr 2>&1")
    # Some device's event while the administrator reads on.
    bench.shell("udevadm trigger --subsystem-match=iio; udevadm settle")
    lines = [line.partition("Next, as root: ")[2] for line in said.splitlines() if "Next, as root: " in line]
    check(len(lines) == 1, said)
    bench.shell(lines[0])
    bench.shell("udevadm settle")
    allowed = node(bench, accelerometer.device)
    check(allowed == ALLOWED, f"{allowed}, expected {ALLOWED}")
    check(ENTRY in entries(bench, pad), f"a drive guard, plugged before: {entries(bench, pad)}")
    bench.shell("systemctl -q enable --now motiond")
    # The rule that let the other hear all went with the package.
    bench.monitor(accelerometer, "root")
    accelerometer.unplug()
    bench.shell("cd /opt/motiond && make --no-print-directory uninstall TOUCH=no PREFIX=/usr 2>&1")
    pad.unplug()
    check_gone(bench, bench.plug("three").device, guard(bench))
    check_no_file(bench)
    return Outcome("make install; the line it prints; make uninstall", "nothing is left but the user")


FIRST: dict[str, Case] = {"boot": boot, "install": install}
CASES: dict[str, Case] = {"upgrade": upgrade, "late-user": late_user}
LAST: dict[str, Case] = {"remove": remove, "purge": purge, "make-install": make_install}
