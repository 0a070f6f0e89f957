# SPDX-License-Identifier: Apache-2.0
"""A second program opens the accelerometer: it gets EBUSY, but switches the buffer off before that."""
from rig.bench import ENDED, Bench
from rig.health import Holdings, check_no_growth, holdings
from rig.shaken import RECOVERED, check_losses, check_recovered, in_the_shake, read_by_motiond
from shared.events import in_words
from shared.report import Case, Outcome

ROUNDS = 100
# Each round: the second opener must fail, and the first read again within 15 s.
_OPEN_AGAIN_AND_AGAIN = """
enable=/sys/bus/iio/devices/{device}/buffer/enable
for round in $(seq {rounds}); do
  iio_readdev -b 1 -s 1 {device} > /dev/null 2>&1 && echo "round $round: it could read" >&2 && exit 1
  for turn in $(seq 600); do
    read -r enabled < $enable
    [ "$enabled" = 1 ] && continue 2
    usleep 25000
  done
  echo "round $round: the buffer is still off after 15 s" >&2
  exit 1
done
"""


def second_opener_in_a_shake(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    daemon = read_by_motiond(bench, accelerometer, shake)
    opener = f"run echo opened; iio_readdev -b 1 -s 1 {accelerometer.device} > /dev/null 2>&1"
    # The sensor samples on while the buffer is off. What it plays then is lost, so it rests.
    accelerometer.play([*shake[: in_the_shake(bench, shake)], opener, *[shake[0]] * 500, *shake])
    opened = accelerometer.wait_reported("^opened$")
    again = daemon.wait_error("started", start=daemon.wait_error("started").number + 1)
    seconds = (again.time_ns - opened.time_ns) / 1e9
    daemon.wait_line(ENDED)
    accelerometer.wait_played()
    check_losses(daemon, 1)
    check_recovered(bench, accelerometer, daemon, RECOVERED)
    return Outcome("short-shake.csv, iio_readdev in it; again",
                   f"on again after {seconds:.2f} s; {in_words(RECOVERED)}")


def second_opener_again_and_again(bench: Bench) -> Outcome:
    accelerometer = bench.plug()
    shake = bench.sample("short-shake")
    daemon = read_by_motiond(bench, accelerometer, shake)

    def opened(rounds: int) -> Holdings:
        script = _OPEN_AGAIN_AND_AGAIN.format(device=accelerometer.device, rounds=rounds)
        bench.guest.shell(script, 600, f"second opener, {rounds} times", [daemon])
        return holdings(bench, daemon)

    before, after = opened(1), opened(ROUNDS)
    check_no_growth(before, after)
    accelerometer.play(shake)
    accelerometer.wait_played()
    check_losses(daemon, ROUNDS + 1)
    check_recovered(bench, accelerometer, daemon, ["began", "ended"])
    return Outcome(f"{ROUNDS} times iio_readdev, then short-shake.csv",
                   f"{before}, then {after}; began, ended")


ESSENTIAL: dict[str, Case] = {"opener": second_opener_in_a_shake}
CASES: dict[str, Case] = {"openers": second_opener_again_and_again}
