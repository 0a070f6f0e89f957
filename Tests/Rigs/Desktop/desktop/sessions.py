# SPDX-License-Identifier: Apache-2.0
"""Random sessions: several programs stay open, the focus moves at any time, and nothing wrong may change."""
import os
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass

from gi.repository import GLib

from desktop.accessible import Accessibility
from desktop.agent import Act, delays
from desktop.bench import Bench
from desktop.model import EDITORS, LOCKER, NEW, Course, Edits, Focus, Move, Plan, Verdict, check_model, judge, plan, share, suffices
from desktop.program import Program
from desktop.programs import Chromium, Field, Foot, OtherMousepad, TextEditor, XTerm
from desktop.session import START, until

_AGENT = ("org.motiond.ShakeToUndo", "/org/motiond/ShakeToUndo", "org.motiond.ShakeToUndo1")
# When a shake is recognized, and when its question is shown, in s from the call, about.
_TIMES = {"shake": {"shake": 1.26, "question": 2.27}, "now": {"shake": 0.0, "question": 0.05}}
_LATE = 0.1  # s; by so much later than the agent the rig may hear of a shake
_OUTCOME = r": undone|: sent|the agent did nothing|did not undo"
_DECIDED = r"a shake began: |a second look: |asked for: |heard too late"
_OPEN = {"mousepad 1": ("mousepad",), "mousepad 2": ("mousepad", "--opening-mode=window"), "pluma 1": ("pluma",),
         "pluma 2": ("pluma", "--new-window"), "featherpad": ("featherpad", "--standalone")}


class Password(Field):
    """A field for a password: its text is as many dots."""

    command = ("zenity", "--password")
    text = ""


@dataclass
class Editor:
    """One window of an editor, its text, and the texts before each edit that was not undone."""

    window: str
    node: tuple[str, str]
    texts: list[str]

    @property
    def edits(self) -> Edits:
        return Edits(self.texts[-1], self.texts[-2] if len(self.texts) > 1 else self.texts[-1])


