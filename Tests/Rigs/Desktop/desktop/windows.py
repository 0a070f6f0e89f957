# SPDX-License-Identifier: Apache-2.0
"""Programs with several windows, and what a look at large ones costs them."""
import os
import time
from functools import partial
from pathlib import Path

from shared.report import Outcome, check

from desktop.accessible import Accessibility
from desktop.bench import NOTHING, Bench, Times
from desktop.cases import nothing_to_undo, redo, undone
from desktop.program import Drawing, Program
from desktop.programs import NAMED, Mousepad, Writer
from desktop.session import START, until

_FIRST, _LATER = 500, 50  # ms of a program's time: for the first shake that looks at it, and for each later one
_SHAKES = 4  # later ones; in the short run one
_MANY = 100_000  # files, or parts of a page


class Pluma(Program):
    """MATE's editor."""

    command = ("pluma", "{file}")
    environment = {"TMPDIR": "{folder}"}  # where it finds another one by a socket, that of another session too


class Calc(Writer):
    """LibreOffice Calc, whose table has 2^31 cells: the content is the first of them."""

    command = ("soffice", "--calc", *Writer.command[2:-1])
    package = "libreoffice-calc libreoffice-gtk3"
    window_class = "libreoffice-calc"

    def ready(self) -> None:
        self._accessibility = Accessibility(self.session)
        self._table = until(lambda: self._accessibility.with_role(self.process.pid, "table"), "Calc shows a table", START)
        until(lambda: self.content() == ",,,,,", "Calc shows its cells")

    def content(self) -> str:
        return ",".join(self._accessibility.cells(self._table, 6))

    def edit(self) -> list[str]:
        """Two cells."""
        contents = [self.content()]
        for word in ("one", "two"):
            self._type(word)
            contents.append(until(lambda: word in (now := self.content()) and now, f"Calc shows '{word}'"))
        return contents

    def settle(self, expected: str) -> None:
        """Calc takes keys as before."""
        self._type("x")
        until(lambda: "x" in self.content(), "Calc shows one cell more")
        self.desktop.press("ctrl+z")
        self.wait_content(expected)

    def _type(self, word: str) -> None:
        self.desktop.type(word)
        self.desktop.press("Return")


class Impress(Writer):
    """LibreOffice Impress, in whose menus another item has a shortcut that ends as that of Undo."""

    command = ("soffice", "--impress", *Writer.command[2:-1])
    package = "libreoffice-impress libreoffice-gtk3"
    window_class = "libreoffice-impress"

    def ready(self) -> None:
        until(lambda: is_quiet(self), "Impress has done all that it began", START)
        # It asks for a template first.
        self.desktop.press("Escape")
        until(lambda: is_quiet(self), "Impress shows a presentation", START)


class KolourPaint(Drawing):
    """KDE's painter, whose main window says whether it is active."""

    command = ("kolourpaint",)
    canvas = (570, 210, 270, 260)


