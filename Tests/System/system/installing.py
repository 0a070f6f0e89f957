"""Installation as a user does it, and what it leaves."""
from rig.report import Case, Outcome, check
from system.bench import Bench

_FILES = "find / -xdev \\( -path /tmp -o -path /run -o -path /var -o -path /opt \\) -prune -o -print | sort"


_RULE = """polkit.addRule(function (action, subject) {
  if (action.id == "org.motiond.motion1.claim" && ["bob", "ada"].indexOf(subject.user) >= 0) return polkit.Result.YES;
});"""


def boot(bench: Bench) -> Outcome:
    said = bench.run("systemctl is-system-running --wait").text
    check(said == "running", f"{said}: {bench.run('systemctl --failed --no-legend').text}")
    # Until its own cases.
    bench.shell("systemctl mask --quiet --runtime --now iio-sensor-proxy; modprobe uhid")
    bench.shell(f"mkdir /opt/motiond && tar -xf /dev/vdb -C /opt/motiond && {_FILES} > /tmp/before")
    return Outcome("Debian with systemd, dbus-daemon, polkitd", bench.shell("systemd-analyze | head -1")[:72])


def node(bench: Bench, device: str) -> str:
    """Who may use it: the group of its node and of an attribute of its buffer."""
    return bench.shell(f"stat -c '%G %a' /dev/{device} /sys/bus/iio/devices/{device}/buffer/enable | xargs")


ALLOWED = "motiond 660 motiond 664"


def install(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    said = bench.shell("cd /opt/motiond && make --no-print-directory install BUILT=built PREFIX=/usr 2>&1")
    # Some device's event while the administrator reads on.
    bench.shell("udevadm trigger --subsystem-match=iio; udevadm settle")
    lines = [line.partition("Next, as root: ")[2] for line in said.splitlines() if "Next, as root: " in line]
    check(len(lines) == 1, said)
    bench.shell(lines[0])
    bench.shell("udevadm settle")
    # Users without a session hear whole events, as services that an integrator names.
    bench.shell("cat > /etc/polkit-1/rules.d/50-motiond.rules <<'END'\n" + _RULE + "\nEND\n")
    before, after = node(bench, accelerometer.device), node(bench, bench.plug("two").device)
    check(before == after == ALLOWED, f"plugged before: {before}; after: {after}; expected {ALLOWED}")
    return Outcome("make install; an event of udev; the line it prints", f"group and mode of both: {after}")


def late_user(bench: Bench) -> Outcome:
    """Rules that are read before there is a user, as when a package's script makes it last."""
    bench.shell("userdel motiond; touch /usr/lib/udev/rules.d/70-motiond.rules; sleep 4; "
                "udevadm trigger --subsystem-match=mem; udevadm settle")
    bench.shell("systemd-sysusers")
    # udevd keeps rules as it read them for three seconds and more.
    seen = node(bench, bench.plug().device)
    bench.shell("touch /usr/lib/udev/rules.d/70-motiond.rules; udevadm control --reload")
    check(seen == ALLOWED, f"{seen}, expected {ALLOWED}")
    return Outcome("rules read without the user, then the user", f"group and mode: {seen}")


def uninstall(bench: Bench) -> Outcome:
    """Also of a motiond that runs and is enabled."""
    bench.shell("cp /opt/motiond/Packaging/motiond.default /etc/default/motiond")
    bench.shell("systemctl -q enable --now motiond")
    accelerometer = bench.plug()
    bench.monitor(accelerometer)
    bench.shell("cd /opt/motiond && make --no-print-directory uninstall PREFIX=/usr 2>&1; "
                "rm /etc/polkit-1/rules.d/50-motiond.rules")
    left = bench.shell(f"{_FILES} > /tmp/after; diff /tmp/before /tmp/after | grep '^>' || true")
    check(not left, f"left: {left}")
    running = bench.run("pgrep -l motiond").text
    check(not running, f"still running: {running}")
    failed = bench.run("systemctl --failed --no-legend").text
    check(not failed, failed)
    known = bench.shell("systemctl show motiond -p LoadState --value; "
                        "busctl --system list --activatable --no-legend | grep -c motiond || true")
    check(known.split() == ["not-found", "0"], f"unit and name on the bus: {known}")
    return Outcome("make uninstall of a claimed, enabled motiond", "no file, process, unit or name is left")


FIRST: dict[str, Case] = {"boot": boot, "install": install}
CASES: dict[str, Case] = {"late-user": late_user}
LAST: dict[str, Case] = {"uninstall": uninstall}
