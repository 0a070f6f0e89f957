# SPDX-License-Identifier: Apache-2.0
"""The programs in which something is undone: real ones, as Debian packs them."""
import json

from gi.repository import GLib

from desktop.program import BASE, READER, Drawing, Program, Terminal
from desktop.session import START, until


class Mousepad(Program):
    command = ("mousepad", "{file}")


class OtherMousepad(Mousepad):
    """A process of its own, beside a mousepad that hangs."""

    command = ("mousepad", "--disable-server", "{file}")


class Letter(Mousepad):
    """mousepad with a text to look at, for pictures."""

    text = "Dear Ada,\n\nthe parcel has arrived. "


class Gedit(Program):
    command = ("gedit", "--standalone", "{file}")
    window_class = "gedit"


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


class Writer(Program):
    """LibreOffice Writer."""

    command = ("soffice", "--writer", "--norestore", "--nologo", "--nolockcheck",
               "-env:UserInstallation=file://{folder}/profile", "{file}")
    package = "libreoffice-writer libreoffice-gtk3"
    window_class = "libreoffice-writer"
    environment = {"SAL_USE_VCLPLUGIN": "gtk3"}
    suffix = ".fodt"

    def document(self) -> str:
        return ('<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
                'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" '
                'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>'
                f"{BASE}</text:p></office:text></office:body></office:document>")


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


class Field(Program):
    """A field of one line of GTK 3, which has no undo."""

    command = ("zenity", "--entry", f"--entry-text={BASE}")
    start, finish = "Home", "End"


class FeatherPad(Program):
    """An editor of Qt 5."""

    command = ("featherpad", "--standalone", "{file}")


class KWrite(Program):
    command = ("kwrite", "{file}")


class Qt6(Program):
    """A text and a field of Qt 6, of which Debian 12 has no editor; the text has the shortcut of its window."""

    command = ("/usr/bin/python3", "-c", """import sys
from PyQt6.QtWidgets import *
program = QApplication(sys.argv)
window, text, field = QMainWindow(), QPlainTextEdit(open(sys.argv[1]).read()), QLineEdit()
bar = QToolBar()
bar.addWidget(field)
window.addToolBar(bar)
window.setCentralWidget(text)
window.menuBar().addMenu("File").addAction("Quit")
window.menuBar().addMenu("Edit").addAction("Undo", "Ctrl+Z", text.undo)
window.menuBar().addMenu("Find").addAction("Find", "Ctrl+F", field.setFocus)
window.show()
text.setFocus()
program.exec()""", "{file}")
    package = "python3-pyqt6"
    window_class = "-c"


class Wx(Program):
    """A text and a field of wxWidgets, which are those of GTK 3."""

    command = ("/usr/bin/python3", "-c", """import sys, wx
program = wx.App()
window = wx.Frame(None, title="wx")
text, field = wx.TextCtrl(window, value=open(sys.argv[1]).read(), style=wx.TE_MULTILINE), wx.TextCtrl(window)
box = wx.BoxSizer(wx.VERTICAL)
box.Add(text, 1, wx.EXPAND)
box.Add(field)
window.SetSizer(box)
menu, bar = wx.Menu(), wx.MenuBar()
menu.Append(1, "Find\tCtrl+F")
bar.Append(menu, "File")
window.SetMenuBar(bar)
window.Bind(wx.EVT_MENU, lambda event: field.SetFocus())
window.Show()
text.SetFocus()
program.MainLoop()""", "{file}")
    package = "python3-wxgtk4.0"
    window_class = "wx"


class Page(Program):
    """A browser with a page that has a text area."""

    suffix = ".html"

    def document(self) -> str:
        return f"<!doctype html><title>Note</title><textarea autofocus>{BASE}</textarea><input>"


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


class Inkscape(Drawing):
    command = ("inkscape", "{file}")
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


class XTerm(Terminal):
    command = ("xterm", "-e", *READER)


class Konsole(Terminal):
    command = ("konsole", "-e", *READER)


class Foot(Terminal):
    command = ("foot", *READER)


# A program of each toolkit, with the keys that lead from its text to a field.
FIELDS: dict[str, tuple[type[Program], str]] = {
    "GTK 3": (Mousepad, "ctrl+f"), "GTK 4": (TextEditor, "ctrl+f"), "Qt 5": (FeatherPad, "ctrl+f"), "KWrite": (KWrite, "ctrl+f"),
    "Qt 6": (Qt6, "ctrl+f"), "wx": (Wx, "ctrl+f"), "Gecko": (Firefox, "Tab"), "Chromium": (Chromium, "Tab"),
    "LibreOffice": (Writer, "ctrl+f")}
NAMED: dict[str, type[Program]] = {
    "mousepad": Mousepad, "gedit": Gedit, "Text Editor": TextEditor, "Writer": Writer, "Kate": Kate,
    "Firefox": Firefox, "Chromium": Chromium, "Emacs": Emacs, "Inkscape": Inkscape, "Xournal++": Xournal,
    "FeatherPad": FeatherPad, "KWrite": KWrite, "ShakeNotes": Notes, "xterm": XTerm, "foot": Foot, "konsole": Konsole}
