# SPDX-License-Identifier: Apache-2.0
"""Touchscreens made by uinput: what was touched comes out of touchctl."""
import json
from collections.abc import Sequence
from functools import partial

from rig.access import NOT_PERMITTED
from rig.bench import Bench
from rig.panel import Change, Panel, Player, parse
from rig.plugging import START_UDEVD, STOP_UDEVD
from shared.guest import Process
from shared.report import Case, Outcome, check

FILE = "/tmp/touches.csv"
# A frame is recorded with the time at which the kernel had it: at most so long after it was written.
MOST_DELAY_NS = 2_000_000
# Half a step, in points of a panel of 10 steps a millimeter, and the rounding of libinput.
TOLERANCE = 0.7


def recording(bench: Bench, *options: str) -> Process:
    """touchctl record, which has opened its touchscreens."""
    bench.guest.shell(f"rm -f {FILE}")
    recorder = bench.guest.start("touchctl", "record", FILE, *options)
    recorder.wait_error("touchctl record: Virtual")
    return recorder


def stopped(bench: Bench, recorder: Process) -> list[Change]:
    check(recorder.stop() == 0, str(recorder))
    text = bench.guest.shell(f"cat {FILE}")
    check(text.endswith("\n"), f"the last line is not whole: ...{text[-40:]!r}")
    return parse(text)


def recorded(bench: Bench, panel: Player, lines: Sequence[str], *options: str) -> tuple[list[int], list[Change]]:
    """The times of the frames that were played, and what touchctl made of them."""
    recorder = recording(bench, *options)
    times = panel.play(lines)
    bench.guest.shell("usleep 200000")  # it may still be on its way
    return times, stopped(bench, recorder)


def injected(lines: Sequence[str]) -> list[tuple[int, str, int, tuple[int, int] | None]]:
    """Frame, change, finger and place of all that is played."""
    frame, changes = 0, []
    for line in lines:
        match line.split():
            case ["frame"]:
                frame += 1
            case ["down" | "move" as kind, finger, x, y]:
                changes.append((frame, kind, int(finger), (int(x), int(y))))
            case ["up", finger]:
                changes.append((frame, "up", int(finger), None))
    return changes


def check_same(panel: Panel, lines: Sequence[str], times: Sequence[int], changes: Sequence[Change]) -> str:
    """What came out is what went in: kinds, places, fingers and times."""
    expected = injected(lines)
    check(len(changes) == len(expected), f"{len(expected)} changes went in, {len(changes)} came out: "
                                         f"{[(c.kind, c.finger) for c in changes[:12]]}")
    worst = delay = 0.0
    fingers: dict[int, int] = {}
    for (frame, kind, finger, place), change in zip(expected, changes):
        check(change.kind == kind, f"{kind} went in, {change} came out")
        if kind == "down":
            fingers[finger] = change.finger
        check(fingers[finger] == change.finger, f"finger {finger} became {change.finger}, and before {fingers}")
        if place is not None:
            at = panel.points(*place)
            error = max(abs(at[0] - change.x), abs(at[1] - change.y))
            worst = max(worst, error)
            check(error <= TOLERANCE, f"{place} is {at} in points, {change} came out")
        late = change.time_ns - times[frame]
        delay = max(delay, late)
        check(-1000 <= late <= MOST_DELAY_NS, f"frame {frame} was written at {times[frame]}, {change} came out")
    return f"{len(changes)} changes, within {worst:.2f} points and {delay / 1e6:.2f} ms"


def drag(finger: int, start: tuple[int, int], step: tuple[int, int], count: int = 10) -> list[str]:
    lines = [f"down {finger} {start[0]} {start[1]}", "frame", "sleep 10"]
    for turn in range(1, count + 1):
        lines += [f"move {finger} {start[0] + step[0] * turn} {start[1] + step[1] * turn}", "frame", "sleep 10"]
    return [*lines, f"up {finger}", "frame"]


def all_fingers(count: int) -> list[str]:
    """They go down one after the other, move together, and lift together.

    By 25 steps each time: smaller moves are smoothed for panels of the old protocol.
    """
    lines = []
    for finger in range(count):
        lines += [f"down {finger} {100 + 90 * finger} {100 + 40 * finger}", "frame", "sleep 8"]
    for turn in range(1, 6):
        lines += [f"move {finger} {100 + 90 * finger + 25 * turn} {100 + 40 * finger + 25 * turn}" for finger in range(count)]
        lines += ["frame", "sleep 8"]
    return [*lines, *(f"up {finger}" for finger in range(count)), "frame"]


