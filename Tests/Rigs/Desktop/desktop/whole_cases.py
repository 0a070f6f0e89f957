# SPDX-License-Identifier: Apache-2.0
"""What must hold in a whole system: of the unit, of the lock, of keys, and of the portal."""
import os
import re
import signal
from functools import partial
from pathlib import Path

from gi.repository import GLib

from shared.report import Outcome, check

from desktop import cases
from desktop.accessible import Accessibility
from desktop.bench import Bench, Times
from desktop.desktops import Plan
from desktop.program import Program
from desktop.programs import NAMED
from desktop.questions import ShellBanner
from desktop.session import until
from desktop.whole import UNIT, UnitAgent, WholeKWin, WholeShell


class Kate(Program):
    """Kate of Frameworks 6, which shows its text to accessibility."""

    # Else it goes on in the background, as another process.
    command = ("kate", "--block", "--startanon", "{file}")


class KWrite(Program):
    command = ("kwrite", "{file}")


_AUTOSTART = Path("/etc/xdg/autostart/org.motiond.ShakeToUndo.desktop")


def unit(bench: Bench) -> Outcome:
    """Started with the session, and confined."""
    session, pid = bench.session, bench.agent.pid
    status = dict(re.findall(r"^(\w+):\s+(\S+)", Path(f"/proc/{pid}/status").read_text(), re.M))
    for name, value in {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "Umask": "0077"}.items():
        check(status[name] == value, f"{name} of the agent is {status[name]}, not {value}")
    group = Path(f"/proc/{pid}/cgroup").read_text().strip().partition("::")[2]
    check(group.endswith(f"/app.slice/{UNIT}"), f"the agent is in {group}")
    limit = session.systemctl("show", "--property=MemoryMax", "--value", UNIT).strip()
    check(limit == str(300 << 20), f"the agent may take {limit} bytes")
    said = session.run("journalctl", "--user", "--unit", UNIT, "--priority", "warning", "--output", "cat", "--quiet")
    check(not said, f"the journal has warnings: {said}")
    level = session.run("systemd-analyze", "--user", "security", "--no-pager", UNIT, check=False).strip().splitlines()[-1]
    return Outcome("graphical-session.target", f"{UNIT} runs, confined; {level.rpartition(': ')[2]}")


def restarted(bench: Bench) -> Outcome:
    former = bench.agent.pid
    os.kill(former, signal.SIGKILL)
    until(lambda: bench.agent.pid not in (0, former), "the manager starts it again")
    bench.agent.wait_ready()
    return Outcome("the agent is killed", "the manager starts it again, and it hears shakes")


def autostart(bench: Bench) -> Outcome:
    """Its autostart file beside it: the generator makes no unit of it, and what another starter starts ends."""
    units = bench.session.systemctl("list-units", "--all", "--plain", "--no-legend", "app-org.motiond*").splitlines()
    check([line.split()[0] for line in units] == [UNIT], f"there are other units: {units}")
    command = re.search(r"^Exec=(.*)$", _AUTOSTART.read_text(), re.M)[1]
    said = bench.session.run("sh", "-c", f"{command} 2>&1").strip()
    check("another" in said, f"a second one says '{said}'")
    return Outcome(f"{command}, beside the unit", said)


def settings(bench: Bench) -> Outcome:
    said = bench.agent.said()
    bench.agent.run("set", "question-seconds=20")
    why = bench.agent.wait_explained(said, "settings are read again")
    bench.agent.run("set", "question-seconds=10")
    return Outcome("shake-to-undo set, from a shell", why)


def locked(bench: Bench) -> Outcome:
    """Behind the lock that logind knows, nothing; after it, an undo."""
    program, times = bench.open(NAMED["mousepad"]), Times()
    contents = program.edit()

    def lock(is_locked: bool) -> None:
        bench.session.call("org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
                           "org.freedesktop.login1.Session", "SetLockedHint", GLib.Variant("(b)", (is_locked,)), True)

    lock(True)
    said = bench.agent.said()
    bench.session.shake()
    why = bench.agent.wait_explained(said, "locked")
    lock(False)
    bench.undo(program, contents, times)
    program.settle(contents[-2])
    return Outcome("a shake while logind says that it is locked", f"{why}; unlocked: {times}")


def no_way(bench: Bench) -> Outcome:
    """KWin without its plugin has no way to send a key: no question, and it is said once; with it, it goes on."""
    settings = Path.home() / ".config/kwinrc"
    settings.write_text("[Plugins]\neisEnabled=false\n")
    bench.desktop.start()
    program = bench.open(NAMED["gedit"])
    program.edit()
    doctor = bench.agent.run("doctor", check=False)
    why = next(line for line in doctor.splitlines() if "keys, KWin" in line).rpartition("keys, KWin: ")[2]
    check("eis" in why, f"the doctor says '{why}'")
    why_not = refused(bench, program)
    program.close()
    settings.unlink()
    bench.desktop.start()
    return Outcome(f"KWin without eis: {why}", f"{why_not}; with it: {cases.undone(NAMED['gedit'])(bench).came_out}")


def refused(bench: Bench, program) -> str:
    """Two shakes where no key can be sent: no question, and the reason is shown once."""
    said = bench.agent.said()
    why = bench.nothing(program, "cannot (open|send)")
    bench.agent.wait_explained(said, "did not undo")
    bench.nothing(program, "cannot (open|send)")
    warnings = [line.text for line in bench.agent.process.error.lines[said:] if "did not undo" in line.text]
    check(len(warnings) == 1, f"it is said {len(warnings)} times")
    return why


