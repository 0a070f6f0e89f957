# SPDX-License-Identifier: Apache-2.0
"""The table of the manual: programs, a row of data each, and what a shake does in them."""
import re
import subprocess
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from shared.report import Skipped

from desktop.bench import Bench
from desktop.cases import left_alone, undone
from desktop.program import READER, Program, Terminal
from desktop.programs import NAMED, ChromiumDefault, ChromiumPassword, ChromiumTerminal, Field
from desktop.tried import Clicked, Files, FirefoxPassword, KeePass, OfService, Painted, Prepared, Saved, Shown, Vim
from desktop.windows import Calc, KolourPaint, Pluma

_X11, _BOTH = ("x11",), ("x11", "sway")
_TREE = ('<?xml version="1.0"?><cherrytree><node name="n" unique_id="1" prog_lang="custom-colors" tags="" readonly="0">'
         "<rich_text>{}</rich_text></node></cherrytree>")
_QUESTION = r"a shake began: |a second look: |asked for: "


@dataclass(frozen=True)
class Row:
    """A program of the table."""

    name: str
    package: str
    kind: type[Program]
    desktops: tuple[str, ...] = _BOTH
    keys: str = ""  # the program's name in the setting `keys`


def _new(kind: type[Program], name: str, package: str, *command: str, desktops: tuple[str, ...] = _BOTH, **data) -> Row:
    """A program that only the table has, by its command and what its `kind` needs."""
    kind = type(re.sub(r"\W", "", name), (kind,), {"command": command, "package": package, **data})
    return Row(name, package, kind, desktops)


_PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "one"\nmsgstr "{}"\n'
_WIDE = ("MMMMMMMM", "WWWWWWWW")

# Programs that nobody had chosen for what they are: each was tried for the first time when it got its row.
_STRANGERS = (
    _new(Program, "Apostrophe", "apostrophe", "apostrophe", "{file}", suffix=".md"),
    _new(Program, "TEA", "tea", "tea", "{file}"),
    _new(Program, "TeXworks", "texworks", "texworks", "{file}", suffix=".tex"),
    _new(Program, "Texmaker", "texmaker", "texmaker", "-n", "{file}", suffix=".tex"),
    _new(Program, "Gummi", "gummi", "gummi", "{file}", suffix=".tex"),
    _new(Program, "Setzer", "setzer", "setzer", "{file}", suffix=".tex"),
    _new(Program, "Frescobaldi", "frescobaldi", "frescobaldi", "{file}", suffix=".ly"),
    _new(Clicked, "Formiko", "formiko", "formiko", "{file}", suffix=".rst", clicks=((200, 300),), redo="", desktops=_X11),
    _new(Clicked, "Meld", "meld", "meld", "{file}", "{folder}/other", files={"other": "base"}, clicks=((200, 300),),
         desktops=_X11),
    _new(Clicked, "KDevelop", "kdevelop", "kdevelop", "{file}", clicks=((400, 300),), redo="", desktops=_X11),
    _new(Clicked, "Poedit", "poedit", "poedit", "{file}", suffix=".po", template=_PO, clicks=((300, 640),),
         desktops=_X11),
    _new(Clicked, "Pyzo", "pyzo", "pyzo", "{file}", suffix=".py", clicks=((200, 400),), redo="", desktops=_X11),
    _new(Clicked, "Xpad", "xpad", "xpad", "-n", text="", redo="ctrl+y"),
    _new(Clicked, "Qalculate!", "qalculate-gtk", "qalculate-gtk", text=""),
    _new(Clicked, "SpeedCrunch", "speedcrunch", "speedcrunch", text=""),
    _new(Clicked, "MATE Calculator", "mate-calc", "mate-calc", text="", words=("11", "22"), desktops=_X11),
    _new(Shown, "CodeLite", "codelite", "codelite", "{file}", desktops=_X11, click=None, opening=("Escape", (500, 350)),
         words=_WIDE, redo="ctrl+y"),
    _new(Shown, "wxMaxima", "wxmaxima", "wxmaxima", desktops=_X11, click=(600, 350), words=_WIDE, redo="ctrl+y"),
    _new(Shown, "OpenSCAD", "openscad", "openscad", "{file}", suffix=".scad", desktops=_X11, click=(200, 300), words=_WIDE,
         area=(0, 60, 230, 640), redo="ctrl+y"),
    _new(Shown, "Mu", "mu-editor", "mu-editor", "{file}", suffix=".py", desktops=_X11, click=None, opening=("Return",),
         words=_WIDE, redo="ctrl+y"),
    _new(Shown, "Qt Console", "jupyter-qtconsole", "jupyter-qtconsole", desktops=_X11, click=None, words=_WIDE, between=(),
         redo="ctrl+shift+z"),
    _new(Shown, "Math", "libreoffice-math", "soffice", "--math", "--norestore", "--nologo",
         "-env:UserInstallation=file://{folder}/profile", desktops=_X11, window_class="libreoffice", click=(500, 680),
         words=_WIDE, redo="ctrl+y"),
    _new(Shown, "NEdit", "nedit", "nedit", "{file}", desktops=_X11, words=(6 * "MM", 8 * "WW"), tolerance=30,
         redo="ctrl+shift+z"),
    _new(Shown, "Minder", "minder", "com.github.phase1geo.minder", desktops=_X11, click=None, words=_WIDE, between=(),
         redo="ctrl+shift+z"),
    _new(Shown, "Calligra Words", "calligrawords", "calligrawords", desktops=_X11, click=(1010, 715),
         opening=((500, 350),), words=_WIDE, redo="ctrl+shift+z"),
    _new(Shown, "Calligra Sheets", "calligrasheets", "calligrasheets", desktops=_X11, click=(1010, 715),
         opening=("Escape",), words=_WIDE, enters=True, between=(), redo="ctrl+shift+z"),
    _new(Shown, "wxHexEditor", "wxhexeditor", "wxHexEditor", "{file}", desktops=_X11, words=(6 * "42", 6 * "43"), between=(),
         redo="ctrl+y"),
    _new(Clicked, "QtikZ", "qtikz", "qtikz", "{file}", suffix=".pgf", desktops=_X11, clicks=((150, 250),)),
    _new(Clicked, "Kiten", "kiten", "kiten", text="", desktops=_X11),
    _new(Clicked, "KCharSelect", "kcharselect", "kcharselect", text="", desktops=_X11, clicks=((500, 40),)),
    _new(Shown, "Almanah", "almanah", "almanah", desktops=_X11, click=(500, 300), words=_WIDE, redo="ctrl+shift+z"),
    _new(Shown, "XML Copy Editor", "xmlcopyeditor", "xmlcopyeditor", "{file}", suffix=".xml", desktops=_X11,
         click=(200, 200), words=_WIDE, area=(0, 60, 600, 300)),
    _new(Terminal, "mlterm", "mlterm", "mlterm", "-e", *READER, desktops=_X11),
    _new(Terminal, "pterm", "pterm", "pterm", "-e", *READER, desktops=_X11),
    _new(Files, "Xfe", "xfe", "xfe", "{folder}/files", desktops=_X11),
)

