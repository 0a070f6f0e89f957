# SPDX-License-Identifier: Apache-2.0
"""The page with the programs that serve it: from a touch on Start to undo."""
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from selenium.webdriver.common.by import By

from shared.process import HostProcess, wait
from shared.recording import parse
from shared.report import Outcome, check

from page.browser import Phone
from page.network import Network

SAMPLES = Path(__file__).resolve().parents[4] / "samples"
SHORT, LONG = (parse((SAMPLES / f"{name}-shake.csv").read_text()) for name in ("short", "long"))
# The reading at which a shake has ended, in ns of the recording.
ENDED = next(event["timestamp_ns"] for event in map(json.loads, (SAMPLES / "short-shake.events.jsonl").open())
             if event["phase"] == "ended")
# The edits that the demo makes, the last first.
EDITS = ("Replace", "Typing", "Typing")
ADDRESS = re.compile(r"https?://\S+/[0-9a-f]{32}\b")


@dataclass
class Bench:
    """What a case has at hand, and what was measured."""

    build: Path
    state: Path  # for the certificate
    pictures: Path | None
    first: list[float] = field(default_factory=list)  # s from the start of the demo
    delays: list[float] = field(default_factory=list)  # ms from the reading at which a shake has ended
    sent: int = 0
    lost: int = 0

    def __str__(self) -> str:
        if not self.delays:
            return "nothing measured"
        firsts = ", ".join(f"{each:.1f}" for each in self.first)
        return (f"from the start of motion-demo to the first undo: {firsts} s\n"
                f"from the last reading of a shake to its undo: median {median(self.delays):.0f} ms, "
                f"worst {max(self.delays):.0f} ms of {len(self.delays)}\n"
                f"readings sent {self.sent}, lost {self.lost}")

    @contextmanager
    def program(self, name: str, *arguments: str) -> Iterator[HostProcess]:
        """A program that is ended by SIGTERM, so that motion-demo ends the one that it started."""
        with self.shell(str(self.build / name), *arguments) as process:
            yield process

    @contextmanager
    def shell(self, *command: str) -> Iterator[HostProcess]:
        """The same of any command."""
        with HostProcess(*command, env=os.environ | {"XDG_STATE_HOME": str(self.state)}) as process:
            try:
                yield process
            finally:
                if process.is_running():
                    process.stop()


def address(process: HostProcess) -> str:
    """The first address that the program shows."""
    def found() -> list[str]:
        return [match[0] for line in process.error.lines if (match := ADDRESS.search(line.text))]
    wait(lambda: bool(found()) or not process.is_running(), f"the address of {process}")
    check(bool(found()), f"no address, but an end: {process}")
    return found()[0]


def undo(bench: Bench, phone: Phone, demo: HostProcess, edits: Sequence[str] = EDITS, words: str = "Undone: ") -> None:
    """Shakes once for each edit."""
    for edit in edits:
        before = len(demo.output.lines)
        zero = phone.play(SHORT, rest=0.5)
        line = demo.wait_line(f"Undo {edit}", before)
        bench.delays.append((line.time_ns - zero - ENDED) / 1e6)
        phone.wait("the page's word of it", lambda: phone.results and phone.results[0] == words + edit)


def begin(phone: Phone, process: HostProcess) -> None:
    """Opens the page, touches Start, and holds still for a second."""
    phone.open(address(process))
    phone.start()
    phone.wait("readings", lambda: phone.sent > 0)
    phone.rest(SHORT[0][1], 1.2)


