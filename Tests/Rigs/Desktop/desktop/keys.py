# SPDX-License-Identifier: Apache-2.0
"""Keys by their places on a keyboard, for desktops that xdotool does not reach."""
import time
from collections.abc import Callable

_ROWS = {16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
# Linux' numbers of keys (input-event-codes.h).
CODES = {letter: first + place for first, row in _ROWS.items() for place, letter in enumerate(row)} | {
    "Escape": 1, "BackSpace": 14, "Tab": 15, "Return": 28, "\n": 28, "ctrl": 29, "shift": 42, ".": 52, "alt": 56,
    "space": 57, " ": 57, "F2": 60, "Home": 102, "Left": 105, "Right": 106, "End": 107, "Down": 108, "Delete": 111, "super": 125}


class Keyboard:
    """A keyboard that is pressed by `send(code, is_down)`."""

    def __init__(self, send: Callable[[int, bool], None], settling: float = 0.004) -> None:
        self._send, self._settling = send, settling

    def type(self, text: str) -> None:
        for letter in text:
            self._stroke([CODES["shift"]] * letter.isupper() + [CODES[letter.lower()]])

    def press(self, *keys: str) -> None:
        """Presses keys together, such as ctrl+End."""
        for key in keys:
            self._stroke([CODES[name] for name in key.split("+")])

    def _stroke(self, codes: list[int]) -> None:
        for is_down, each in ((True, codes), (False, codes[::-1])):
            for code in each:
                self._send(code, is_down)
                # Compositors drop keys that come at once with others.
                time.sleep(self._settling)
