# SPDX-License-Identifier: Apache-2.0
"""A client of a Wayland compositor that presses keys: as much of the protocol as that needs."""
import array
import ctypes
import os
import socket
import struct
import time
from pathlib import Path

CONTROL, SHIFT, ALT = 4, 1, 8
_MODIFIERS = {29: CONTROL, 42: SHIFT, 56: ALT}


class Compositor:
    """A connection, and what the compositor offers."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._socket.settimeout(10)
        self._unread, self._last, self.offers = b"", 1, {}
        self.registry = self.new()
        self.send(1, 1, struct.pack("=I", self.registry))
        self.wait()

    def close(self) -> None:
        self._socket.close()

    def new(self) -> int:
        self._last += 1
        return self._last

    def bind(self, interface: str, version: int) -> int:
        if interface not in self.offers:
            raise AssertionError(f"the compositor has no {interface}")
        bound, (name, offered) = self.new(), self.offers[interface]
        text = interface.encode() + b"\0"
        self.send(self.registry, 0, struct.pack("=II", name, len(text)) + text + b"\0" * (-len(text) % 4)
                  + struct.pack("=II", min(version, offered), bound))
        return bound

    def send(self, target: int, request: int, body: bytes, descriptor: int | None = None) -> None:
        message = struct.pack("=IHH", target, request, 8 + len(body)) + body
        passed = [] if descriptor is None else [
            (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]).tobytes())]
        self._socket.sendmsg([message], passed)

    def wait(self) -> None:
        """Waits until the compositor has done all that was sent."""
        done = self.new()
        self.send(1, 0, struct.pack("=I", done))
        while True:
            target, event, body = self._receive()
            if target == done:
                return
            if target == 1 and event == 0:
                code, length = struct.unpack_from("=II", body, 4)
                raise AssertionError(f"the compositor refused: {body[12:11 + length].decode()} ({code})")
            if target == self.registry and event == 0:
                name, length = struct.unpack_from("=II", body)
                version, = struct.unpack_from("=I", body, 8 + (length + 3) // 4 * 4)
                self.offers[body[8:7 + length].decode()] = (name, version)

    def _receive(self) -> tuple[int, int, bytes]:
        while len(self._unread) < 8 or len(self._unread) < struct.unpack_from("=IHH", self._unread)[2]:
            if not (chunk := self._socket.recv(65536)):
                raise AssertionError("the compositor closed the connection")
            self._unread += chunk
        target, event, size = struct.unpack_from("=IHH", self._unread)
        body, self._unread = self._unread[8:size], self._unread[size:]
        return target, event, body


def keymap(layout: str = "us") -> bytes:
    """The text of a whole keymap, by libxkbcommon."""
    library = ctypes.CDLL("libxkbcommon.so.0")
    for function in (library.xkb_context_new, library.xkb_keymap_new_from_names, library.xkb_keymap_get_as_string):
        function.restype = ctypes.c_void_p
    names = (ctypes.c_char_p * 5)(None, None, layout.encode(), None, None)
    context = ctypes.c_void_p(library.xkb_context_new(0))
    built = ctypes.c_void_p(library.xkb_keymap_new_from_names(context, names, 0))
    return ctypes.string_at(library.xkb_keymap_get_as_string(built, 1)) + b"\0"


def _now() -> int:
    """The time of an event, in ms."""
    return time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF


class VirtualKeyboard:
    """A keyboard of zwp_virtual_keyboard_v1, as wlroots has it, with a whole keymap."""

    def __init__(self, compositor: Compositor, layout: str = "us") -> None:
        self._compositor, self._modifiers = compositor, 0
        seat = compositor.bind("wl_seat", 1)
        manager = compositor.bind("zwp_virtual_keyboard_manager_v1", 1)
        self._keyboard = compositor.new()
        compositor.send(manager, 0, struct.pack("=II", seat, self._keyboard))
        text = keymap(layout)
        descriptor = os.memfd_create("keymap")
        os.write(descriptor, text)
        compositor.send(self._keyboard, 0, struct.pack("=II", 1, len(text)), descriptor)
        compositor.wait()
        os.close(descriptor)

    def send(self, code: int, is_down: bool) -> None:
        self._compositor.send(self._keyboard, 1, struct.pack("=III", _now(), code, is_down))
        if modifier := _MODIFIERS.get(code, 0):
            self._modifiers = self._modifiers | modifier if is_down else self._modifiers & ~modifier
            self._compositor.send(self._keyboard, 2, struct.pack("=IIII", self._modifiers, 0, 0, 0))
        self._compositor.wait()


class VirtualPointer:
    """A mouse of zwlr_virtual_pointer_v1, as wlroots has it, on a screen of this size."""

    def __init__(self, compositor: Compositor, width: int, height: int) -> None:
        self._compositor, self._size = compositor, (width, height)
        seat = compositor.bind("wl_seat", 1)
        manager = compositor.bind("zwlr_virtual_pointer_manager_v1", 1)
        self._pointer = compositor.new()
        compositor.send(manager, 0, struct.pack("=II", seat, self._pointer))
        compositor.wait()

    def move(self, x: int, y: int) -> None:
        self._send(1, struct.pack("=IIIII", _now(), x, y, *self._size))

    def button(self, is_down: bool) -> None:
        """Presses or releases the left button (BTN_LEFT)."""
        self._send(2, struct.pack("=III", _now(), 0x110, is_down))

    def _send(self, request: int, body: bytes) -> None:
        self._compositor.send(self._pointer, request, body)
        self._compositor.send(self._pointer, 4, b"")  # frame
        self._compositor.wait()


def _finger(x: int, y: int) -> bytes:
    return struct.pack("=Iii", 0, x << 8, y << 8)


class FakeInput:
    """A keyboard and a touch screen of org_kde_kwin_fake_input, as KWin has them for tests."""

    def __init__(self, compositor: Compositor) -> None:
        self._compositor = compositor
        self._input = compositor.bind("org_kde_kwin_fake_input", 4)
        compositor.send(self._input, 0, struct.pack("=I", 8) + b"motiond\0" + struct.pack("=I", 6) + b"tests\0\0\0")
        compositor.wait()

    def send(self, code: int, is_down: bool) -> None:
        # keyboard_key: a key by its Linux number, since version 4.
        self._compositor.send(self._input, 10, struct.pack("=II", code, is_down))
        self._compositor.wait()

    def touch(self, x: int, y: int, *others: tuple[int, int]) -> None:
        """Puts a finger there, moves it to the others, and lifts it: touch_down, touch_motion and touch_up, each with a touch_frame."""
        moves = [(5, _finger(*place)) for place in others]
        for request, body in ((4, _finger(x, y)), *moves, (6, struct.pack("=I", 0))):
            self._compositor.send(self._input, request, body)
            self._compositor.send(self._input, 8, b"")
            self._compositor.wait()