ROWS = (
    Row("mousepad", "mousepad", NAMED["mousepad"]),
    Row("gedit", "gedit", NAMED["gedit"]),
    Row("GNOME Text Editor", "gnome-text-editor", NAMED["Text Editor"], ("sway",)),
    Row("Pluma", "pluma", Pluma),
    _new(Program, "L3afpad", "l3afpad", "l3afpad", "{file}"),
    _new(Saved, "Geany", "geany", "geany", "-i", "-c", "{folder}/profile", "{file}"),
    _new(Saved, "SciTE", "scite", "scite", "{file}"),
    _new(Program, "FeatherPad", "featherpad", "featherpad", "--standalone", "{file}"),
    _new(Prepared, "FocusWriter", "focuswriter", "focuswriter", "{file}", desktops=_X11, click=(500, 300)),
    _new(Program, "ghostwriter", "ghostwriter", "ghostwriter", "{file}", suffix=".md"),
    _new(Vim, "gvim", "vim-gtk3", "gvim", "-f", "-u", "NONE", "--servername", "RIG", "{file}", desktops=_X11),
    _new(Saved, "IDLE (Tk)", "idle-python3.11", "/usr/bin/idle-python3.11", "-e", "{file}", desktops=_X11,
         window_class="note"),
    _new(Shown, "jEdit (Swing)", "jedit", "jedit", "-nosettings", "-noserver", "-norestore", "{file}",
         desktops=_X11, window_class="jedit", opening=("Escape",)),
    _new(Shown, "AbiWord", "abiword", "abiword", "{file}", desktops=_X11, redo="ctrl+y"),
    Row("Writer", "libreoffice-writer", NAMED["Writer"]),
    Row("Calc", "libreoffice-calc", Calc),
    Row("Kate", "kate", NAMED["Kate"]),
    Row("Kate, after `set keys=kate`", "kate", NAMED["Kate"], ("sway",), keys="kate"),
    Row("Emacs", "emacs-gtk", NAMED["Emacs"], _X11),
    Row("Emacs, after `set keys=emacs`", "emacs-gtk", NAMED["Emacs"], _X11, keys="emacs"),
    _new(Program, "Gnote", "gnote", "gnote", "--new-note", text=""),
    _new(Prepared, "Zim", "zim", "/usr/bin/zim", "--standalone", "{folder}", window_class="zim", finish="End",
         suffix=".zim", files={
             "notebook.zim": "[Notebook]\nversion=0.4\nname=Note\nhome=Home\n",
             "Home.txt": "Content-Type: text/x-zim-wiki\nWiki-Format: zim 0.6\n\nbase\n"}),
    _new(Prepared, "CherryTree", "cherrytree", "cherrytree", "{file}", suffix=".ctd", template=_TREE, redo="ctrl+y"),
    _new(Shown, "Gnumeric", "gnumeric", "gnumeric", "--no-splash", enters=True, between=(), click=None),
    *_STRANGERS,
    Row("Inkscape", "inkscape", NAMED["Inkscape"]),
    Row("Xournal++", "xournalpp", NAMED["Xournal++"]),
    Row("KolourPaint", "kolourpaint", KolourPaint, _X11),
    _new(Painted, "GIMP", "gimp", "gimp", "--no-splash", "--new-instance", "{folder}/white.png", desktops=_X11,
         opening=("n",)),
    _new(Painted, "Krita", "krita", "krita", "--nosplash", "{folder}/white.png", desktops=_X11),
    _new(Painted, "MyPaint", "mypaint", "mypaint", "{folder}/white.png", rest=5),
    _new(Painted, "Drawing", "drawing", "drawing", "{folder}/white.png", opening=("Tab", "Return")),
    _new(Painted, "Tux Paint", "tuxpaint", "tuxpaint", "--nosound", "--windowed", desktops=_X11),
    _new(Painted, "Dia", "dia", "dia", desktops=_X11, tool=(33, 177)),
    _new(Shown, "Evolution", "evolution", "evolution", "mailto:ada@example.org"),
    _new(Shown, "Thunderbird", "thunderbird", "thunderbird", "--new-instance", "--profile", "{folder}",
         click=(430, 525), words=("MMMMMMMMMMMM",), tolerance=150),
    _new(Program, "Qt Creator", "qtcreator", "qtcreator", "-settingspath", "{folder}/profile", "{file}", desktops=_X11),
    _new(Program, "GNOME Builder", "gnome-builder", "gnome-builder", "--editor", "{file}", window_class="builder"),
    Row("Chromium, with its accessibility on", "chromium", NAMED["Chromium"]),
    Row("Chromium", "chromium", ChromiumDefault, _X11),
    Row("Chromium, password", "chromium", ChromiumPassword, _X11),
    Row("Chromium, terminal in a page", "chromium", ChromiumTerminal, _X11),
    Row("Firefox", "firefox-esr", NAMED["Firefox"]),
    Row("Firefox, password", "firefox-esr", FirefoxPassword, _X11),
    _new(KeePass, "KeePassXC, password", "keepassxc", "keepassxc", "--config", "{folder}/settings",
         "{folder}/note.kdbx", desktops=_X11, click=None, words=("MMMMMMMMMMMM",), is_left=True),
    Row("field of zenity", "zenity", Field),
    Row("xterm", "xterm", NAMED["xterm"], _X11),
    Row("foot", "foot", NAMED["foot"], ("sway",)),
    Row("Konsole", "konsole", NAMED["konsole"]),
    _new(OfService, "GNOME Terminal", "gnome-terminal", "gnome-terminal", "--", *READER, window_class="gnome-terminal"),
    _new(Terminal, "kitty", "kitty", "kitty", *READER),
    _new(Terminal, "GNOME Console", "gnome-console", "kgx", "--", *READER, window_class="console"),
    _new(Files, "Thunar", "thunar", "thunar", "{folder}/files"),
    _new(Files, "PCManFM", "pcmanfm", "pcmanfm", "{folder}/files", desktops=_X11),
    _new(Files, "Nautilus", "nautilus", "nautilus", "{folder}/files", select=(), click=(310, 140)),
    _new(Files, "Caja", "caja", "caja", "--no-desktop", "{folder}/files"),
    _new(Files, "Konqueror", "konqueror", "konqueror", "{folder}/files", desktops=_X11),
    _new(Files, "GNOME Commander", "gnome-commander", "gnome-commander", "-l", "{folder}/files", desktops=_X11,
         select=("Home", "Down")),
)


