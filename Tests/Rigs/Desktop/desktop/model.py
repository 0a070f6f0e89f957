# SPDX-License-Identifier: Apache-2.0
"""Random sessions as data: what is done in one, and what may change in it. Pure."""
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from shared.report import check

_QT = "featherpad"  # whose new document is closed by another key, and which adds an empty line as it saves: an edit of its own
_FILES = ("mousepad 1", "mousepad 2", "pluma 1", "pluma 2", _QT)
KEYED = "keyed"  # an editor that obeys a key, and that goes to whoever has the focus
EDITORS = (*_FILES, KEYED)
OTHERS = ("terminal", "password", "field", "dialog")
LOCKER = "locker"
NEW = "a new document"  # in the same window
_WORDS = ("alder", "birch", "cedar", "elm", "hazel", "larch", "maple", "oak", "rowan", "yew")
_LEAST_RIGHT = 0.95  # of the sessions in which nothing moved, without load


@dataclass(frozen=True)
class Move:
    """The focus goes to a window or a new document, or the locker comes, `offset` s after an event.

    The event is the shake, its question or the answer.
    """

    event: str
    offset: float
    window: str

    def __str__(self) -> str:
        return f"{self.window} at {self.event} {self.offset:+.3f} s"


@dataclass(frozen=True)
class Plan:
    """The steps of a session."""

    window: str
    word: str
    trigger: str  # "shake" or "now"
    saves: bool  # between question and answer
    finds: bool  # a word is typed into the find bar after the edit, which has the focus then
    moves: tuple[Move, ...]
    answer: str  # "undo", "no" or "none"
    delay: float  # s from the question to the answer

    def __str__(self) -> str:
        typed = f"'{self.word}' in {self.window}" if self.window in EDITORS else self.window
        return "; ".join([typed, *(["find bar"] if self.finds else []), self.trigger, *(["saved"] if self.saves else []),
                          *map(str, self.moves),
                          f"{self.answer} after {self.delay:.3f} s"])


def plan(seed: int, number: int) -> Plan:
    """The session of this number: each is drawn by itself, so that one can be run again alone."""
    random = Random(f"{seed}/{number}")
    window = random.choice(EDITORS * 3 + OTHERS)
    moves = ()
    if random.random() < 0.5:
        event = random.choice(("shake", "question", "answer", "answer"))
        # Where the agent looks and acts some ms are what counts.
        near = random.choice(((-0.06, 0.06), (0, 0.04), (0, 0.04), (-0.5, 0.5))) if event == "answer" else (-0.5, 0.5)
        offset = random.uniform(*near)
        there = random.choice([each for each in EDITORS + OTHERS + (LOCKER,) if each != window]
                              + [LOCKER] + [NEW] * 3 * (window in _FILES and window != _QT))
        moves = (Move(event, offset, there),)
        if there not in (LOCKER, NEW) and random.random() < 0.3:
            moves += (Move(event, offset + random.uniform(0.02, 0.3), window),)
    # Not two at once: their keys would be mixed.
    is_alone = window in _FILES and NEW not in (each.window for each in moves)
    saves = is_alone and random.random() < 0.15 and window != _QT
    finds = is_alone and not saves and random.random() < 0.2
    answer = random.choices(("undo", "no", "none"), (8, 1, 1))[0]
    return Plan(window, random.choice(_WORDS), random.choice(("shake", "shake", "now")),
                saves, finds, moves, answer, random.uniform(0.05, 1))


@dataclass(frozen=True)
class Focus:
    """A window that may have had the focus from `since` to `until`, in s."""

    window: str
    since: float
    until: float

    def meets(self, time: tuple[float, float]) -> bool:
        return self.since <= time[1] and time[0] <= self.until


@dataclass(frozen=True)
class Course:
    """What came of a plan: who had the focus when, and when it was shaken, answered and done, in s."""

    plan: Plan
    focus: tuple[Focus, ...]
    looked: tuple[float, float]  # while the agent may have looked what a shake is about
    acted: tuple[float, float] | None  # while it may have acted; None if nobody answered Undo
    locked: tuple[float, float] | None = None  # when the locker may have had the keyboard at first, and when it had it

    def may_change(self) -> set[str]:
        """The windows whose last edit may be undone: one that had the focus at the shake and at the answer.

        While its find bar has the focus, the edit of the document is not the last one.
        """
        if self.acted is None or self.locked is not None and self.locked[1] < self.acted[0]:
            return set()
        return {window for window in EDITORS
                if not (self.plan.finds and window == self.plan.window)
                and any(each.window == window and each.meets(self.looked) for each in self.focus)
                and any(each.window == window and each.meets(self.acted) for each in self.focus)}

    def is_eligible(self) -> bool:
        """Whether the last edit has to be undone: nothing moved between the shake and the act."""
        if self.acted is None or self.plan.finds or self.plan.window not in EDITORS:
            return False
        whole = (self.looked[0], self.acted[1])
        return (self.locked is None or self.locked[0] > whole[1]) and \
            {each.window for each in self.focus if each.meets(whole)} == {self.plan.window}


