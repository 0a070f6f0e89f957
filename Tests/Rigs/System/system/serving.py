# SPDX-License-Identifier: Apache-2.0
"""The service: activation, idleness, watchdog, crash, stop, reload."""
import re

from shared.events import check_phases, in_words
from shared.guest import Process
from shared.report import Case, Outcome, check
from shared.sensor import Sensor
from system.bench import STRANGER, Bench

IDLE_SECONDS = 600
# A client that cannot have a daemon says so within this time, in seconds of the guest.
BOUND_OF_REFUSAL = 3.0


def start(bench: Bench) -> Outcome:
    bench.shell("systemctl start motiond")
    kind = bench.shell("systemctl show motiond -p ActiveState -p Type --value | xargs")
    check(kind in ("notify active", "active notify"), kind)
    security = bench.shell("systemd-analyze security motiond --no-pager | tail -1")
    exposure = re.search(r"motiond.service: (\S+)", security)
    return Outcome("systemctl start", f"active; exposure {exposure.group(1) if exposure else security}")


def activation(bench: Bench) -> Outcome:
    bench.shell("systemctl stop motiond")
    accelerometer = bench.plug()
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    return Outcome("a client of a user without a session", bench.stop(monitor))


def idle(bench: Bench) -> Outcome:
    bench.plug()
    bench.restart()
    bench.shell("sleep 10")
    usage = "sed -n 's/usage_usec //p' /sys/fs/cgroup/system.slice/motiond.service/cpu.stat"
    since, before = bench.now(), int(bench.shell(usage))
    bench.shell(f"sleep {IDLE_SECONDS}", seconds=600)
    milliseconds = (int(bench.shell(usage)) - before) / 1000
    lines = bench.journal(since)
    check(not lines, f"{len(lines)} lines in the journal, such as: {lines[:1]}")
    return Outcome(f"{IDLE_SECONDS} s without a client", f"no line in the journal, {milliseconds:.0f} ms of CPU time")


