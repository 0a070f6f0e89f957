# SPDX-License-Identifier: Apache-2.0
"""The programs in which something is undone: real ones, as Debian packs them."""
import json
import os
import shutil
import signal
import time
from pathlib import Path

from gi.repository import GLib

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
    # What it can say: whether there is anything to undo.
    knows_undo = False
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


class Mousepad(Program):
    command = ("mousepad", "{file}")
    knows_undo = True


class OtherMousepad(Mousepad):
    """A process of its own, beside a mousepad that hangs."""

    command = ("mousepad", "--disable-server", "{file}")


class Letter(Mousepad):
    """mousepad with a text to look at, for pictures."""

    text = "Dear Ada,\n\nthe parcel has arrived. "


class Gedit(Program):
    command = ("gedit", "--standalone", "{file}")
    window_class = "gedit"
    knows_undo = True


class Field(Program):
    """A field of one line of GTK 3, which has no undo."""

    command = ("zenity", "--entry", f"--entry-text={BASE}")
    start, finish = "Home", "End"


class Writer(Program):
    """LibreOffice Writer."""

    command = ("soffice", "--writer", "--norestore", "--nologo", "--nolockcheck",
               "-env:UserInstallation=file://{folder}/profile", "{file}")
    package = "libreoffice-writer libreoffice-gtk3"
    window_class = "libreoffice-writer"
    environment = {"SAL_USE_VCLPLUGIN": "gtk3"}
    knows_undo = True
    suffix = ".fodt"

    def document(self) -> str:
        return ('<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
                'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" '
                'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>'
                f"{BASE}</text:p></office:text></office:body></office:document>")


class Page(Program):
    """A browser with a page that has a text area."""

    suffix = ".html"

    def document(self) -> str:
        return f"<!doctype html><title>Note</title><textarea autofocus>{BASE}</textarea>"


class Firefox(Page):
    command = ("firefox-esr", "--new-instance", "--no-remote", "--profile", "{folder}", "{file}")
    package = "firefox-esr"
    window_class = "firefox"


class Chromium(Page):
    command = ("chromium", "--no-sandbox", "--no-first-run", "--force-renderer-accessibility",
               "--user-data-dir={folder}", "--password-store=basic", "--disable-gpu", "{file}")


class ChromiumPassword(Chromium):
    """A password field: how long its text is stands in the title of the page."""

    is_left = True
    field = '<input type=password autofocus oninput="document.title=\'Note \'+value.length">'

    def document(self) -> str:
        return f"<!doctype html><title>Note 0</title>{self.field}"

    def ready(self) -> None:
        until(lambda: self.title().startswith("Note"), "the page is shown", START)

        def takes_keys() -> bool:
            self.desktop.type("x")
            try:
                return until(lambda: self.content() != "0", "the field has the focus", 1)
            except AssertionError:
                return False

        until(takes_keys, "the field takes keys")

    def title(self) -> str:
        return self.desktop.title()

    def content(self) -> str:
        return self.title().removeprefix("Note ").split(" ")[0]

    def edit(self) -> list[str]:
        before = self.content()
        self.desktop.type("hunter")
        after = str(int(before) + len("hunter"))
        self.wait_content(after)
        return [before, after]

    def settle(self, expected: str) -> None:
        self.desktop.type("y")
        self.wait_content(str(int(expected) + 1))


class ChromiumDefault(ChromiumPassword):
    """As Debian starts it: nothing is known of its page."""

    command = tuple(word for word in Chromium.command if word != "--force-renderer-accessibility")


class ChromiumTerminal(ChromiumPassword):
    """A page that takes keys as xterm.js does, by a field of one cell that nobody sees: each Ctrl+Z counts."""

    field = ('<textarea autofocus class=xterm-helper-textarea aria-label="Terminal input" style="position:absolute;'
             'opacity:0;width:9px;height:17px" onkeydown="n=window.n||0;if(event.key==\'z\'&&event.ctrlKey)n+=1000;'
             'else if(event.key.length==1)n+=1;window.n=n;document.title=\'Note \'+n"></textarea>')