def cpu(program: Program) -> float:
    """What the processes of a program have taken so far, in ms."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # gone meanwhile
        if int(fields[3]) == program.process.pid:  # its session
            total += int(fields[11]) + int(fields[12])
    return 1000 * total / os.sysconf("SC_CLK_TCK")


def is_quiet(program: Program) -> bool:
    """Whether a program does next to nothing for a second."""
    before = cpu(program)
    time.sleep(1)
    return cpu(program) - before < 50


def shake_cost(bench: Bench, program: Program) -> float:
    """The time that a program takes for a shake whose question is dismissed, in ms, beyond what it takes at rest."""
    began, before, said = time.monotonic(), cpu(program), bench.agent.said()
    bench.session.shake()
    bench.agent.wait_line(said, "a shake began: ")
    # What comes before this call has been done by then.
    bench.agent.run("status")
    shaken = cpu(program) - before
    for question in list(bench.notifications.open.values()):
        bench.notifications.dismiss(question)
    # A caret that blinks has a large page painted: as long a time without a shake.
    before = cpu(program)
    time.sleep(time.monotonic() - began)
    return shaken - (cpu(program) - before)


def hangs_nobody(kind: type[Program]):
    """A program that would take forever to show all its objects goes on, and a look costs it little."""

    def case(bench: Bench) -> Outcome:
        program = bench.open(kind)
        until(lambda: is_quiet(program), f"{program.name} has done all that it began", START)
        first = shake_cost(bench, program)
        contents = program.edit()
        until(lambda: is_quiet(program), f"{program.name} has done all that an edit leads to", START)
        costs = [shake_cost(bench, program) for _ in range(1 if bench.is_short else _SHAKES)]
        program.settle(contents[-1])
        mean = sum(costs) / len(costs)
        check(first <= _FIRST, f"the first shake took {program.name} {first:.0f} ms")
        check(mean <= _LATER, f"a shake took {program.name} {mean:.0f} ms")
        program.close()
        return Outcome(f"{len(costs) + 1} shakes in {program.name}", f"its time: {first:.0f} ms, then {mean:.0f} ms each")

    return case


def two_windows(kind: type[Program], *new_window: str):
    """The window that has the focus, or nothing: never the other window of the same program."""

    def case(bench: Bench) -> Outcome:
        program, desktop, times = bench.open(kind), bench.desktop, Times()
        contents = program.edit()
        former = desktop.active()
        if new_window[0] == program.command[0]:
            bench.session.start(*new_window)
        else:
            desktop.press(*new_window)
        until(lambda: desktop.active() not in ("", former), "another window is active", START)
        why = bench.nothing(program)
        program.wait_content(contents[-1])
        # An edit in each: that of the window with the focus is undone.
        desktop.type("other")
        question = bench.ask(times)
        said = bench.agent.said()
        bench.notifications.answer(question)
        bench.agent.wait_line(said, ": undone|undone")
        again = bench.nothing(program)
        program.wait_content(contents[-1])
        program.close()
        return Outcome(f"a new window of {program.name}, then an edit in it", f"{why}; {question.summary}; {again}")

    return case


def shake_in_field(bench: Bench, program: Program) -> str:
    """Shakes where a dialog's own field may have the focus: nothing, or where the program shows that, an undo there."""
    seen, said = bench.notifications.mark(), bench.agent.said()
    bench.session.shake()
    why = bench.agent.wait_explained(said, rf"{NOTHING}|Ctrl\+Z in ")
    if "Ctrl+Z" not in why:
        return bench.nothing(program)
    bench.notifications.answer(bench.notifications.wait(seen))
    return f"{why}, " + bench.agent.wait_explained(said, r"\b(undone|sent)\b")


def dialog(kind: type[Program], shake=Bench.nothing):
    """Behind a dialog nothing is undone."""

    def case(bench: Bench) -> Outcome:
        program, desktop = bench.open(kind), bench.desktop
        contents = program.edit()
        former = desktop.active()
        desktop.press("ctrl+o")
        until(lambda: desktop.active() not in ("", former), "the dialog is active")
        why = shake(bench, program)
        desktop.press("Escape")
        until(lambda: desktop.active() == former, "the dialog is gone")
        program.settle(contents[-1])
        program.close()
        return Outcome(f"a file dialog of {program.name}", why)

    return case


class Folder(Program):
    """A file manager that shows 100,000 files."""

    command = ("caja", "--no-desktop", "{folder}")

    def document(self) -> str:
        for number in range(_MANY):
            (self.folder / f"{number}").touch()
        return ""

    def ready(self) -> None:
        pass

    def edit(self) -> list[str]:
        return [""]

    def settle(self, expected: str) -> None:
        pass


def large(kind: type[Program]) -> type[Program]:
    """A browser with a page of 100,000 parts below its text."""

    class Large(kind):
        def document(self) -> str:
            return super().document() + "<ol>" + "<li>part" * _MANY + "</ol>"

        def ready(self) -> None:
            # While it loads the field of its address has the focus.
            self._accessibility = Accessibility(self.session)
            until(self._is_shown, f"{self.name} shows its page", START)

        def _is_shown(self) -> bool:
            self.node = self._accessibility.focused_text(self.process.pid)
            return self.node is not None and self.content() == self.text

    Large.__name__ = kind.__name__
    return Large


CASES = {
    "Calc": hangs_nobody(Calc),
    "Calc, undone": undone(Calc),
    "100,000 files": hangs_nobody(Folder),
    "100,000 parts, Firefox": hangs_nobody(large(NAMED["Firefox"])),
    "100,000 parts, Chromium": hangs_nobody(large(NAMED["Chromium"])),
    "nothing to undo, Impress": nothing_to_undo(Impress),
    "two windows": two_windows(Mousepad, "ctrl+shift+n"),
    "two windows of Pluma": two_windows(Pluma, "pluma", "--new-window"),
    "KolourPaint": undone(KolourPaint),
    "dialog of KolourPaint": dialog(KolourPaint, shake_in_field),
    "dialog": dialog(Mousepad),
    "dialog of Pluma": dialog(Pluma),
    "redo in Pluma": partial(redo, kind=Pluma),
}
# Those of the short run.
BRIEF = ("Calc", "two windows of Pluma", "dialog")

# Those of Wayland, where nothing ties a window to the actions that it exports.
WAYLAND = {name: CASES[name] for name in ("two windows", "dialog")}
