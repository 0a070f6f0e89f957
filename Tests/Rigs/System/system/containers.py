# SPDX-License-Identifier: Apache-2.0
"""motiond and its clients in containers, and as a unit of a user's: what the page on containers says."""
from shared.events import check_phases, in_words
from shared.report import Case, Outcome, check
from system.bench import OWNER, STRANGER, Bench

# The lines of Containers.md.
_DAEMON = ("bwrap --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev "
           "--unshare-user --unshare-pid --unshare-ipc --die-with-parent "
           "--dev-bind /dev/{device} /dev/{device} --bind /sys /sys motiond --bus none --print json")
_CLIENT = ("bwrap --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev "
           "--unshare-all --die-with-parent --ro-bind /run/dbus/system_bus_socket /run/dbus/system_bus_socket "
           "motionctl monitor --format json")


def daemon(bench: Bench) -> Outcome:
    """A kiosk: motiond alone in a container, with one device, and no bus."""
    accelerometer = bench.plug()
    bench.shell("systemctl stop motiond")
    contained = bench.start("exec " + _DAEMON.format(device=accelerometer.device))
    accelerometer.wait_reader(contained)
    bench.check_shake(accelerometer, contained)
    processes = bench.shell("pgrep -c motiond")
    check(processes == "1", f"{processes} motionds")
    return Outcome("bwrap: device, /sys, no bus, no network", in_words(bench.heard(contained)))


def client(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    monitor = bench.start("exec " + _CLIENT, STRANGER)
    monitor.wait_error("watching", 60)
    accelerometer.wait_reader(monitor)
    bench.check_shake(accelerometer, monitor)
    return Outcome("bwrap: a client with the bus's socket alone", in_words(bench.heard(monitor)))


_UNIT = """[Unit]
Description=Does something when the device is shaken

[Service]
ExecStart=/usr/bin/motionctl monitor --wait --exec /bin/sh -- -c 'echo "$MOTION_PHASE" >> %h/shaken'

[Install]
WantedBy=default.target
"""


def user_unit(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    bench.restart()
    home = f"/home/{OWNER}"
    bench.shell(f"install -d -o {OWNER} -g {OWNER} {home}/.config {home}/.config/systemd {home}/.config/systemd/user; "
                f"cat > {home}/.config/systemd/user/shaken.service <<'END'\n{_UNIT}\nEND\n"
                f"loginctl enable-linger {OWNER}; sleep 3; "
                f"systemctl --user -M {OWNER}@ daemon-reload; systemctl --user -M {OWNER}@ start shaken")
    try:
        player = accelerometer.process
        accelerometer.wait_reader(player)
        accelerometer.play(bench.shake)
        accelerometer.wait_played()
        seen = bench.shell(f"sleep 2; cat {home}/shaken").split()
    finally:
        bench.shell(f"systemctl --user -M {OWNER}@ stop shaken; loginctl disable-linger {OWNER}; "
                    f"rm -r {home}/.config {home}/shaken")
    check_phases(seen, ["began", "ended"])
    return Outcome("a unit of a user's, monitor --exec", f"the program ran for {in_words(seen)}")


CASES: dict[str, Case] = {"contained": daemon, "contained-app": client, "user-unit": user_unit}
