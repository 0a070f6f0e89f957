# SPDX-License-Identifier: Apache-2.0
"""What a program is to the rig: one in which text is typed, one in which lines are drawn, a terminal."""
import os
import shutil
import signal
import time
from pathlib import Path

from shared.report import Skipped

from desktop.accessible import Accessibility
from desktop.session import START, Session, end, until

BASE = "base"


class Program:
    """A program with a window in which text is typed. Two edits are made, so that two undos are seen to be too many."""

    # The command, with {file} for a document that holds BASE, and {folder} for one that is the program's own.
    command: tuple[str, ...] = ()
    package = ""  # of Debian, where it is not called as the program
    window_class = ""
    suffix = ".txt"
    text = BASE
    environment: dict[str, str] = {}
    # The keys that go to the start and the end of the text.
    start, finish = "ctrl+Home", "ctrl+End"
    # Whether nothing must ever be undone in it.
    is_left = False

    def __init__(self, session: Session, desktop) -> None:
        self.session, self.desktop = session, desktop
        self.folder = session.folder / self.name.replace(" ", "-")
        self.folder.mkdir(0o700, exist_ok=True)
        self.file = self.folder / f"note{self.suffix}"
        self.file.write_text(self.document())
        if not shutil.which(self.command[0].format(notes=session.notes)):
            raise Skipped(f"{self.command[0]} is missing: apt-get install {self.package or self.command[0]}")
        words = [word.format(file=self.file, folder=self.folder, notes=session.notes) for word in self.command]
        environment = {name: word.format(folder=self.folder) for name, word in self.environment.items()}
        self.process = session.start(*words, environment=environment)
        self.window = ""
        try:
            self.window = desktop.wait_active(self.window_class or words[0])
            self.ready()
        except AssertionError:
            self.close()
            raise

    @property
    def name(self) -> str:
        return type(self).__name__

    def document(self) -> str:
        return self.text

    def ready(self) -> None:
        """Waits until it takes keys."""
        self._accessibility = Accessibility(self.session)
        self.node = until(lambda: self._accessibility.focused_text(self.process.pid),
                          f"a text of {self.name} has the focus", START)
        until(lambda: self.text in self.content(), f"{self.name} shows its document")

    def content(self) -> str:
        """What is undone: the text, read without touching it."""
        return self._accessibility.text(self.node).removesuffix("\n")

    words = ("one", "two")

    def edit(self) -> list[str]:
        """Two edits: the content before them, after the first, and after both."""
        return [self.content(), *map(self.insert, (self.start, self.finish), self.words)]

    def insert(self, place: str, word: str) -> str:
        """Types a word at a place, which is an edit of its own: the content after it."""
        before = self.content()
        self.desktop.press(place)
        self.desktop.type(word)
        return until(lambda: len(now := self.content()) == len(before) + len(word) and now,
                     f"{self.name} shows '{word}'")

    def is_content(self, expected: str) -> bool:
        return self.content() == expected

    def wait_content(self, expected: str) -> int:
        """Waits for this content: when it was seen, in ns."""
        try:
            until(lambda: self.is_content(expected), f"{self.name} holds '{expected}'")
        except AssertionError as problem:
            raise AssertionError(f"{problem}: it holds '{self.content()}'") from None
        return time.monotonic_ns()

    def settle(self, expected: str) -> None:
        """After a key that comes behind all others there is still this content and no more undone."""
        self.desktop.press(self.finish)
        self.desktop.type("x")
        self.wait_content(expected + "x")
        self.desktop.press("BackSpace")
        self.wait_content(expected)

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.killpg(self.process.pid, signal.SIGCONT)

    def close(self) -> None:
        if not self.process.is_running():
            return
        end(self.process)
        until(lambda: not self.process.is_running(), f"{self.name} is gone")
        until(lambda: not self.window or not self.desktop.exists(self.window), f"the window of {self.name} is gone")


class Drawing(Program):
    """A program with a canvas: the content is how many pixels are dark there."""

    canvas = (400, 310, 320, 200)  # left, top, width, height on the screen
    strokes = 0
    tolerance = 8  # the edge of a line is painted a little otherwise now and then

    def document(self) -> str:
        return ""

    def content(self) -> str:
        return str(self.desktop.dark(*self.canvas))

    def ready(self) -> None:
        # Its windows are painted for a while: nothing changes in ten looks.
        def is_still() -> bool:
            return len({self.content() for _ in range(10)}) == 1

        until(is_still, f"{self.name} is painted", START)

    def edit(self) -> list[str]:
        """Two strokes, each at a place of its own."""
        contents = [self.content()]
        left, top, width, height = self.canvas
        for _ in range(2):
            y = top + 14 + 24 * self.strokes % (height - 40)
            self.strokes += 1
            self.draw((left + 20, y), (left + width // 2, y + 6), (left + width - 20, y + 12))
            contents.append(self.wait_change(contents[-1]))
        return contents

    def is_content(self, expected: str) -> bool:
        return abs(int(self.content()) - int(expected)) <= self.tolerance

    def wait_change(self, former: str) -> str:
        """Waits for other content, and for it to be painted."""
        return until(lambda: not self.is_content(former) and self.is_content(now := self.content()) and now,
                     f"{self.name} shows what was drawn")

    def draw(self, *points: tuple[int, int]) -> None:
        self.desktop.drag(*points)

    def settle(self, expected: str) -> None:
        left, top, width, height = self.canvas
        self.draw((left + 20, top + height - 20), (left + width - 90, top + height - 10))
        until(lambda: not self.is_content(expected), f"{self.name} shows one line more")
        self.desktop.press("ctrl+z")
        self.wait_content(expected)


class Terminal(Program):
    """A terminal with a program in the foreground that Ctrl+Z would stop."""

    is_left = True

    def ready(self) -> None:
        until(lambda: (self.folder / "typed").exists(), f"{self.name} runs its program")
        self.reader = int((self.folder / "pid").read_text())

    def content(self) -> str:
        return (self.folder / "typed").read_text()

    def edit(self) -> list[str]:
        self.desktop.type("one\n")
        return [until(self.content, "the terminal passed a line on")]

    def settle(self, expected: str) -> None:
        """The program in the foreground is not stopped, and reads what is typed."""
        self.desktop.type("two\n")
        until(lambda: self.is_stopped() or self.content() == expected + "two\n", f"the program in {self.name} reads")
        if self.is_stopped():
            raise AssertionError("the program in the terminal was stopped: Ctrl+Z was sent")

    def is_stopped(self) -> bool:
        return Path(f"/proc/{self.reader}/stat").read_text().rpartition(")")[2].split()[0] == "T"


# A shell with jobs: where there are none, Ctrl+Z stops nothing, and a key that was sent would not be seen.
READER = ("sh", "-c", "set -m; sh -c 'echo $$ > {folder}/pid; exec cat > {folder}/typed'; sleep infinity")