# Toolkits that show nothing of what is edited: cases of their own.
SILENT = {row.name: undone(row.kind) if row.name in ("AbiWord", "Tux Paint") else left_alone(row.kind) for row in ROWS
          if row.name in ("AbiWord", "gvim", "IDLE (Tk)", "jEdit (Swing)", "Tux Paint")}


@dataclass(frozen=True)
class Result:
    """What a shake did: the way, how it ended, and what the agent said."""

    way: str
    end: str  # right, left alone, wrong
    reason: str = ""


def version(package: str) -> str:
    """The version of an installed package, as its authors call it."""
    said = subprocess.run(["dpkg-query", "-W", "-f", "${source:Upstream-Version}", package], capture_output=True,
                          text=True)
    return re.split(r"[+~-]", said.stdout)[0]


def tried(bench: Bench, row: Row) -> Result:
    """Two edits, a shake, an answer: is the second edit undone, and nothing else?"""
    bench.agent.run("pause", "0")
    bench.agent.run("set", f"keys={row.keys}")
    program = bench.open(row.kind)
    contents = program.edit()
    seen, said = bench.notifications.mark(), bench.agent.said()
    bench.session.shake()
    bench.agent.wait_line(said, "a shake began: ")
    # What comes before this call has been done by then: the end of the shake too, and a second look.
    bench.agent.run("status")
    decision = bench.agent.explained(said, _QUESTION)
    if decision.startswith("nothing"):
        ended, way = _ended(program, contents, 1, "left alone"), "nothing"
        return Result(way, ended, decision.removeprefix("nothing, as ").split(";")[0])
    answered = bench.agent.said()
    bench.notifications.answer(bench.notifications.wait(seen))
    said = bench.agent.wait_line(answered, "undone|sent|is done|changed|can be sent").text.partition(": ")[2]
    ended = "wrong" if program.is_left else _ended(program, contents, 2, "right")
    way = re.sub(r"^(its |the )|(?<=action) .*", "", decision.rpartition(" in ")[0])
    return Result(way, ended, said)


