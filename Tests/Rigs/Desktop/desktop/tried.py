# SPDX-License-Identifier: Apache-2.0
"""Further ways to type in programs and to read back what was typed, for the programs of the table."""
import os
import signal
import time
from pathlib import Path

from desktop.accessible import Accessibility
from desktop.program import Drawing, Program, Terminal
from desktop.programs import ChromiumPassword, Firefox
from desktop.session import START, until


class Prepared(Program):
    """A program that needs further files in its folder, a document of its own kind, or a click into its text."""

    files: dict[str, str] = {}
    template = "{}"
    click: tuple[int, int] | None = None
    redo = ""  # the key, of a program that joins edits: one undo is what Ctrl+Z by hand undoes

    def edit(self) -> list[str]:
        contents = self.edits()
        if self.redo:
            self.desktop.press("ctrl+z")
            until(lambda: not self.is_content(contents[-1]), f"Ctrl+Z by hand undoes in {self.name}")
            contents[-2] = self.content()
            self.desktop.press(self.redo)
            self.wait_content(contents[-1])
        return contents

    def edits(self) -> list[str]:
        return super().edit()

    def document(self) -> str:
        for name, text in self.files.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_text(text.format(folder=self.folder))
            (self.folder / name).chmod(0o755)
        return self.template.format(self.text)

    def ready(self) -> None:
        if self.click:
            until(self._has_text, f"{self.name} shows a text", START)
            self.desktop.click(*self.click)
        super().ready()

    def _has_text(self) -> bool:
        return Accessibility(self.session).with_role(self.process.pid, "text") is not None


class Clicked(Prepared):
    """A program whose text has the focus after some clicks in its window, which fills the screen."""

    clicks: tuple[tuple[int, int], ...] = ()
    redo = "ctrl+shift+z"

    def ready(self) -> None:
        def has_focus() -> bool:
            self.desktop.fill()
            for place in self.clicks:
                self.desktop.click(*place)
            try:
                return until(lambda: Accessibility(self.session).focused_text(self.process.pid) is not None, "a text", 3)
            except AssertionError:
                return False

        until(has_focus, f"{self.name} has a text with the focus", START)
        super().ready()


class Saved(Prepared):
    """A program that shows its text to nobody: it is told to save, and the file is read."""

    save = ("ctrl+s",)
    finish = "End"
    click = (500, 350)

    def ready(self) -> None:
        def takes_keys() -> bool:
            self.desktop.click(*self.click)
            self.desktop.type("x")
            try:
                return until(lambda: self.content() != self.text, "it is saved", 2)
            except AssertionError:
                return False

        until(takes_keys, f"{self.name} takes keys", START)

    def content(self) -> str:
        self.desktop.press(*self.save)
        # It is a program's own while it is saved.
        time.sleep(0.2)
        return self.file.read_text().removesuffix("\n")


class Vim(Program):
    """gvim, whose undo is the key u, and whose Ctrl+Z makes its window an icon."""

    def ready(self) -> None:
        until(lambda: self.content() == self.text, "gvim shows its document", START)

    def content(self) -> str:
        return self.session.run("gvim", "--servername", "RIG", "--remote-expr", "getline(1)", check=False).strip()

    def insert(self, place: str, word: str) -> str:
        self.desktop.press("Escape")
        self.desktop.type(("I" if place == self.start else "A") + word)
        self.desktop.press("Escape")
        return until(lambda: word in (now := self.content()) and now, f"gvim shows '{word}'")

    def settle(self, expected: str) -> None:
        self.insert(self.finish, "x")
        self.wait_content(expected + "x")


