# SPDX-License-Identifier: Apache-2.0
"""What must hold for the programs of a desktop."""
import shutil
import time

from shared.report import Outcome, Skipped, check

from desktop.bench import NOTHING, Bench, Times
from desktop.program import Program
from desktop.programs import NAMED, HiddenEmacs, Letter, OtherMousepad
from desktop.session import end, until

_SHAKES = 50  # in a row
_MISSED = 2  # of them, at most
_TOUCHES = 10
_SHOWN = 0.5  # s until a find bar is shown, and until a wrong undo would be


def undone(kind: type[Program]):
    """Three times, in the short run twice: two edits, a shake, an answer; the second edit is undone, and nothing else."""

    def case(bench: Bench) -> Outcome:
        program, times = bench.open(kind), Times()
        for _ in range(2 if bench.is_short else 3):
            contents = program.edit()
            said = bench.agent.said()
            question = bench.undo(program, contents, times)
            known = bench.agent.wait_line(said, "a shake began: ")
            if bench.agent.is_prompt:
                times.survey.append((known.time_ns - bench.session.began) / 1e6)
            program.settle(contents[-2])
        program.close()
        return Outcome(question, f"one undo each, {times}; {known.text.rpartition(': ')[2]}")

    return case


def touched(bench: Bench) -> Outcome:
    """Ten times: a finger on the card, to which the compositor may give the focus. It undoes."""
    program, times = bench.open(NAMED["mousepad"]), Times()
    for _ in range(_TOUCHES):
        contents = program.edit()
        bench.undo(program, contents, times)
        program.settle(contents[-2])
    program.close()
    return Outcome(f"{_TOUCHES} touches on the card", f"one undo each, {times}")


def undone_by_key(kind: type[Program]):
    """The same of a program that obeys keys alone; where none can be sent, that is said, and nothing is asked."""

    def case(bench: Bench) -> Outcome:
        if bench.desktop.has_keys:
            return undone(kind)(bench)
        program = bench.open(kind)
        contents = program.edit()
        why = bench.nothing(program, "no way to send keys")
        program.settle(contents[-1])
        program.close()
        return Outcome("a shake where no key can be sent", why)

    return case


def undone_if_allowed(kind: type[Program]):
    """The same of a program that shows nothing: the user allows keys for it."""

    def case(bench: Bench) -> Outcome:
        said = bench.agent.said()
        bench.agent.run("set", f"keys={kind.command[0]}")
        bench.agent.wait_explained(said, "settings are read again")
        return undone_by_key(kind)(bench)

    return case


def layouts(bench: Bench) -> Outcome:
    """Ctrl+Z by the layout that is active at the answer: Z is at another place, or is no letter of it."""
    program, times = bench.open(NAMED["Chromium"]), Times()
    names = ("de", "fr", "ru", "us,ru")
    for layout in names:
        contents = program.edit()
        bench.session.run("setxkbmap", layout)
        bench.undo(program, contents, times)
        bench.session.run("setxkbmap", "us")
        program.settle(contents[-2])
    program.close()
    return Outcome(f"Ctrl+Z in Chromium on {', '.join(names)}", f"one undo each, {times}")


def terminal(bench: Bench, name: str = "") -> Outcome:
    program = bench.open(NAMED[name or ("xterm" if bench.desktop.has_x11 else "foot")])
    contents = program.edit()
    why = bench.nothing(program)
    program.settle(contents[-1])
    program.close()
    return Outcome("a shake in a terminal", why)


def nothing_to_undo(kind: type[Program]):
    def case(bench: Bench) -> Outcome:
        program = bench.open(kind)
        why = bench.nothing(program)
        program.close()
        return Outcome("a shake before any edit", why)

    return case


def left_alone(kind: type[Program], what: str = "a program that shows nothing"):
    """A shake in `what`, such as a program that shows nobody that its text is edited: nothing happens."""

    def case(bench: Bench) -> Outcome:
        program = bench.open(kind)
        contents = program.edit()
        why = bench.nothing(program)
        program.settle(contents[-1])
        program.close()
        return Outcome(f"a shake in {what}", why)

    return case


def in_field(kind: type[Program], *keys: str):
    """A word in a find bar, or in another field of one line: the document keeps its last edit, whatever is done there."""

    def case(bench: Bench) -> Outcome:
        program = bench.open(kind)
        contents = program.edit()
        bench.desktop.press(*(keys or ("ctrl+f",)))
        time.sleep(_SHOWN)
        bench.desktop.type("zzz")
        seen, said = bench.notifications.mark(), bench.agent.said()
        bench.session.shake()
        # What comes before this call has been done by then, a second look too.
        bench.agent.run("status")
        why = bench.agent.explained(said, "a shake began: |a second look: ")
        if not why.startswith("nothing"):
            said = bench.agent.said()
            bench.notifications.answer(bench.notifications.wait(seen))
            why += ", " + bench.agent.wait_explained(said, r"\b(undone|sent|did nothing)\b")
        time.sleep(_SHOWN)
        program.wait_content(contents[-1])
        program.close()
        return Outcome(f"a word in a field beside the text of {program.name}", why)

    return case