def _ended(program: Program, contents: list[str], back: int, good: str) -> str:
    """How it ended: `good` if what is there is the content `back` from the last, and typing goes on from it."""
    try:
        program.wait_content(contents[-back])
        program.settle(contents[-back])
    except AssertionError as problem:
        print(f"  {program.name}: {problem}", flush=True)
        return "wrong"
    return good


def results(bench: Bench, desktop: str, names: list[str]) -> Iterator[tuple[Row, Result]]:
    """The rows of a desktop, as they are tried."""
    for row in ROWS:
        if desktop not in row.desktops or names and row.name not in names:
            continue
        problem = ""
        # Some programs are not ready for keys at their first start; a wrong act is never tried again.
        for _ in range(2):
            try:
                yield row, tried(bench, row)
                break
            except (Skipped, AssertionError) as reason:
                problem = str(reason)
                bench.picture(f"table-{desktop}-{row.kind.__name__}")
            finally:
                bench.clear()
        else:
            yield row, Result("", "not tried", problem)


def markdown(found: dict[Row, dict[str, Result]], names: dict[str, str]) -> str:
    """The table, in which programs that came out alike share a row, and below it the reasons."""
    reasons: list[str] = []

    def cell(result: Result | None) -> str:
        match result:
            case None | Result(end="not tried"):
                return "-"
            case Result(end="right"):
                return result.way
            case Result(end="left alone"):
                if result.reason not in reasons:
                    reasons.append(result.reason)
                return f"nothing ({reasons.index(result.reason) + 1})"
        return f"**wrong**: {result.way}, {result.reason}"

    alike: dict[tuple[str, ...], list[str]] = {}
    for row, results_ in found.items():
        name, comma, rest = row.name.partition(",")
        program = f"{name} {version(row.package)}{comma}{rest}"
        alike.setdefault(tuple(cell(results_.get(desktop)) for desktop in names), []).append(program)
    lines = [f"| program | {' | '.join(names.values())} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {'; '.join(programs)} | {' | '.join(cells)} |" for cells, programs in alike.items()]
    said = "; ".join(f"({number}) {reason}" for number, reason in enumerate(reasons, 1))
    return "\n".join([*lines, "", *textwrap.wrap(f"Why: {said}.", 120)] if said else lines)
