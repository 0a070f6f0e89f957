# SPDX-License-Identifier: Apache-2.0
"""Who may do what: root, the user at the machine's seat, and one without a session."""
from shared.report import Case, Outcome, check
from system.bench import OWNER, STRANGER, Bench

WHO = {"root": None, "at the seat": OWNER, "without a session": STRANGER}
# The claims that one user may have on the system bus.
_SHARE = 64
_RECORD = "motionctl record --duration 1 - > /tmp/$$.csv; status=$?; grep -c '^[0-9]' /tmp/$$.csv; exit $status"


def statuses(bench: Bench, script: str, expected: dict[str, int]) -> dict[str, str]:
    """What each is told; all with the exit status expected."""
    # Read from disk when it is first asked; to a guest that may take longer than motiond waits for polkit.
    bench.shell("systemctl start polkit")
    ended = {who: bench.run(script, user) for who, user in WHO.items()}
    for who, status in expected.items():
        check(ended[who].status == status, f"{who}: exit status {ended[who].status}: {ended[who].text}")
    return {who: each.text for who, each in ended.items()}


ALLOWED = {"root": 0, "at the seat": 0, "without a session": 77}


def simulate(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    # Somebody has to hear it; and one simulation is over before the next.
    monitor = bench.monitor(accelerometer)
    said = statuses(bench, "motionctl simulate shake; status=$?; sleep 3; exit $status", ALLOWED)["without a session"]
    bench.stop(monitor)
    check("simulate" in said and "polkit" in said and "seat" in said, f"the refusal: {said}")
    return Outcome("motionctl simulate, of three users", "root and the seat: done; without a session: 77")


def check_recorded(said: dict[str, str]) -> None:
    for who in "root", "at the seat":
        check(int(said[who].split("\n")[0]) > 20, f"{who}: {said[who]}")


def record(bench: Bench) -> Outcome:
    """While somebody has claimed, so that motiond reads."""
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    check_recorded(statuses(bench, _RECORD, ALLOWED))
    bench.check_shake(accelerometer, monitor)
    return Outcome("motionctl record, claimed, of three users", "root and the seat: done; without a session: 77")


def record_idle(bench: Bench) -> Outcome:
    bench.plug()
    bench.shell("systemctl stop motiond")
    said = statuses(bench, _RECORD, ALLOWED)
    check_recorded(said)
    refusal = said["without a session"]
    check("seat" in refusal and "group" in refusal, f"the refusal: {refusal}")
    return Outcome("the same, unclaimed", "root and the seat: done; without a session: 77, saying who may")


def no_accelerometer(bench: Bench) -> Outcome:
    """`motiond has no accelerometer` is said only where that is so."""
    bench.restart()
    monitor = bench.start("exec motionctl monitor", STRANGER)
    monitor.wait_error("no accelerometer")
    monitor.stop()
    accelerometer = bench.plug()
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    told = [line.text for line in monitor.error.lines]
    check(not any("no accelerometer" in line for line in told), f"with one: {told}")
    return Outcome("a client without and with an accelerometer", "the first is told that there is none")


def quota(bench: Bench) -> Outcome:
    """The claims of one user leave room for others."""
    accelerometer = bench.plug()
    bench.restart()
    many = bench.start(f"for turn in $(seq {_SHARE + 2}); do motionctl monitor & done; wait", STRANGER)
    for word, count in ("watching", _SHARE), ("too many clients", 2):
        bench.guest.wait(lambda: sum(word in line.text for line in many.error.lines) == count, 240,
                         f"{count} lines with '{word}'", [many])
    monitor = bench.monitor(accelerometer, None)
    bench.check_shake(accelerometer, monitor)
    bench.stop(monitor)
    # What they have taken is free once they are gone.
    bench.shell("pkill -x motionctl", STRANGER)
    many.wait(60)
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    bench.stop(monitor)
    return Outcome(f"{_SHARE + 2} claims of one user", f"{_SHARE} accepted, 2 refused; root hears a shake, and then anybody")


CASES: dict[str, Case] = {
    "simulate": simulate, "record": record, "record-idle": record_idle, "no-device": no_accelerometer,
    "quota": quota,
}
