#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The motions of a recording as JSON lines, with libmotion and ctypes.

Usage: motion_lines.py RECORDING [OPTION...], such as motion_lines.py samples/short-shake.csv --motions all
"""
import ctypes
import sys
from collections.abc import Iterator
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_void_p

LINE_SIZE, PROBLEM_SIZE = 2048, 1024
PHASES = {1: "began", 2: "ended", 3: "cancelled", 4: "recognized"}


class Field(ctypes.Structure):
    _fields_ = [("key", c_char * 24), ("type", c_int32), ("reserved", c_int32), ("integer", c_int64),
                ("number", c_double * 3), ("word", c_char * 24)]

    def value(self) -> object:
        return {1: self.integer, 2: self.number[0], 3: list(self.number), 4: self.word.decode(),
                5: bool(self.integer)}[self.type]


class Event(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("phase", c_int32), ("reason", c_int32), ("field_count", c_int32),
                ("time", c_int64), ("fields", Field * 16)]

    def values(self) -> dict[str, object]:
        return {field.key.decode(): field.value() for field in self.fields[:self.field_count]}


library = ctypes.CDLL("libmotion.so.0")
library.motion_make.restype = c_void_p
library.motion_make.argtypes = [POINTER(c_char_p), c_char_p, POINTER(c_char), c_size_t]
library.motion_feed.argtypes = [c_void_p, c_int64, c_double, c_double, c_double]
library.motion_end.argtypes = [c_void_p]
library.motion_next.argtypes = [c_void_p, POINTER(Event), POINTER(c_char), c_size_t]
library.motion_name.restype = c_char_p
library.motion_name.argtypes = [c_int]
library.motion_free.argtypes = [c_void_p]


class Motions:
    """A recognizer. Its methods give each event with its line."""

    def __init__(self, options: list[str], source: str):
        words = [word.encode() for word in options]
        problem = ctypes.create_string_buffer(PROBLEM_SIZE)
        self.handle = library.motion_make((c_char_p * (len(words) + 1))(*words, None), source.encode(), problem,
                                          PROBLEM_SIZE)
        if not self.handle:
            raise ValueError(problem.value.decode())

    def __del__(self) -> None:
        library.motion_free(self.handle)

    def feed(self, nanoseconds: int, x: float, y: float, z: float) -> Iterator[tuple[Event, str]]:
        library.motion_feed(self.handle, nanoseconds, x, y, z)
        return self.events()

    def end(self) -> Iterator[tuple[Event, str]]:
        library.motion_end(self.handle)
        return self.events()

    def events(self) -> Iterator[tuple[Event, str]]:
        event, line = Event(), ctypes.create_string_buffer(LINE_SIZE)
        while library.motion_next(self.handle, event, line, LINE_SIZE) > 0:
            yield event, line.value.decode()


def play(path: str, options: list[str]) -> Iterator[tuple[Event, str]]:
    """The events of a recording."""
    motions = Motions(options, path)
    with open(path) as file:
        for text in file:
            parts = text.split(",")
            if not text.startswith("#") and parts[0] != "timestamp_ns":
                yield from motions.feed(int(parts[0]), *map(float, parts[1:4]))
    yield from motions.end()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        for event, line in play(sys.argv[1], sys.argv[2:]):
            print(line)
            if library.motion_name(event.kind) == b"shake" and PHASES[event.phase] == "ended":
                print(f"a shake of {event.values()['swings']} swings", file=sys.stderr)
    except ValueError as error:
        sys.exit(f"motion_lines.py: {error}")