def list_names_the_panel(bench: Bench) -> Outcome:
    Panel(bench.guest)
    Panel(bench.guest, "one", 800, 480, 0, name="Virtual Raw")
    listing = bench.guest.run("touchctl", "list")
    check(listing.status == 0, str(listing))
    for text in ("Virtual Panel\n", "755 x 503 points, 120 x 80 mm", "fingers:     10", "Virtual Raw\n",
                 "800 x 480 steps (it does not tell its own; --screen helps)"):
        check(text in listing.output.text, f"no '{text}' in: {listing.output.text}")
    lines = bench.guest.run("touchctl", "list", "--format", "json", "--screen", "1600x960").output.text.splitlines()
    sizes = [(panel["width"], panel["unit"]) for panel in map(json.loads, lines)]
    check((1600, "pixel") in sizes, f"{sizes}")
    return Outcome("two panels, one of which does not tell its size", "sizes, units and fingers; pixels with --screen")


def comes_out(kind: str, fingers: int, steps: int, bench: Bench) -> Outcome:
    panel = Panel(bench.guest, kind, steps=steps, fingers=fingers)
    lines = drag(0, (300, 200), (40, 20)) if fingers == 1 else all_fingers(fingers)
    times, changes = recorded(bench, panel, lines)
    return Outcome(f"{kind}: {fingers} finger{'s' if fingers > 1 else ''}, {len(times)} frames",
                   check_same(panel, lines, times, changes))


def turned(bench: Bench) -> Outcome:
    """A panel that is mounted turned, as the user says it, and as udev does."""
    corner = ["down 0 120 200", "frame", "sleep 20", "up 0", "frame"]
    seen = []
    panel = Panel(bench.guest)
    x, y = panel.points(120, 200)
    width, height = panel.points(panel.width, panel.height)
    places = {"0": (x, y), "90": (height - y, x), "180": (width - x, height - y), "270": (y, width - x)}
    for degrees, expected in places.items():
        _, changes = recorded(bench, panel, corner, "--rotation", degrees)
        check_near(changes[0], expected, f"--rotation {degrees}")
        seen.append(degrees)
    panel.unplug()
    panel = Panel(bench.guest, environment="MATRIX='0 -1 1 1 0 0'")
    _, changes = recorded(bench, panel, corner)
    check_near(changes[0], places["90"], "udev's matrix of 90 degrees")
    _, changes = recorded(bench, panel, corner, "--rotation", "270")
    check_near(changes[0], places["0"], "udev's matrix of 90 degrees and --rotation 270")
    _, changes = recorded(bench, panel, corner, "--calibration", "1 0 0 0 1 0")
    check_near(changes[0], places["0"], "--calibration in place of udev's")
    return Outcome("a corner; --rotation, udev's matrix, both, --calibration",
                   f"where it should be at {', '.join(seen)}°, as udev has it, and turned back")


def check_near(change: Change, place: tuple[float, float], what: str) -> None:
    # One step of the panel is 0.63 points, and a turned axis ends a step earlier.
    error = max(abs(change.x - place[0]), abs(change.y - place[1]))
    check(error <= 1.5, f"{what}: expected {place}, {change} came out")


def unplugged(bench: Bench) -> Outcome:
    """In the middle of touches: what is down is cancelled. The other panel's touches go on."""
    panel, other = Panel(bench.guest), Panel(bench.guest, name="Virtual Other")
    recorder = recording(bench)
    recorder.wait_error("Virtual Other")
    other.play(["down 0 50 50", "frame"])
    panel.play(["down 0 300 200", "frame", "sleep 10", "down 1 500 200", "frame", "sleep 30", "unplug"])
    recorder.wait_error("Virtual Panel is gone")
    other.play(["move 0 60 60", "frame", "sleep 10", "up 0", "frame"])
    bench.guest.shell("usleep 200000")
    changes = stopped(bench, recorder)
    kinds = [change.kind for change in changes]
    check(kinds == ["down", "down", "down", "cancel", "cancel", "move", "up"], f"{kinds}")
    check({change.finger for change in changes[1:3]} == {change.finger for change in changes[3:5]},
          f"others were cancelled: {changes}")
    check(changes[5].finger == changes[0].finger, f"another finger goes on: {changes}")
    return Outcome("two fingers down, unplug; a finger on another panel", ", ".join(kinds))


def gestures(bench: Bench) -> Outcome:
    panel = Panel(bench.guest)
    tap = ["down 0 300 200", "frame", "sleep 50", "up 0", "frame"]
    pinch = ["down 0 400 400", "down 1 600 400", "frame", "sleep 10"]
    for turn in range(1, 21):
        pinch += [f"move 0 {400 - 10 * turn} 400", f"move 1 {600 + 10 * turn} 400", "frame", "sleep 10"]
    script = {
        "doubleTap": [*tap, "sleep 100", *tap],
        "tap": tap,
        "press": ["down 0 700 300", "frame", "sleep 800", "up 0", "frame"],
        "pinch": [*pinch, "up 0", "up 1", "frame"],
        "pan": drag(0, (200, 200), (5, 5), 60),
        "swipe": drag(0, (200, 600), (60, 0), 8),
        "twoFingerTap": ["down 0 300 200", "down 1 500 200", "frame", "sleep 60", "up 0", "up 1", "frame"],
    }
    lines = [line for part in script.values() for line in [*part, "sleep 1000"]]
    times, changes = recorded(bench, panel, lines)
    check_same(panel, lines, times, changes)
    replay = bench.guest.run("touchctl", "replay", "--format", "json", FILE)
    check(replay.status == 0, str(replay))
    told = [json.loads(line) for line in replay.output.text.splitlines()]
    seen = [event["gesture"] for event in told if event["phase"] == "ended"]
    check(seen == list(script), f"expected {list(script)}, came out {seen}")
    scale = next(event["scale"] for event in told if event["gesture"] == "pinch" and event["phase"] == "ended")
    check(2.5 <= scale <= 3.01, f"the fingers went from 200 to 600 steps apart, the scale is {scale}")
    return Outcome(f"{len(script)} gestures, {len(times)} frames", f"{', '.join(seen)}; scale {scale:.2f}")


