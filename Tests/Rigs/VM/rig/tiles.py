# SPDX-License-Identifier: Apache-2.0
"""An app on a bare console, Examples/Sources/TouchTiles: what is injected comes out of its views.

Its board has three tiles, whose places follow from the size of the panel.
"""
from collections.abc import Sequence

from rig.bench import Bench
from rig.panel import Panel, Player
from rig.touches import drag
from shared.guest import Process
from shared.report import Case, Outcome, check

PICTURE = "/tmp/tiles.png"
# The middle of each tile, in steps of a panel of 1200 x 800, and of the background.
TILES = {1: (240, 400), 2: (540, 400), 3: (840, 400)}
BACKGROUND = (1050, 650)
# linux/input-event-codes.h
KEY_PLAYPAUSE, KEY_NEXTSONG, KEY_PREVIOUSSONG, KEY_VOLUMEUP = 164, 163, 165, 115
# As TouchTiles has them, in the order of a pixel of 32 bits.
COLOURS = {1: "194ae600", 2: "d2761900", 3: "3c8e3800"}


def app(bench: Bench, *options: str) -> Process:
    """TouchTiles, which has opened its panel."""
    arguments = " ".join(options or ["--picture", PICTURE])
    tiles = bench.guest.start(
        "sh", "-c", f"export PASTEBOARD_DIRECTORY=/tmp/tiles; rm -rf /tmp/tiles; exec TouchTiles {arguments}")
    tiles.wait_line("^touch Virtual Panel")
    return tiles


def done(tiles: Process, start: int = 0) -> list[str]:
    """What was done, in its words."""
    return [line.text for line in tiles.output.lines[start:] if not line.text.startswith("touch ")]


def tap(place: tuple[int, int]) -> list[str]:
    return [f"down 0 {place[0]} {place[1]}", "frame", "sleep 60", "up 0", "frame"]


def press(place: tuple[int, int]) -> list[str]:
    return [f"down 0 {place[0]} {place[1]}", "frame", "sleep 2000", "up 0", "frame"]


def pinch(place: tuple[int, int]) -> list[str]:
    """From 100 to 200 steps apart."""
    x, y = place
    lines = [f"down 0 {x - 50} {y}", f"down 1 {x + 50} {y}", "frame", "sleep 10"]
    for turn in range(1, 26):
        lines += [f"move 0 {x - 50 - 2 * turn} {y}", f"move 1 {x + 50 + 2 * turn} {y}", "frame", "sleep 10"]
    return [*lines, "up 0", "up 1", "frame"]


def play(tiles: Process, panel: Player, parts: Sequence[list[str]], last: str) -> list[str]:
    """What is done while these touches are played, a second apart, to the line `last`."""
    start = len(tiles.output.lines)
    panel.play([line for part in parts for line in [*part, "sleep 1000"]])
    tiles.wait_line(last, start=start)
    return done(tiles, start)


def comes_out_of_views(bench: Bench) -> Outcome:
    shake = bench.sample("short-shake")
    accelerometer = bench.plug()
    accelerometer.rest(shake[0])
    panel = Panel(bench.guest)
    tiles = app(bench, "--picture", PICTURE, "--accelerometer", "auto")
    accelerometer.wait_reader(tiles)
    touches = [tap(TILES[2]), [*tap(TILES[3]), "sleep 100", *tap(TILES[3])], drag(0, TILES[1], (0, 20)),
               pinch(TILES[2])]
    seen = play(tiles, panel, touches, "^tile 2 resized")
    # A press is told while the finger rests, by the passing of time alone.
    lifted = panel.play(press(TILES[3]))[-1]
    copied = tiles.wait_line("^tile 3 copied")
    check(copied.time_ns < lifted, f"told {(copied.time_ns - lifted) / 1e6:.0f} ms after the finger had lifted")
    seen += [copied.text, *play(tiles, panel, [press(BACKGROUND)], "^tile 4 pasted")]
    x, y = panel.points(*BACKGROUND)
    check(seen[:2] == ["tile 2 selected", "tile 3 recolored"], f"{seen}")
    check(seen[2].startswith("tile 1 moved by 0,1"), f"moved by {panel.points(0, 200)}, but: {seen}")
    # It begins with 10 points more than at first: from 73 to 126.
    check(seen[3] == "tile 2 resized by 1.7", f"{seen}")
    check(seen[4:] == ["tile 3 copied", f"tile 4 pasted at {x:.0f},{y:.0f}"], f"expected at {x}, {y}: {seen}")
    accelerometer.play(shake)
    undone = tiles.wait_line("^undone: ").text
    check(undone == "undone: Paste", undone)
    check(tiles.stop() == 0, str(tiles))
    head = bench.guest.shell(f"head -c 8 {PICTURE} | od -An -tx1").strip()
    check(head == "89 50 4e 47 0d 0a 1a 0a", f"the picture begins with {head}")
    return Outcome("tap, double tap, drag, pinch, two presses; a shake", "; ".join([*seen, undone]))


