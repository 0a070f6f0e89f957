# SPDX-License-Identifier: Apache-2.0
"""What a case has at hand: a desktop, the agent, and whoever shows its questions."""
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from shared.report import check

from desktop.agent import Agent
from desktop.program import Program
from desktop.questions import Notifications, Shown

NOTHING = r"\bnothing\b"  # what the agent explains where it leaves all as it is


@dataclass
class Times:
    """How long it took, in ms: from the begin of a shake until the program was known, from its end, from an answer."""

    survey: list[float] = field(default_factory=list)
    question: list[float] = field(default_factory=list)
    undone: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return ", ".join(f"{name} {median(values):.0f} ms (worst {max(values):.0f})"
                         for name, values in (("known after", self.survey), ("question after", self.question),
                                              ("undone after", self.undone)) if values)


@dataclass
class Bench:
    """A desktop with the agent in it, and a server of notifications that keeps and answers them."""

    desktop: object
    agent: Agent
    notifications: Notifications | Shown
    output: Path
    is_short: bool = False
    opened: list[Program] = field(default_factory=list)

    @property
    def session(self):
        return self.desktop.session

    def open(self, kind: type[Program]) -> Program:
        program = kind(self.session, self.desktop)
        self.opened.append(program)
        return program

    def clear(self) -> None:
        """Closes what a case left open."""
        while self.opened:
            self.opened.pop().close()

    def picture(self, name: str) -> None:
        if hasattr(self.desktop, "picture"):
            self.desktop.picture(self.output / f"{name}.png")

    def ask(self, times: Times | None = None):
        """Shakes, and waits for the question."""
        seen = self.notifications.mark()
        ended = self.session.shake()
        question = self.notifications.wait(seen)
        if times:
            times.question.append((question.time_ns - ended) / 1e6)
        return question

    def undo(self, program: Program, contents: list[str], times: Times) -> str:
        """Shakes, answers, and waits until the last edit is undone, and nothing else: the question."""
        question = self.ask(times)
        answered = self.notifications.answer(question)
        times.undone.append((program.wait_content(contents[-2]) - answered) / 1e6)
        return question.summary

    def nothing(self, program: Program, pattern: str = NOTHING) -> str:
        """Shakes, and waits until the agent has said why it does nothing."""
        seen, said = len(self.notifications.shown), self.agent.said()
        self.session.shake()
        why = self.agent.wait_explained(said, pattern)
        # What comes before this call has been done by then: the end of the shake too, and a second look.
        self.agent.run("status")
        why = self.agent.explained(said, pattern) or why
        check(not [each for each in self.notifications.shown[seen:] if each.is_question],
              f"{program.name}: there was a question")
        return why