def refused(bench: Bench) -> Outcome:
    """Another user; no touchscreen; a keyboard, which is no business of touchctl."""
    nothing = bench.guest.run("touchctl", "list")
    check(nothing.status == 69 and "there is no touchscreen on the seat 'seat0'" in nothing.error.text, str(nothing))
    keyboard = Player(bench.guest, "keyboard", "Virtual Keyboard")
    node = bench.guest.run("touchctl", "list", "--device", keyboard.node)
    check(node.status == 69 and "is no touchscreen" in node.error.text, str(node))
    panel = Panel(bench.guest)
    recorder = recording(bench)
    opened = bench.guest.shell(f"ls -l /proc/{recorder.pid}/fd")
    check(panel.node in opened and keyboard.node not in opened, f"it has open: {opened}")
    stopped(bench, recorder)
    bench.guest.shell(f"chmod 600 {panel.node}")
    other = bench.guest.start("su", "-s", "/bin/sh", "nobody", "-c", "exec touchctl list")
    status, lines = other.wait(30), other.error.text.splitlines()
    check(status == NOT_PERMITTED and len(lines) == 1 and "ermission denied" in lines[0]
          and "motiond-touch" in lines[0], f"exit status {status} and {lines}")
    bench.guest.shell(f"chown nobody {panel.node}; chmod 400 {panel.node}")
    other = bench.guest.start("su", "-s", "/bin/sh", "nobody", "-c", "exec touchctl list")
    check(other.wait(30) == 0, str(other))
    return Outcome("no panel; a keyboard; another user, then the node is his",
                   "69, 69, 77 and one line each, 0; the keyboard stays closed")


def with_udevd(bench: Bench) -> Outcome:
    """udevd says what is a touchscreen, and gives it to the group; one that is plugged in again is read again."""
    bench.guest.shell(f"grep -q motiond-touch /etc/group || echo motiond-touch:x:990:nobody >> /etc/group; {START_UDEVD}")
    try:
        panel = Panel(bench.guest, environment="NO_DATABASE=1")
        keyboard = Player(bench.guest, "keyboard", "Virtual Keyboard", environment="NO_DATABASE=1")
        bench.guest.shell("udevadm settle")
        owners = [bench.guest.shell(f"stat -c %G:%a {player.node}").strip() for player in (panel, keyboard)]
        check(owners[0] == "motiond-touch:640" and "motiond-touch" not in owners[1], f"{owners}")
        bench.guest.shell(f"rm -f {FILE}; touch /tmp/own; chown nobody /tmp/own")
        recorder = bench.guest.start("su", "-s", "/bin/sh", "nobody", "-c", "exec touchctl record - > /tmp/own")
        recorder.wait_error("Virtual Panel")
        panel.play(["down 0 300 200", "frame", "sleep 30", "unplug"])
        recorder.wait_error("Virtual Panel is gone")
        heard = len(recorder.error.lines)
        again = Panel(bench.guest, environment="NO_DATABASE=1")
        recorder.wait_error("Virtual Panel", start=heard)
        again.play(["down 0 300 200", "frame", "sleep 30", "up 0", "frame"])
        bench.guest.shell("usleep 200000")
        check(recorder.stop() == 0, str(recorder))
        kinds = [change.kind for change in parse(bench.guest.shell("cat /tmp/own"))]
        check(kinds == ["down", "cancel", "down", "up"], f"{kinds}")
        return Outcome("udevd, a member of the group; unplug, plug in again", f"{owners[0]}; {', '.join(kinds)}")
    finally:
        bench.guest.shell(STOP_UDEVD)


WITH_UDEVD: dict[str, Case] = {"touch-udevd": with_udevd}
CASES: dict[str, Case] = {
    "touch-list": list_names_the_panel,
    "touch-one": partial(comes_out, "one", 1, 10),
    "touch-raw": partial(comes_out, "one", 1, 0),
    "touch-ten": partial(comes_out, "several", 10, 10),
    "touch-old": partial(comes_out, "old", 3, 10),
    "touch-hid": partial(comes_out, "hid", 5, 10),
    "touch-turned": turned,
    "touch-unplug": unplugged,
    "touch-gesture": gestures,
    "touch-refused": refused,
}