def focus_moves(bench: Bench) -> Outcome:
    """Between question and answer another window has the focus: nothing happens in either."""
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()
    question = bench.ask()
    other = bench.open(NAMED["gedit"])
    others = other.edit()
    said = bench.agent.said()
    bench.notifications.answer(question)
    why = bench.agent.wait_explained(said, "the agent did nothing")
    other.settle(others[-1])
    other.close()
    program.wait_content(contents[-1])
    program.close()
    return Outcome("an answer when another window has the focus", why)


def behind_a_grab(bench: Bench) -> Outcome:
    """A locker or a menu has the keyboard: a shake does nothing, with a question and without, and so does an answer."""
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()
    said = bench.agent.said()
    question = bench.ask()
    # It grabs the keyboard, as i3lock does, and lists nothing.
    menu = bench.session.start("dmenu")
    until(lambda: "dmenu" in bench.session.run("xwininfo", "-root", "-tree"), "dmenu is there")
    why = bench.nothing(program, "another program has the keyboard")
    bench.notifications.answer(question)
    bench.agent.wait_explained(said, "not what the question was about")
    bench.agent.run("set", "ask=never")
    try:
        bench.nothing(program, "another program has the keyboard")
    finally:
        bench.agent.run("set", "ask=always")
        end(menu)
    program.settle(contents[-1])
    program.close()
    return Outcome("shakes and an answer while dmenu has grabbed the keyboard", why)


def locked(bench: Bench) -> Outcome:
    """i3lock, or swaylock, which tell logind nothing: nothing is undone behind them."""
    name, *options = ("i3lock", "--nofork") if bench.desktop.has_x11 else ("swaylock",)
    if not shutil.which(name):
        raise Skipped(f"{name} is missing: apt-get install {name}")
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()
    locker = bench.session.start(name, *options)
    until(lambda: bench.desktop.is_locked(), f"{name} is there")
    why = bench.nothing(program, "another program has the keyboard|no active window")
    bench.desktop.unlock(locker)
    program.settle(contents[-1])
    program.close()
    return Outcome(f"a shake behind {name}", why)


def locked_by_shell(bench: Bench) -> Outcome:
    """The shell's own lock screen, which stays: the last case of its desktop."""
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()

    def saver(method: str) -> tuple:
        name = "org.gnome.ScreenSaver"
        return bench.session.bus.call_sync(name, "/org/gnome/ScreenSaver", name, method, None, None, 0, -1, None).unpack()

    saver("Lock")
    until(lambda: saver("GetActive")[0], "the screen is locked")
    why = bench.nothing(program, "the screen is locked|no active window")
    program.wait_content(contents[-1])
    program.close()
    return Outcome("a shake behind the shell's lock screen", why)


def composited(bench: Bench) -> Outcome:
    """picom, whose window covers the screen: it undoes as before."""
    if not shutil.which("picom"):
        raise Skipped("picom is missing: apt-get install picom")
    manager = bench.session.start("picom", "--backend", "xrender")
    until(lambda: "picom" in bench.session.run("xwininfo", "-root", "-tree").lower(), "picom is there")
    try:
        return undone(NAMED["mousepad"])(bench)
    finally:
        end(manager)


def ends_before_answer(bench: Bench) -> Outcome:
    """Killed between question and answer: nothing, and the next program is not delayed."""
    program = bench.open(NAMED["mousepad"])
    program.edit()
    question = bench.ask()
    program.close()
    bench.notifications.answer(question)
    return Outcome("mousepad killed between question and answer", next_program(bench))


def stops_before_answer(bench: Bench) -> Outcome:
    """Stopped between question and answer, as one that hangs: nothing, then and when it goes on."""
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()
    question = bench.ask()
    program.stop()
    bench.notifications.answer(question)
    came_out = next_program(bench)
    program.go_on()
    program.wait_content(contents[-1])
    program.settle(contents[-1])
    program.close()
    return Outcome("mousepad stopped between question and answer", came_out)


def stopped_at_shake(bench: Bench) -> Outcome:
    """A program that hangs has the focus when it is shaken."""
    program = bench.open(NAMED["mousepad"])
    contents = program.edit()
    program.stop()
    bench.session.shake()
    came_out = next_program(bench)
    program.go_on()
    program.settle(contents[-1])
    program.close()
    return Outcome("a shake while mousepad hangs", came_out)