def demo_in(bench: Bench, width: int, *, dark: bool = False, german: bool = False, whole: bool = False) -> Outcome:
    """The demo's last edit is undone; if `whole`, a shake is too long then, and the others are undone, too."""
    with Phone(width, 680, dark=dark, german=german) as phone:
        start = time.monotonic_ns()
        with bench.program("motion-demo", "--phone", "page") as demo:
            begin(phone, demo)
            words = "Rückgängig: " if german else "Undone: "
            undo(bench, phone, demo, EDITS[:1], words)
            bench.first.append((demo.wait_line("Undo Replace").time_ns - start) / 1e9)
            if whole:
                phone.play(LONG, rest=1.0)
                phone.wait_result("too long by")
                undo(bench, phone, demo, EDITS[1:], words)
                check("Dear Ada" not in demo.output.lines[-1].text, f"the demo did not undo all: {demo}")
            phone.check()
            check(phone.run("return location.pathname") == "/", "the token is in the address bar")
            if bench.pictures and width == 390:
                phone.picture(bench.pictures / f"phone-page-{'dark' if dark else 'light'}.png")
    return Outcome(f"{'three short shakes and a long one' if whole else 'a shake'} at {width} px"
                   f"{', dark' * dark}{', in German' * german}", "all undone" + ", but for what was too long" * whole)


def narrow(bench: Bench) -> Outcome:
    return demo_in(bench, 320, dark=True, german=True)


def usual(bench: Bench) -> Outcome:
    if bench.pictures:
        demo_in(bench, 390, dark=True, whole=True)
    return demo_in(bench, 390, whole=True)


def warning(bench: Bench) -> Outcome:
    """Through the browser's warning of the certificate, at 1280 px."""
    with Phone(1280, 800, trusting=False) as phone, bench.program("motion-demo", "--phone", "page") as demo:
        phone.open(address(demo))
        check(phone.driver.title == "Privacy error", f"no warning, but {phone.driver.title}")
        for button in ("details-button", "proceed-link"):
            phone.driver.find_element(By.ID, button).click()
        phone.wait("the page", lambda: phone.driver.find_elements(By.ID, "start"))
        phone.start()
        phone.wait("readings", lambda: phone.sent > 0)
        phone.rest(SHORT[0][1], 1.2)
        undo(bench, phone, demo, EDITS[:1])
        phone.check()
    return Outcome("at 1280 px the warning: Advanced, Proceed; a shake", "undone")


def recording(bench: Bench) -> Outcome:
    """Each reading that the page sends is in the recording, over a pause in the background, and a page loaded anew."""
    with Phone() as phone, bench.program("phone-accelerometer", "page") as program:
        def rows() -> int:
            return sum(line.text[:1].isdigit() for line in program.output.lines)

        def through() -> None:
            """Hides the page, so that its last reading is sent, and compares."""
            sent = phone.run("dispatchEvent(new Event('pagehide')); return first + queue.length")
            wait(lambda: rows() - before >= sent or not program.is_running(), "all readings")
            bench.sent, bench.lost = bench.sent + sent, bench.lost + sent - (rows() - before)

        before = 0
        begin(phone, program)
        phone.hide()
        time.sleep(1.5)
        phone.show()
        phone.rest(SHORT[0][1], 1.0)
        phone.play(SHORT, rest=0.5)
        check(not phone.driver.find_element(By.ID, "told").is_displayed(), "results that nobody tells")
        through()
        phone.check()
        before = rows()
        time.sleep(1)  # What another load reads within a second of the last reading is left out.
        phone.open(phone.address)
        phone.start()
        phone.wait("its turn", lambda: phone.run("return first > 0") and not phone.text("link"))
        phone.rest(SHORT[0][1], 1.0)
        phone.play(SHORT, rest=0.5)
        through()
        phone.check([409])
        check(bench.lost == 0, f"{bench.lost} of {bench.sent} readings were lost; {program}")
        check(program.stop() == 0, f"SIGTERM: {program}")
    return Outcome("hidden 1.5 s and back; loaded anew",
                   f"{bench.sent} readings sent, all in the recording; no results without an app")