class Shown(Prepared):
    """A program that is read as it is painted: the content is how many pixels of its window are dark."""

    area = (0, 60, 1100, 640)  # left, top, width, height on the screen
    click = (500, 350)
    opening: tuple[tuple[int, int] | str, ...] = ()  # keys and clicks that lead to the text
    words = ("MMMM", "WWWW")
    between = ("Return",)  # what makes the second word an edit of its own
    enters = False  # whether Return ends each
    tolerance = 60  # a caret

    def ready(self) -> None:
        self.desktop.fill()

        def is_still() -> bool:
            looks = [int(self.content()) for _ in range(10)]
            return max(looks) - min(looks) <= self.tolerance

        until(is_still, f"{self.name} is painted", START)
        if self.click:
            self.desktop.click(*self.click)
        for step in self.opening:
            self.desktop.press(step) if isinstance(step, str) else self.desktop.click(*step)
            until(is_still, f"{self.name} is painted", START)

    def content(self) -> str:
        return str(self.desktop.dark(*self.area))

    def is_content(self, expected: str) -> bool:
        return abs(int(self.content()) - int(expected)) <= self.tolerance

    def edits(self) -> list[str]:
        contents = [self.content()]
        for word in self.words:
            contents.append(self.write(word))
            if self.between and len(contents) <= len(self.words):
                self.desktop.press(*self.between)
                contents[-1] = self.steady()
        return contents

    def write(self, word: str) -> str:
        former = self.steady()
        self.desktop.type(word)
        if self.enters:
            self.desktop.press("Return")
        until(lambda: not self.is_content(former), f"{self.name} shows '{word}'")
        return self.steady()

    def steady(self) -> str:
        return until(lambda: self.is_content(now := self.content()) and self.is_content(now) and now,
                     f"{self.name} is painted")

    def settle(self, expected: str) -> None:
        self.wait_content(expected)
        self.write(self.words[0])


class Painted(Drawing):
    """A drawing program with a white picture: where it is clicked, and which keys it gets, before it is drawn in."""

    canvas = (400, 300, 300, 200)
    tolerance = 120  # the shape of the brush at the pointer
    suffix = ".png"
    opening: tuple[tuple[int, int] | str, ...] = ()
    tool: tuple[int, int] | None = None  # what is clicked before each stroke
    rest = 0.0  # s until a stroke counts as an edit

    def document(self) -> str:
        self.session.run("convert", "-size", "700x500", "xc:white", f"png:{self.folder}/white.png")
        return ""

    def ready(self) -> None:
        super().ready()
        self.desktop.fill()
        super().ready()
        for step in self.opening:
            self.desktop.press(step) if isinstance(step, str) else self.desktop.click(*step)
            super().ready()

    def draw(self, *points: tuple[int, int]) -> None:
        if self.tool:
            self.desktop.click(*self.tool)
        super().draw(*points)

    def wait_change(self, former: str) -> str:
        time.sleep(self.rest)
        return super().wait_change(former)


class Files(Program):
    """A file manager that has renamed a file, which Ctrl+Z would undo: the content is the file's name."""

    is_left = True
    select: tuple[str, ...] = ("ctrl+a",)
    rename = "F2"
    click: tuple[int, int] | None = None

    def document(self) -> str:
        folder = self.folder / "files"
        folder.mkdir(exist_ok=True)
        (folder / "base").touch()
        return ""

    def ready(self) -> None:
        self.desktop.fill()
        self._rename("ready")

    def content(self) -> str:
        return " ".join(sorted(each.name for each in (self.folder / "files").iterdir()))

    def edit(self) -> list[str]:
        return [self.content(), self._rename("one"), self._rename("two")]

    def settle(self, expected: str) -> None:
        self.wait_content(expected)
        self._rename("three")

    def _rename(self, name: str) -> str:
        def is_renamed() -> bool:
            if self.click:
                self.desktop.click(*self.click)
            self.desktop.press(*self.select, self.rename)
            time.sleep(0.3)
            self.desktop.press("ctrl+a")
            self.desktop.type(name)
            self.desktop.press("Return")
            try:
                return until(lambda: self.content() == name, "it is renamed", 2)
            except AssertionError:
                # A dialog that came late, or a search that began instead.
                self.desktop.press("Escape")
                return False

        until(is_renamed, f"{self.name} renames its file", 30)
        return name


class OfService(Terminal):
    """A terminal whose windows are those of a service: the window goes with the shell in it."""

    def close(self) -> None:
        if hasattr(self, "reader"):
            shell = int(Path(f"/proc/{self.reader}/stat").read_text().rpartition(")")[2].split()[1])
            os.kill(shell, signal.SIGKILL)
        super().close()


class KeePass(Shown):
    """The password of KeePassXC's file."""

    def document(self) -> str:
        self.session.run("keepassxc-cli", "db-create", "-p", self.folder / "note.kdbx", text="pass\npass\n")
        return ""


class FirefoxPassword(ChromiumPassword):
    command = Firefox.command
    package = Firefox.package
    window_class = Firefox.window_class