def hung_gets_no_key(bench: Bench) -> Outcome:
    """One that obeys keys hangs at the answer, and then at a shake: no key reaches it when it goes on."""
    bench.agent.run("set", "keys=emacs")
    program = bench.open(HiddenEmacs)
    contents = program.edit()
    question, said = bench.ask(), bench.agent.said()
    program.stop()
    bench.notifications.answer(question)
    bench.agent.wait_explained(said, NOTHING)
    why = bench.nothing(program, "a shake began: nothing")
    program.go_on()
    program.settle(contents[-1])
    program.close()
    return Outcome("Emacs stopped between question and answer, and at a shake", why)


def next_program(bench: Bench) -> str:
    """One undo in another program, which obeys keys if they can be sent."""
    program, times = bench.open(NAMED["gedit"] if bench.desktop.has_keys else OtherMousepad), Times()
    contents = program.edit()
    bench.undo(program, contents, times)
    program.settle(contents[-2])
    program.close()
    return f"{program.name}, next: {times}"


def many(bench: Bench) -> Outcome:
    """Shakes in a row: each undoes one edit, at most."""
    program, times, missed = bench.open(NAMED["mousepad"]), Times(), 0
    contents = [program.content()]
    for number in range(_SHAKES):
        contents.append(program.insert(*(("ctrl+Home", "a"), ("ctrl+End", "b"))[number % 2]))
    for _ in range(_SHAKES):
        try:
            bench.undo(program, contents, times)
            contents.pop()
        except AssertionError:
            check(program.content() == contents[-1], f"more than one edit was undone: '{program.content()}'")
            missed += 1
    program.settle(contents[-1])
    program.close()
    check(missed <= _MISSED, f"{missed} of {_SHAKES} shakes undid nothing")
    return Outcome(f"{_SHAKES} shakes in a row", f"{_SHAKES - missed} undos, none doubled; {times}")


def claims_itself(bench: Bench) -> Outcome:
    """ShakeNotes asks in its own window; the agent does nothing."""
    program = bench.open(NAMED["ShakeNotes"])
    contents = program.edit()
    why = bench.nothing(program)
    program.answer()
    program.wait_content(contents[-2])
    program.settle(contents[-2])
    program.close()
    return Outcome("a shake in ShakeNotes, which claims it", f"one undo, its own; {why}")


def redo(bench: Bench, kind: type[Program] = NAMED["mousepad"]) -> Outcome:
    """After an undo, redo is offered; on sway both are menu items."""
    program, times = bench.open(kind), Times()
    contents = program.edit()
    seen = len(bench.notifications.shown)
    bench.undo(program, contents, times)
    offer = until(lambda: next((each for each in bench.notifications.shown[seen:]
                                if "redo" in each.actions and "undo" not in each.actions), None), "redo is offered")
    bench.notifications.answer(offer, "redo")
    program.wait_content(contents[-1])
    program.close()
    return Outcome("undo, then redo", f"{offer}: the text is back")


def without_buttons(bench: Bench) -> Outcome:
    """A server without buttons: a tap is the answer, and the text says so."""
    bench.notifications.become("body")
    try:
        program = bench.open(NAMED["mousepad"])
        contents = program.edit()
        seen = len(bench.notifications.shown)
        bench.session.shake()
        question = until(lambda: next(iter(bench.notifications.shown[seen:]), None), "a question")
        bench.notifications.answer(question, "default")
        program.wait_content(contents[-2])
        program.close()
        return Outcome("a server without buttons", f"'{question.summary}': {question.body}")
    finally:
        bench.notifications.become("actions", "body")


def idle(bench: Bench) -> Outcome:
    """What it costs while nothing happens."""
    # An offer to redo is withdrawn after some seconds, and a program that was closed says farewell.
    until(lambda: not bench.notifications.open, "all notifications are withdrawn")
    until(lambda: bench.agent.wakeups(2) == 0, "the agent has done all that was left")
    woken, memory = bench.agent.wakeups(10 if bench.is_short else 60), bench.agent.memory()
    # The program as it is installed has Swift's libraries in it.
    check(memory <= 14 * 1024 or not bench.agent.is_static(), f"it takes {memory} kB")
    check(woken == 0, f"it was woken {woken} times while nothing happened")
    return Outcome("nothing, for a while", f"{woken} wakeups, {memory} kB resident")


def pictures(bench: Bench) -> Outcome:
    """The question, and the result, for the manual."""
    program, times = bench.open(Letter), Times()
    contents = [program.content(), program.insert(program.finish, "Thanks")]
    question = bench.ask(times)
    bench.picture("question")
    bench.notifications.answer(question)
    program.wait_content(contents[-2])
    bench.picture("result")
    program.close()
    return Outcome("a question, and its answer", f"pictures in {bench.output}")