class Emacs(Program):
    command = ("emacs", "-Q", "--eval", "(progn (setq server-socket-dir \"{folder}\") (server-start))", "{file}")
    package = "emacs-gtk"
    start, finish = "alt+shift+comma", "alt+shift+period"

    def ready(self) -> None:
        until(lambda: self.content() == BASE, "emacs shows its document")

    def content(self) -> str:
        return self.session.run(
            "emacsclient", "-s", self.folder / "server", "--eval",
            '(with-current-buffer "note.txt" (buffer-string))', check=False).strip().strip('"')


class HiddenEmacs(Emacs):
    """An Emacs that accessibility does not know."""

    environment = {"NO_AT_BRIDGE": "1"}


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


class Inkscape(Drawing):
    command = ("inkscape", "{file}")
    knows_undo = True
    suffix = ".svg"

    def document(self) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>'

    def ready(self) -> None:
        super().ready()
        # The tool that draws rectangles.
        self.desktop.press("r")

    def draw(self, *points: tuple[int, int]) -> None:
        super().draw(*points)
        # What is selected has handles, which are dark too.
        self.desktop.press("Escape")


class Xournal(Drawing):
    command = ("xournalpp",)
    package = "xournalpp"


class Notes(Program):
    """ShakeNotes, the example that claims shakes itself; it prints what its window shows."""

    command = ("{notes}/ShakeNotes", "--bus", "session", "--describe", BASE)
    window_class = "Shake Notes"
    package = "libgtk-4-1"
    environment = {"GTK_A11Y": "none"}

    def ready(self) -> None:
        until(lambda: self.process.output.lines and self.seen()["isActive"] and self.seen()["status"],
              "ShakeNotes has the focus and its claim")

    def seen(self) -> dict:
        return json.loads(self.process.output.lines[-1].text)

    def content(self) -> str:
        return self.seen()["text"]

    def answer(self) -> None:
        """Confirms the question in its window."""
        until(lambda: self.seen().get("question") and len({each["x"] for each in self.seen()["buttons"]}) > 1,
              "ShakeNotes asks")
        self.desktop.press("Return")


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


class XTerm(Terminal):
    command = ("xterm", "-e", *READER)


class Konsole(Terminal):
    command = ("konsole", "-e", *READER)


class Foot(Terminal):
    command = ("foot", *READER)


class TextEditor(Program):
    """GNOME Text Editor, with GTK 4."""

    command = ("gnome-text-editor", "--standalone", "{file}")
    window_class = "TextEditor"


class Kate(Program):
    """KDE's editor, which shows no text to accessibility: the content is what it saves."""

    command = ("kate", "--startanon", "{file}")
    package = "kate qtwayland5"
    text = BASE + "\n"  # which it would end with when it saves
    finish = "End"

    def ready(self) -> None:
        self._name = until(self._find, "Kate is on the bus", START)
        until(lambda: self.content() == BASE, "Kate saves its document", START)

    def content(self) -> str:
        self._call(self._name, "activateAction", GLib.Variant("(s)", ("file_save_all",)))
        return self.file.read_text().removesuffix("\n")

    def _find(self) -> str:
        """Its name on the bus, once its window is there."""
        name = next((each for each in self.session.names() if each.startswith("org.kde.kate")), "")
        try:
            return name if name and self._call(name, "actions") else ""
        except GLib.Error:
            return ""

    def _call(self, name: str, method: str, values: GLib.Variant | None = None) -> tuple:
        return self.session.bus.call_sync(name, "/kate/MainWindow_1", "org.kde.KMainWindow", method, values, None, 0,
                                          5000, None).unpack()


NAMED: dict[str, type[Program]] = {
    "mousepad": Mousepad, "gedit": Gedit, "Text Editor": TextEditor, "Writer": Writer, "Kate": Kate,
    "Firefox": Firefox, "Chromium": Chromium, "Emacs": Emacs, "Inkscape": Inkscape, "Xournal++": Xournal,
    "ShakeNotes": Notes, "xterm": XTerm, "foot": Foot, "konsole": Konsole}