def delays(bench: Bench) -> Outcome:
    """From the last reading of a shake to undo, where the network takes its time, or breaks down in the shake."""
    found = []
    for delay, outage in ((0.06, 0), (0.6, 0), (1.0, 0), (1.5, 0), (0.06, 1), (0.06, 2), (0.06, 5)):
        with bench.program("motion-demo", "--phone", "page") as demo:
            place = urlsplit(address(demo))
            with (Network((place.hostname, place.port), delay) as network,
                  Phone(arguments=[f"--host-resolver-rules=MAP * 127.0.0.1:{network.port}"]) as phone):
                begin(phone, demo)
                phone.rest(SHORT[0][1], 2 * delay)
                before = len(demo.output.lines)
                if outage:
                    threading.Timer(1.3, network.fail, [outage]).start()
                zero = phone.play(SHORT, rest=delay + outage + 1.5)
                lines = demo.output.lines[before:]
                events = [line.text.split("shake ")[1].split(":")[0] for line in lines if " shake " in line.text]
                undone = [line.time_ns for line in lines if "Undo Replace" in line.text]
                late = any("too late: nothing undone" in line.text for line in lines)
                what = f"{outage} s out" if outage else f"{delay * 1000:.0f} ms"
                if undone:
                    age = (undone[0] - zero - ENDED) / 1e9
                    check(age < 1.6 and events == ["began", "ended"], f"{what}: undone after {age:.2f} s; {events}")
                    phone.wait_result("Undone: Replace")
                    found.append(f"{what}: undone after {age:.2f} s")
                else:
                    # What the outage cut in two is no shake of now: its halves end late, or not at all.
                    if late:
                        phone.wait_result("Too late")
                    said = next(iter(phone.results), "nothing")
                    check(delay > 1 or outage > 1, f"{what}: nothing undone: {events}, {said}")
                    check(late or (outage > 1 and "ended" not in events),
                          f"{what}: neither undone nor too late: {events}, {said}")
                    found.append(f"{what}: {'too late' if late else 'cancelled'}, page: {said}")
    return Outcome("a shake over slow and broken networks", "; ".join(found))


def beside_motiond(bench: Bench) -> Outcome:
    """The line of the manual: the page says what motiond recognizes, by motionctl monitor."""
    tools = " | ".join((f"{bench.build}/motionctl monitor --wait --explain --format json --bus session",
                        f"{bench.build}/phone-accelerometer page --events 0 --insecure-localhost",
                        f"{bench.build}/motiond --source - --bus session"))
    # SIGTERM ends dbus-run-session alone; timeout hands it on to all.
    with bench.shell("timeout", "300", "dbus-run-session", "--", "sh", "-c", tools) as line, Phone(trusting=False) as phone:
        begin(phone, line)
        phone.rest(SHORT[0][1], 2.0)
        phone.play(SHORT, rest=0.5)
        phone.wait_result("Shake, 0.")
        phone.play(LONG, rest=1.0)
        phone.wait_result("too long by")
        phone.check()
    return Outcome("motionctl monitor | page --events 0 | motiond", "a shake, and one that was too long, as motiond says")


def two_phones(bench: Bench) -> Outcome:
    """The second is told of the first, and takes over when that is closed; `--insecure-localhost` needs no warning."""
    command = ("phone-accelerometer", "page", "--insecure-localhost")
    with bench.program(*command) as program, Phone(trusting=False) as other:
        with Phone(trusting=False) as phone:
            begin(phone, program)
            check(phone.address.startswith("http://"), f"not http: {phone.address}")
            other.open(phone.address)
            other.start()
            other.wait("words", lambda: "Another phone is connected" in other.text("link"))
            phone.check()
        other.wait("its turn", lambda: not other.text("link"))
        rows = len(program.output.lines)
        wait(lambda: len(program.output.lines) > rows + 100, "readings of the other phone")
        check(program.stop() == 0, f"SIGTERM: {program}")
        other.wait("words", lambda: "does not answer" in other.text("link"))
        with bench.program(*command) as anew:
            check(address(anew) != other.address, "the token is that of the run before")
            other.wait("words", lambda: "scan the new code" in other.text("link"))
        other.check([409, 404, "ERR_"])
    return Outcome("--insecure-localhost; two phones; end, start",
                   "one at a time, then the other; its token ends with the program")


PROGRAMS: dict[str, Callable[[Bench], Outcome]] = {
    "narrow": narrow, "usual": usual, "warning": warning, "recording": recording, "two phones": two_phones,
    "delays": delays, "beside motiond": beside_motiond,
}
