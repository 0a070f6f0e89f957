# SPDX-License-Identifier: Apache-2.0
"""iio-network and motiond, two services that a named pipe joins: on one machine, with the iiod of Debian between them."""
from shared.report import Case, Outcome, check
from system.bench import Bench

BRIDGE = "iio-network"
MAKE = "cd /opt/motiond && make --no-print-directory BUILT=built PREFIX=/usr ZSHDIR=/usr/share/zsh/vendor-completions"
PIPE = "/run/iio-network"


def pid_of(bench: Bench, unit: str) -> str:
    return bench.shell(f"systemctl show {unit} -p MainPID --value")


def joined(bench: Bench) -> Outcome:
    """A shake over the network; then one after each of the two, and the server, was restarted alone."""
    sensor = bench.plug()
    bench.shell(f"{MAKE} install COMPONENT={BRIDGE} && systemd-sysusers && systemd-tmpfiles --create && systemctl daemon-reload")
    disabled = bench.run(f"systemctl is-enabled {BRIDGE}").text
    # iiod knows the devices that there were when it started.
    bench.shell(f"""echo 'IIO_NETWORK_OPTIONS="ip:127.0.0.1"' > /etc/motiond/{BRIDGE}.conf
                    systemctl unmask -q --runtime iiod; systemctl restart iiod""")
    try:
        bench.restart(f"--source {PIPE}")
        bench.shell(f"systemctl start {BRIDGE}")
        monitor = bench.monitor(sensor)
        bench.check_shake(sensor, monitor)

        daemon = bench.pid
        bench.shell(f"systemctl restart {BRIDGE}; sleep 2")
        sensor.wait_reader(monitor)
        bench.check_shake(sensor, monitor)
        bench.shell("systemctl restart iiod; sleep 5")
        sensor.wait_reader(monitor)
        bench.check_shake(sensor, monitor)
        check(bench.pid == daemon, "motiond was started again with the bridge")
        bench.stop(monitor)

        bridge = pid_of(bench, BRIDGE)
        bench.shell("systemctl restart motiond; sleep 10")
        state = bench.run(f"systemctl is-active {BRIDGE}").text
        check(state == "active" and pid_of(bench, BRIDGE) != bridge, f"after a start of motiond the bridge is {state}")
        monitor = bench.monitor(sensor)
        bench.check_shake(sensor, monitor)
        bench.stop(monitor)

        families = {unit: bench.shell(f"systemctl show {unit} -p RestrictAddressFamilies --value")
                    for unit in ("motiond", BRIDGE)}
        check("AF_INET" not in families["motiond"] and "AF_INET" in families[BRIDGE], f"the network: {families}")
    finally:
        # Of interest if it failed.
        bench.run(f"journalctl --sync; journalctl -b -o cat --no-pager -q -u {BRIDGE} -u iiod | tail -n 40")
        bench.run(f"systemctl stop {BRIDGE} iiod; systemctl mask -q --runtime iiod; {MAKE} uninstall COMPONENT={BRIDGE}; "
                  f"rm -f /etc/motiond/{BRIDGE}.conf {PIPE}; systemctl daemon-reload")
        bench.restart()
    check(disabled == "disabled", f"{BRIDGE} is {disabled} after it was installed")
    return Outcome("a shake, and after a restart of bridge, server and daemon each", "began, ended; motiond has no network")


CASES: dict[str, Case] = {"network": joined}