@dataclass(frozen=True)
class Edits:
    """The texts of an editor: now, and before its last edit."""

    now: str
    former: str


@dataclass(frozen=True)
class Verdict:
    """What was wrong, in words, and whether the last edit was undone where it had to be (None: nothing had to)."""

    wrong: tuple[str, ...]
    right: bool | None


def judge(course: Course, before: dict[str, str], undone: dict[str, Edits], after: dict[str, str]) -> Verdict:
    """Compares all contents before and after with what may change; `undone` are those of the editors."""
    allowed = course.may_change()
    wrong = tuple(
        f"{name}: '{before[name]}' became '{after[name]}'" for name in before
        if after[name] != before[name] and not (name in allowed and after[name] == undone[name].former))
    eligible = course.is_eligible()
    right = after[course.plan.window] == undone[course.plan.window].former if eligible else None
    return Verdict(wrong, right)


def share(rights: Sequence[bool]) -> str:
    return f"{sum(rights)} of {len(rights)}" + (f" ({100 * sum(rights) / len(rights):.1f} %)" if rights else "")


def suffices(rights: Sequence[bool]) -> bool:
    """Whether enough acts were right; of none, no."""
    return bool(rights) and sum(rights) >= _LEAST_RIGHT * len(rights)


def check_model() -> None:
    """Shows the model courses of which it is known what is wrong: one that lets all pass, or nothing, does not pass."""
    first, second = EDITORS[0], EDITORS[1]
    texts = {first: Edits("a one", "a"), second: Edits("b two", "b")}
    before = {first: "a one", second: "b two", "terminal": "running"}

    def course(*focus: tuple[str, float, float], answered: bool = True, locked: tuple[float, float] | None = None,
               window: str = first, finds: bool = False) -> Course:
        return Course(Plan(window, "one", "shake", False, finds, (), "undo", 0.1), tuple(Focus(*each) for each in focus),
                      (1, 1.2), (2, 2.3) if answered else None, locked)

    stays, leaves = (first, 0, 9), (first, 0, 1.5)
    moved = (leaves, (second, 1.5, 9))
    unsure = ((first, 0, 2.1), (second, 2.05, 9))
    returns = (leaves, (second, 1.5, 1.8), (first, 1.8, 9))
    cases = [  # what happened, what changed, wrong acts, right
        ("undone where the focus stayed", course(stays), {first: "a"}, 0, True),
        ("nothing where the focus stayed", course(stays), {}, 0, False),
        ("two edits", course(stays), {first: ""}, 1, False),
        ("the other window", course(stays), {second: "b"}, 1, False),
        ("a stopped job", course(stays), {"terminal": "stopped"}, 1, False),
        ("no answer", course(stays, answered=False), {first: "a"}, 1, None),
        ("no answer, and nothing", course(stays, answered=False), {}, 0, None),
        ("the window that was left", course(*moved), {first: "a"}, 1, None),
        ("the window that it moved to", course(*moved), {second: "b"}, 1, None),
        ("a move, and nothing", course(*moved), {}, 0, None),
        ("undone just before a move", course(*unsure), {first: "a"}, 0, None),
        ("undone in the window of a late move", course(*unsure), {second: "b"}, 1, None),
        ("undone where the focus came back", course(*returns), {first: "a"}, 0, None),
        ("undone before a move", course((first, 0, 3), (second, 3, 9)), {first: "a"}, 0, True),
        ("a new document", course(leaves, (NEW, 1.5, 9)), {first: "a"}, 1, None),
        ("behind a locker", course(stays, locked=(1.5, 1.6)), {first: "a"}, 1, None),
        ("before a locker", course(stays, locked=(1.9, 2.1)), {first: "a"}, 0, None),
        ("the document behind a find bar", course(stays, finds=True), {first: "a"}, 1, None),
        ("nothing behind a find bar", course(stays, finds=True), {}, 0, None),
        ("a terminal", course(("terminal", 0, 9), window="terminal"), {"terminal": "stopped"}, 1, None)]
    for name, happened, changes, wrong, right in cases:
        verdict = judge(happened, before, texts, before | changes)
        check((len(verdict.wrong), verdict.right) == (wrong, right), f"the model is broken: {name}: {verdict}")
    check(plan(1, 7) == plan(1, 7) != plan(2, 7) and len({plan(1, each) for each in range(50)}) == 50,
          "the model is broken: a seed and a number do not name one session")
    check(suffices([True] * 19 + [False]) and not suffices([True] * 18 + [False] * 2) and not suffices([]),
          "the model is broken: 95 %")