def cancelled_by_unplugging(bench: Bench) -> Outcome:
    panel = Panel(bench.guest)
    tiles = app(bench)
    panel.play([*drag(0, TILES[1], (10, 10))[:-2], "unplug"])
    tiles.wait_line("is gone")
    tiles.wait_line("^tile 1 stays")
    seen = sorted(done(tiles))
    check(seen == ["Virtual Panel is gone", "tile 1 stays"], f"{seen}")
    check(tiles.stop() == 0, str(tiles))
    return Outcome("a drag, unplugged in the middle", "; ".join(seen))


def headset(bench: Bench) -> Outcome:
    """Its keys are commands, and those of a keyboard are nobody's business."""
    Panel(bench.guest)
    keys, keyboard = Player(bench.guest, "headset", "Headset"), Player(bench.guest, "keyboard", "Virtual Keyboard")
    tiles = app(bench)
    opened = bench.guest.shell(f"ls -l /proc/{tiles.pid}/fd")
    check(f"{keys.node}\n" in opened and f"{keyboard.node}\n" not in opened, f"it has open: {opened}")

    def pressed(code: int) -> list[str]:
        return [f"key {code} 1", f"key {code} 2", "sleep 50", f"key {code} 0", "sleep 50"]

    keyboard.play(pressed(KEY_NEXTSONG))
    keys.play([line for code in (KEY_VOLUMEUP, KEY_NEXTSONG, KEY_NEXTSONG, KEY_PREVIOUSSONG, KEY_PLAYPAUSE)
               for line in pressed(code)])
    tiles.wait_line("^tile 4 added")
    seen = done(tiles)
    check(seen[:3] == ["tile 1 selected", "tile 2 selected", "tile 1 selected"] and len(seen) == 4, f"{seen}")
    keys.unplug()
    check(tiles.stop() == 0, str(tiles))
    return Outcome("volume, next, next, previous, play; a keyboard's next", "; ".join(seen))


def framebuffer(bench: Bench) -> Outcome:
    """The kernel's framebuffer in memory, of 32 bits a pixel."""
    bench.guest.shell("while read -r module; do option=; [ $module = vfb.ko ] && option='vfb_enable=1 videomemorysize=8388608'; "
                      "insmod /lib/modules/screen/$module $option; done < /lib/modules/screen/order; "
                      "echo 32 > /sys/class/graphics/fb0/bits_per_pixel")
    size = bench.guest.shell("cat /sys/class/graphics/fb0/virtual_size").strip()
    width, height = map(int, size.split(","))
    stride = int(bench.guest.shell("cat /sys/class/graphics/fb0/stride"))
    panel = Panel(bench.guest)
    tiles = app(bench, "--framebuffer", "/dev/fb0")

    def pixel(place: tuple[int, int]) -> str:
        at = int(place[1] / panel.height * height) * stride // 4 + int(place[0] / panel.width * width)
        return bench.guest.shell(f"dd if=/dev/fb0 bs=4 skip={at} count=1 2> /dev/null | od -An -tx1").replace(" ", "").strip()

    def shown(place: tuple[int, int], color: str) -> None:
        """Drawing follows what is done, a moment later."""
        for _ in range(50):
            if pixel(place) == color:
                return
            bench.guest.shell("usleep 100000")
        check(False, f"at {place} is {pixel(place)}, expected {color}")

    play(tiles, panel, [tap(TILES[1])], "^tile 1 selected")
    shown(TILES[3], COLOURS[3])
    seen = {number: pixel(place) for number, place in TILES.items()}
    check(seen == COLOURS, f"expected {COLOURS}, on the screen is {seen}")
    play(tiles, panel, [drag(0, TILES[3], (0, 20))], "^tile 3 moved")
    shown((TILES[3][0], TILES[3][1] + 200), COLOURS[3])
    shown((TILES[3][0], TILES[3][1] - 60), "24212000")
    check(tiles.stop() == 0, str(tiles))
    return Outcome(f"tiles on a framebuffer of {width} x {height}; a drag", "their colors where they are, the background where not")


CASES: dict[str, Case] = {
    "tiles": comes_out_of_views,
    "tiles-unplug": cancelled_by_unplugging,
    "tiles-headset": headset,
    "tiles-screen": framebuffer,
}