class Sessions:
    """The programs, and the sessions in them."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.desktop, self.session = bench, bench.desktop, bench.session
        self.accessibility = Accessibility(self.session)
        self.editors: dict[str, Editor] = {}
        self._leaders: dict[str, int] = {}  # the processes of their programs
        self.acts: dict[bool, list[Act]] = {False: [], True: []}  # with load and without
        x11 = self.desktop.has_x11
        self._terminal, keyed = (XTerm, Chromium) if x11 else (Foot, TextEditor)
        self._lock = ("i3lock", "--nofork") if x11 else ("swaylock",)
        for name in EDITORS:
            self.editors[name] = self._open(name) if name in _OPEN else self._open_keyed(keyed)
            self.desktop.stack()
            # So that a second undo, or one in a window that only has the focus, is seen.
            for word in ("one", "two"):
                self._type(name, word)
        # Of the two of one program another window comes between.
        self.others = {"password": bench.open(Password), "terminal": bench.open(self._terminal), "field": bench.open(Field),
                       "dialog": bench.open(OtherMousepad)}
        self.desktop.type("secret")  # behind the dialog, so that there is something to undo
        self.windows = {name: each.window for name, each in (self.editors | self.others).items()}
        self.desktop.press("ctrl+o")
        self.windows["dialog"] = until(lambda: (now := self.desktop.active()) != self.windows["dialog"] and now,
                                       "the dialog is active")
        self.desktop.activate(self.windows["password"])
        self.desktop.type("hunters")
        until(lambda: len(self.others["password"].content()) == 7, "the password is typed")
        self.busy = [self.session.start("sh", "-c", "while :; do :; done") for _ in range(2)]
        self._load(False)
        bench.agent.run("set", "question-seconds=3")

    def run(self, seed: int, number: int, loaded: bool) -> tuple[Course, Verdict, str]:
        """The session of this number, and what the agent said."""
        self._load(loaded)
        self._acts = self.acts[loaded]
        steps, said = plan(seed, number), self.bench.agent.said()
        self._call("Pause", GLib.Variant("(u)", (0,)))  # no hour of quiet
        self._locked = self._locker = self._shaking = self._problem = None
        self.desktop.activate(self.windows[steps.window])
        self._focus = [(time.monotonic(), time.monotonic(), steps.window)]
        if steps.window in self.editors:
            self._type(steps.window, steps.word)
        if steps.finds:
            self.desktop.press("ctrl+f")
            until(lambda: self.accessibility.focused_text(self._leaders[steps.window]) not in
                  (None, self.editors[steps.window].node), "the find bar has the focus")
            self.desktop.type("zzz")
        before = self._contents()
        timers: list[threading.Timer] = []
        try:
            looked, acted = self._course(steps, timers)
        finally:
            for timer in timers:
                timer.join()
        if self._problem:
            raise self._problem
        course = Course(steps, self._foci(), looked, acted, self._locked)
        undone = {name: each.edits for name, each in self.editors.items()}
        self._settle()
        verdict = judge(course, before, undone, self._contents())
        self._restore(steps)
        lines = [line.text.partition(": ")[2] for line in self.bench.agent.process.error.lines[said:]]
        return course, verdict, " | ".join(lines)

    def _course(self, steps: Plan, timers: list[threading.Timer]) -> tuple[tuple, tuple | None]:
        """Shakes and answers while the focus moves: when the agent may have looked, and acted."""
        agent, notifications = self.bench.agent, self.bench.notifications
        seen, said, question = notifications.mark(), agent.said(), None
        times = _TIMES[steps.trigger]
        early = [each for each in steps.moves if each.event in times]
        lead = -min([0.0, *(times[each.event] + each.offset for each in early)])
        for move in early:
            self._later(timers, lead + times[move.event] + move.offset, move)
        time.sleep(lead)
        began = self._trigger(steps.trigger)
        agent.wait_line(said, _DECIDED)
        self._call("GetStatus")
        lines = [line for line in agent.process.error.lines[said:]
                 if "a shake began" in line.text or "a second look" in line.text or "asked for" in line.text]
        looked = (began, lines[-1].time_ns / 1e9 if lines else time.monotonic())
        try:
            question = notifications.wait(seen, 3 if lines and ": nothing" not in lines[-1].text else 0.1)
        except AssertionError:
            # An answer to a question that nobody asked.
            self._call("Answer", GLib.Variant("(s)", (steps.answer,)))
            return looked, None
        shown = time.monotonic()
        for move in steps.moves:
            if move.event == "answer":
                self._later(timers, steps.delay + move.offset, move)
        if steps.saves and self.desktop.active() == self.windows[steps.window] and self._locker is None:
            self.desktop.press("ctrl+s")
        time.sleep(max(0, shown + steps.delay - time.monotonic()))
        said = agent.said()
        if steps.answer == "none":
            until(lambda: question.number not in notifications.open, "the question is withdrawn")
            return looked, None
        answered = notifications.answer(question, "undo" if steps.answer == "undo" else "cancel") / 1e9
        if steps.answer == "no":
            return looked, None
        try:
            acted = agent.wait_line(said, _OUTCOME).time_ns / 1e9
        except AssertionError:
            acted = time.monotonic()  # such as an answer to a question that was replaced
        self._acts += agent.acts(said, [answered])
        return looked, (answered, acted)

    def _trigger(self, trigger: str) -> float:
        """Shakes, to the end, or asks for an undo: since when the agent may have looked."""
        if trigger == "now":
            began = time.monotonic()
            self._call("Now")
            return began
        events, seen = self.session.events, len(self.session.events.output.lines)
        # It goes on for a while after the shake, and a person may answer meanwhile.
        self._shaking = self.session.start(self.session.built / "motionctl", "simulate", "shake", "--bus", "session")
        began = events.wait_line('"phase":"began"', seen).time_ns / 1e9
        events.wait_line('"phase":"ended"', seen)
        return began - _LATE

    def _open(self, name: str) -> Editor:
        """A window of an editor with a known text; the second one is of the first one's process."""
        former, known = self.desktop.active(), [each.node for each in self.editors.values()]
        file = self.session.folder / "documents" / f"{name.replace(' ', '-')}.txt"
        file.write_text(f"text of {name}")
        # Pluma finds another one by a socket there, that of another session too.
        process = self.session.start(*_OPEN[name], file, environment={"TMPDIR": str(self.session.folder / "run")})
        if not name.endswith("2"):
            self._leader = process
        self._leaders[name] = self._leader.pid

        def node() -> tuple[str, str] | None:
            found = self.accessibility.focused_text(self._leader.pid)
            return found if found not in known else None

        window = until(lambda: (now := self.desktop.active()) not in ("", former) and now, f"{name} is active", START)
        node = until(node, f"the text of {name} has the focus", START)
        until(lambda: self._text(node) == file.read_text(), f"{name} shows its text")
        return Editor(window, node, [self._text(node)])

    def _open_keyed(self, kind: type[Program]) -> Editor:
        program = self.bench.open(kind)
        return Editor(program.window, program.node, [program.content()])

    def _text(self, node: tuple[str, str]) -> str:
        return self.accessibility.text(node).removesuffix("\n")

    def _type(self, name: str, word: str) -> None:
        """An edit of its own: at the other end of the text than the last one, with which the editor would join it."""
        editor = self.editors[name]
        at_end = not editor.texts[-1].startswith(editor.edits.former)
        self.desktop.press("ctrl+End" if at_end else "ctrl+Home")
        self.desktop.type(word)
        text = editor.texts[-1] + word if at_end else word + editor.texts[-1]
        until(lambda: self._text(editor.node) == text, f"{name} shows '{word}'")
        editor.texts.append(text)

    def _contents(self) -> dict[str, str]:
        """What each program holds."""
        contents = {name: self._text(each.node) for name, each in self.editors.items()}
        contents |= {name: each.content() for name, each in self.others.items()}
        contents["terminal"] += "stopped" if self.others["terminal"].is_stopped() else "running"
        contents["dialog"] += "" if self.desktop.exists(self.windows["dialog"]) else ", without its dialog"
        if self._locker:
            contents[LOCKER] = "there" if self._locker.is_running() else "gone"
        return {LOCKER: "there"} | contents

    def _settle(self) -> None:
        """Waits until nothing changes any more."""
        before = None
        time.sleep(0.15)
        while before != (before := self._contents()):
            time.sleep(0.1)

    def _restore(self, steps: Plan) -> None:
        """Takes what there is as the begin of the next session."""
        if self._shaking:
            until(lambda: not self._shaking.is_running(), "the shake is over")
        if self._locker:
            self.desktop.unlock(self._locker)
            until(lambda: not self.desktop.is_locked(), "the locker is gone")
        if any(each[2] == NEW for each in self._focus):
            self.desktop.press("ctrl+w")
            until(lambda: not self._shows_new(), "the new document is closed")
        if steps.finds:
            self.desktop.activate(self.windows[steps.window])
            self.desktop.press("Escape")
            until(lambda: self.accessibility.focused_text(self._leaders[steps.window]) ==
                  self.editors[steps.window].node, "the find bar is gone")
        for editor in self.editors.values():
            now = self._text(editor.node)
            if now != editor.texts[-1]:
                editor.texts = editor.texts[:-1] if now == editor.edits.former else [now]
        if (terminal := self.others["terminal"]).is_stopped():
            terminal.close()
            (terminal.folder / "typed").unlink()
            self.others["terminal"] = self.bench.open(self._terminal)
            self.windows["terminal"] = self.others["terminal"].window

    def _later(self, timers: list[threading.Timer], delay: float, move: Move) -> None:
        timer = threading.Timer(max(0, delay), self._try_to_move, [move.window])
        timer.start()
        timers.append(timer)

    def _try_to_move(self, window: str) -> None:
        try:
            self._move(window)
        except Exception as error:  # in a thread of its own: the session is to fail
            self._problem = error

    def _move(self, window: str) -> None:
        """The focus goes to a window, or the locker comes: from when to when that may have been."""
        began = time.monotonic()
        if window != LOCKER:
            if window == NEW:
                self.desktop.press("ctrl+n")
                until(self._shows_new, "a new document is shown")
            else:
                self.desktop.focus(self.windows[window])
            self._focus.append((began, time.monotonic(), window))
            return
        self._locker = self.session.start(*self._lock)
        until(self.desktop.is_locked, "the locker is there")
        self._locked = (began, time.monotonic() + 0.1)

    def _shows_new(self) -> bool:
        return any(word in self.desktop.title() for word in ("Untitled", "Unsaved"))

    def _foci(self) -> tuple[Focus, ...]:
        """Who may have had the focus when: the one before until the next surely has it."""
        moves = sorted(self._focus)
        ends = [each[1] for each in moves[1:]] + [float("inf")]
        return tuple(Focus(window, since, until) for (since, _, window), until in zip(moves, ends))

    def _load(self, is_on: bool) -> None:
        for process in self.busy:
            os.killpg(process.pid, signal.SIGCONT if is_on else signal.SIGSTOP)

    def _call(self, method: str, values: GLib.Variant | None = None) -> None:
        name, path, interface = _AGENT
        self.session.bus.call_sync(name, path, interface, method, values, None, 0, 10000, None)