def ended(bench: Bench) -> Outcome:
    """It goes with the session, and its claim too."""
    clients = bench.session.clients()
    bench.session.systemctl("stop", "graphical-session.target")
    until(lambda: not bench.session.is_active(UNIT), "the agent is stopped")
    until(lambda: bench.session.clients() < clients, "its claim is released")
    return Outcome("the graphical session ends", "the agent is stopped, and motiond has no claim of it")


# The portal.

_TOKEN = Path.home() / ".local/state/shake-to-undo/portal-token"


class Dialog:
    """`doctor --allow-keys`, and the dialog of the portal that comes of it."""

    def __init__(self, bench: Bench) -> None:
        self._process = bench.session.start("shake-to-undo", "doctor", "--allow-keys")
        self._accessibility = Accessibility(bench.session)

    def press(self, *names: str) -> None:
        for name in names:
            until(lambda: self._accessibility.press(name), f"the portal's dialog has '{name}'")

    def end(self) -> tuple[int, str]:
        """Its exit status, and what it said."""
        until(lambda: not self._process.is_running(), "shake-to-undo doctor --allow-keys ends")
        status = self._process.stop()
        return status, " ".join(line.text for each in (self._process.output, self._process.error) for line in each.lines)


def portal_refused(bench: Bench) -> Outcome:
    """The user says no: a clear end, and no question for what cannot be done."""
    bench.agent.run("set", "keys-by=portal")
    dialog = Dialog(bench)
    dialog.press("Cancel")
    status, said = dialog.end()
    check(status == 77 and not _TOKEN.exists(), f"it ended with {status}: {said}")
    program = bench.open(NAMED["Text Editor"])
    program.edit()
    refused(bench, program)
    return Outcome("Cancel in the portal's dialog", f"77, {said.partition(': ')[2]}; no question, said once")


def portal_allowed(bench: Bench) -> Outcome:
    """Allowed in the real dialog, by a command in a shell: the agent restores it, each time with the next token."""
    bench.agent.run("set", "keys-by=portal")
    dialog = Dialog(bench)
    dialog.press("Allow Remote Interaction", "Share")
    status, said = dialog.end()
    check(status == 0, f"it ended with {status}: {said}")
    check(_TOKEN.stat().st_mode & 0o777 == 0o600, "others may read the token")
    known = {name for each in _permissions(bench, "List") for name in _permissions(bench, "Lookup", each)}
    check(known == {UNIT.removeprefix("app-").removesuffix(".service")}, f"the portal knows it as {known}")
    outcome = cases.undone(NAMED["Text Editor"])(bench)
    return Outcome(f"allowed in the portal's dialog, for {', '.join(known)}", outcome.came_out)


def _permissions(bench: Bench, method: str, *key: str) -> list | dict:
    """What the desktop's store of permissions has of the table of keys."""
    name = "org.freedesktop.impl.portal.PermissionStore"
    found = bench.session.call(name, "/org/freedesktop/impl/portal/PermissionStore", name, method,
                               GLib.Variant(f"({'s' * (1 + len(key))})", ("remote-desktop", *key)))
    return found[0] if found else []


def portal_again(bench: Bench) -> Outcome:
    """Another agent, as after the next login's start, restores the session without a dialog."""
    bench.session.systemctl("restart", UNIT)
    bench.agent.wait_ready()
    outcome = cases.undone(NAMED["gedit"])(bench)
    return Outcome("the agent is started again", outcome.came_out)


def portal_revoked(bench: Bench) -> Outcome:
    """Taken back in the desktop's store of permissions: nothing, said once; allowed again, it goes on."""
    # An agent that offers Redo has a session, which stays as it is.
    bench.session.systemctl("restart", UNIT)
    bench.agent.wait_ready()
    program, times = bench.open(NAMED["Text Editor"]), Times()
    contents = program.edit()
    for each in _permissions(bench, "List"):
        _permissions(bench, "Delete", each)
    why = refused(bench, program)
    dialog = Dialog(bench)
    dialog.press("Allow Remote Interaction", "Share")
    check(dialog.end()[0] == 0, "it is not allowed again")
    # The dialog had the focus.
    until(lambda: bench.agent.run("doctor", check=False).count("focus: gnome-text-editor"), "the editor has the focus again")
    bench.undo(program, contents, times)
    program.settle(contents[-2])
    return Outcome("the permission is taken back", f"{why}; allowed again: {times}")


def _undone(*names: str) -> dict:
    return {name: cases.undone({"Kate": Kate, "KWrite": KWrite}.get(name) or NAMED[name]) for name in names}


_EDITORS = ("mousepad", "gedit", "Text Editor", "Kate", "KWrite")
_OTHERS = {"konsole": partial(cases.terminal, name="konsole"),
           "nothing to undo, mousepad": cases.nothing_to_undo(NAMED["mousepad"])}
WHOLE = {plan.key: plan for plan in (
    Plan("kwin-13", WholeKWin.name, WholeKWin, {},
         {"unit": unit} | _undone(*_EDITORS) | _OTHERS | {
             "settings": settings, "autostart": autostart, "locked": locked, "no way": no_way, "killed": restarted,
             "session ends": ended}, agent=UnitAgent),
    Plan("gnome-13", WholeShell.name, WholeShell, {},
         _undone(*_EDITORS) | {"konsole": _OTHERS["konsole"]} | {
             "portal, refused": portal_refused, "portal, allowed": portal_allowed, "portal, again": portal_again,
             "portal, revoked": portal_revoked}, ShellBanner, agent=UnitAgent),
)}