def fifo(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart("--scheduling fifo")
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    classes = bench.shell(f"ps -L -o cls= -p {bench.pid} | sort | uniq -c | xargs")
    bench.restart()
    check("1 FF" in classes.split("TS")[0] and "TS" in classes, f"scheduling classes: {classes}")
    return Outcome("--scheduling fifo", f"threads: {classes}; began, ended")


def claimed_again(bench: Bench, monitor: Process, sensor: Sensor, seen: int) -> None:
    """A client has claimed again, and hears of a shake."""
    monitor.wait_error("watching", 120, seen)
    sensor.wait_reader(monitor)
    bench.check_shake(sensor, monitor)


def watchdog(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    since, seen = bench.now(), len(monitor.error.lines)
    bench.shell(f"kill -STOP {bench.pid}")
    claimed_again(bench, monitor, accelerometer, seen)
    said = bench.journal(since, "-u motiond")
    lines = [line for line in said if "atchdog" in line]
    check(lines != [], f"nothing of a watchdog in the journal: {said}")
    return Outcome("SIGSTOP while claimed", f"{lines[0]}; claimed again")


def crash(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    seen = len(monitor.error.lines)
    bench.shell(f"kill -9 {bench.pid}")
    claimed_again(bench, monitor, accelerometer, seen)
    return Outcome("SIGKILL while claimed", "claimed again; began, ended")


def leftover(bench: Bench) -> Outcome:
    """A daemon and its only client die: the next start switches the buffer off that it left on."""
    accelerometer = bench.plug()
    bench.restart()
    before = settings(bench, accelerometer)
    monitor = bench.monitor(accelerometer)
    bench.shell(f"kill -STOP {bench.pid}; kill -9 {monitor.pid}; kill -9 {bench.pid}")
    check(accelerometer.is_enabled, "the buffer is off before motiond is there again")
    # Restarted after five seconds.
    bench.shell("sleep 8; systemctl is-active motiond")
    after = settings(bench, accelerometer)
    check(after == before, f"after the crash: {after}; before: {before}")
    return Outcome("daemon and client die", f"buffer off again: {after}")


def settings(bench: Bench, sensor: Sensor) -> str:
    """Everything of its buffer that a program sets."""
    return bench.shell(f"cd {sensor.folder}; cat buffer/enable buffer/length trigger/current_trigger "
                       "scan_elements/*_en | xargs")


def stop(bench: Bench) -> Outcome:
    """A client that claims again at once must not undo `systemctl stop`; it comes back with the service."""
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    seen = len(monitor.error.lines)
    stopped = bench.run("systemctl stop motiond; echo $?; sleep 30; systemctl is-active motiond").text.split("\n")
    check(stopped == ["0", "inactive"], f"stop, and the state 30 s later: {stopped}")
    bench.shell("systemctl start motiond")
    claimed_again(bench, monitor, accelerometer, seen)
    return Outcome("systemctl stop while claimed; 30 s; start", "inactive; the client claims again")


def limit(bench: Bench) -> Outcome:
    """Given up by systemd: a new client says so soon, and one that waits comes back with the service."""
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    seen = len(monitor.error.lines)
    bench.shell("""for turn in $(seq 40); do
        [ "$(systemctl show motiond -p ActiveState --value)" = failed ] && exit
        pid=$(systemctl show motiond -p MainPID --value); [ $pid = 0 ] || kill -9 $pid; sleep 1
      done; systemctl show motiond -p Result -p ActiveState -p NRestarts; exit 1""")
    refused = bench.run("began=$(date +%s%N); motionctl monitor; status=$?; "
                        "echo $status $((($(date +%s%N) - began) / 1000000))", STRANGER)
    status, milliseconds = map(int, refused.text.split("\n")[0].split())
    check(status == 69 and milliseconds <= BOUND_OF_REFUSAL * 1000,
          f"a new client: exit status {status} after {milliseconds} ms: {refused.text}")
    bench.shell("systemctl reset-failed motiond; systemctl start motiond")
    claimed_again(bench, monitor, accelerometer, seen)
    return Outcome("killed until systemd gives up; then started",
                   f"a new client: status 69 after {milliseconds / 1000:.1f} s; the old one claims again")


def reload(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    bench.set_options("--rate 50")
    since = bench.now()
    # The reader has the new rate then, and sets it on a thread of its own.
    rate = bench.shell("systemctl reload motiond; for turn in $(seq 20); do "
                       f"read -r rate < {accelerometer.folder}/in_accel_sampling_frequency; "
                       "[ ${rate%%.*} != 50 ] || break; sleep 0.1; done; echo $rate")
    check(float(rate) == 50, f"two seconds after the reload the rate is {rate}, expected 50")
    said = [line for line in bench.journal(since) if "--rate 50" in line]
    check(len(said) == 1, f"nothing says what counts: {bench.journal(since)}")
    nonsense = ""
    for options, words in (("--sensitivity loud", "--sensitivity"), ("--rat 50", "--rat"),
                           ("--scheduling fifo", "--scheduling")):
        bench.set_options(options)
        since = bench.now()
        ended = bench.run("systemctl reload motiond")
        said = " ".join(bench.journal(since))
        check(ended.status != 0, f"reload with {options} succeeds")
        check("/etc/motiond/motiond.conf" in said and words in said, f"{options}: {said}")
        nonsense = said
    bench.set_options("")
    bench.shell("systemctl reload motiond")
    bench.check_shake(accelerometer, monitor)
    check(nonsense != "", "nothing was tried")
    return Outcome("--rate 50; then nonsense, three times", "50 Hz after it; each fails, file and option named")


def unplug(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    since = bench.now()
    accelerometer.play(bench.shake[:215], then_unplug=True)
    monitor.wait_line("interrupted", 60)
    bench.shell("sleep 3")
    lines = bench.journal(since)
    check_phases(bench.heard(monitor), ["began", "cancelled(interrupted)"])
    check(len(lines) == 1 and "looking for it" in lines[0], f"{len(lines)} lines in the journal: {lines}")
    again = bench.plug("again")
    again.wait_reader(monitor)
    bench.check_shake(again, monitor)
    return Outcome("unplugged in a shake; plugged in again",
                   f"one line: {lines[0][:52]}; {in_words(['began', 'ended'])}")


def journal(bench: Bench) -> Outcome:
    """Lines with the priority of the journal, and no date of their own."""
    accelerometer = bench.plug()
    since = bench.now()
    bench.restart()
    monitor = bench.monitor(accelerometer)
    bench.check_shake(accelerometer, monitor)
    accelerometer.unplug()
    bench.shell("sleep 2; systemctl stop motiond")
    lines = bench.journal(since)
    dated = [line for line in lines if re.match(r"\d{4}-\d\d-\d\dT", line)]
    check(lines != [] and not dated, f"lines with a date: {dated[:2]}")
    warnings = bench.journal(since, "_SYSTEMD_UNIT=motiond.service -p warning")
    check(len(warnings) == 1 and "looking for it" in warnings[0], f"warnings: {warnings}")
    return Outcome("start, shake, unplug, stop", f"{len(lines)} lines, without dates; 1 of priority warning")


CASES: dict[str, Case] = {
    "start": start, "activation": activation, "idle": idle, "fifo": fifo, "watchdog": watchdog, "crash": crash,
    "leftover": leftover, "stop": stop, "limit": limit, "reload": reload, "unplug": unplug, "journal": journal,
}