def run_sessions(bench: Bench, count: int, seed: int, only: list[int]) -> bool:
    """Runs sessions and prints what came of them: whether no act was wrong, and enough were right."""
    check_model()
    sessions, began = Sessions(bench), time.monotonic()
    numbers = only or range(count)
    wrong, rights = 0, {False: [], True: []}  # with load and without
    for number in numbers:
        loaded = number % 2 == 1
        course, verdict, said = sessions.run(seed, number, loaded)
        wrong += bool(verdict.wrong)
        if verdict.right is not None:
            rights[loaded].append(verdict.right)
        if only or verdict.wrong or verdict.right is False:
            word = "WRONG: " + "; ".join(verdict.wrong) if verdict.wrong else \
                {None: "fine", True: "right", False: "missed"}[verdict.right]
            print(f"session {number}{', load' if loaded else ''}: {course.plan}\n  {word}\n  the agent: {said}\n  {course}",
                  flush=True)
    print(f"{len(numbers)} sessions, seed {seed}, {time.monotonic() - began:.0f} s: {wrong} wrong acts; right of those in which "
          f"nothing moved: {share(rights[False])} without load, {share(rights[True])} under load; "
          f"load average {os.getloadavg()[0]:.1f}", flush=True)
    print(f"to the first key, action or click: {delays(sessions.acts[False])}; under load {delays(sessions.acts[True])}",
          flush=True)
    ways = Counter(each.way for acts in sessions.acts.values() for each in acts)
    print("acts by way: " + (", ".join(f"{count} by {way}" for way, count in ways.most_common()) or "none"), flush=True)
    return not wrong and (bool(only) or suffices(rights[False]))
