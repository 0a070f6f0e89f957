# SPDX-License-Identifier: Apache-2.0
"""`motionctl doctor` on a whole system, and on six broken ones."""
import json

from shared.report import Case, Outcome, check
from system.bench import STRANGER, Bench


def findings(bench: Bench, expected: int, before: str = "", user: str | None = None) -> dict[str, dict]:
    """What the doctor finds, by subject."""
    ended = bench.run(f"{before} motionctl doctor --format json", user)
    check(ended.status == expected, f"exit status {ended.status}: {ended.text}")
    return {each["subject"]: each for each in map(json.loads, ended.text.splitlines())}


def is_so(found: dict[str, dict], subject: str, verdict: str, words: str) -> str:
    """The remedy of a finding that is as expected."""
    finding = found.get(subject, {})
    check(finding.get("verdict") == verdict and words in finding.get("text", ""), f"{subject}: {found}")
    return finding.get("remedy", "")


def whole(bench: Bench) -> Outcome:
    """Nothing is wrong, for root and for a user without a session; claims are seen."""
    accelerometer = bench.plug()
    bench.restart()
    found = findings(bench, 0)
    is_so(found, "claims", "note", "no program has claimed")
    monitor = bench.monitor(accelerometer)
    found = findings(bench, 0)
    is_so(found, "reader", "fine", "motiond reads it")
    is_so(found, "claims", "fine", "claimed")
    stranger = findings(bench, 0, user=STRANGER)
    is_so(stranger, "polkit", "note", "not record or simulate")
    bench.stop(monitor)
    return Outcome("nothing, unclaimed and claimed; as root and as bob", "nothing is wrong; what bob may not is told")


def broken(bench: Bench) -> Outcome:
    """Each with the finding that names it."""
    bench.restart()
    is_so(findings(bench, 1), "driver", "wrong", "no driver has an accelerometer")
    accelerometer = bench.plug()
    node = f"/dev/{accelerometer.device}"
    bench.shell(f"chown root:root {node}")
    remedy = is_so(findings(bench, 1), "permissions", "wrong", "the udev rule was not applied")
    # The guest has no sudo, and commands run as root.
    bench.shell(f"{remedy.replace('sudo ', '')}; udevadm settle")
    is_so(findings(bench, 0), "permissions", "fine", "may read")
    other = bench.start(f"exec 3<>{node}; echo open; exec sleep 1000")
    other.wait_line("open")
    is_so(findings(bench, 1), "reader", "wrong", "sleep (process ")
    other.stop()
    found = findings(bench, 1, "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent")
    is_so(found, "bus", "wrong", "cannot reach the system bus")
    bench.shell("systemctl mask -q --runtime --now polkit")
    try:
        is_so(findings(bench, 1, user=STRANGER), "polkit", "wrong", "does not answer")
    finally:
        bench.shell("systemctl unmask -q --runtime polkit; systemctl start polkit")
    rule = "/run/udev/rules.d/99-matrix.rules"
    bench.shell("mkdir -p /run/udev/rules.d; echo 'SUBSYSTEM==\"iio\", ENV{ACCEL_MOUNT_MATRIX}=\"1,0,0;0,1,0;0,0,0\"' "
                f"> {rule}; udevadm control --reload; udevadm trigger --subsystem-match=iio; udevadm settle")
    try:
        is_so(findings(bench, 1), "mounting", "wrong", "is no rotation")
    finally:
        bench.shell(f"rm {rule}; udevadm control --reload; udevadm trigger --subsystem-match=iio; udevadm settle")
    return Outcome("no driver, no permission, a reader, no bus, no polkit, a wrong matrix", "each is named")


CASES: dict[str, Case] = {"doctor": whole, "doctor-broken": broken}
