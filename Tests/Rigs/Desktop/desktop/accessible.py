# SPDX-License-Identifier: Apache-2.0
"""The text that has the focus, as accessibility shows it: read without a key and without a change."""
import os
from collections.abc import Iterator
from dataclasses import dataclass

from gi.repository import Gio, GLib

from desktop.session import Session

_REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_CHECKED, _EDITABLE, _FOCUSED, _SENSITIVE, _SHOWING, _VISIBLE, _MANAGES_DESCENDANTS = 4, 7, 12, 24, 25, 30, 31  # AtspiStateType
_MOST_CHILDREN = 300  # to list those of Calc's tables, 2^31, would never end
_LIMIT = 3000  # nodes

Node = tuple[str, str]  # a name on accessibility's bus, and a path


@dataclass(frozen=True)
class Control:
    """What a program shows: its place is left, top, width and height in its window."""

    node: Node
    role: str
    name: str
    states: frozenset[int]
    place: tuple[int, int, int, int]

    @property
    def is_checked(self) -> bool:
        return _CHECKED in self.states

    @property
    def is_usable(self) -> bool:
        return _SENSITIVE in self.states

    @property
    def has_focus(self) -> bool:
        return _FOCUSED in self.states


class Accessibility:
    """A client of the session's accessibility bus."""

    def __init__(self, session: Session) -> None:
        address = session.bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0,
                                        5000, None).unpack()[0]
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)

    def focused_text(self, process: int) -> Node | None:
        """The editable text that has the focus in a program that `process` leads, as it does a session."""
        for node in self._nodes(process):
            states = self._states(node)
            if _FOCUSED in states and _EDITABLE in states and self._has_text(node):
                return node
        return None

    def press(self, name: str) -> bool:
        """Presses what has this name; false if it is not there."""
        for node in self._nodes():
            try:
                if self.name(node) == name and self._call(node, "org.a11y.atspi.Action", "DoAction",
                                                          GLib.Variant("(i)", (0,)))[0]:
                    return True
            except GLib.Error:
                pass  # a label of the same name, or what is around it
        return False

    def button(self, process: int, name: str) -> tuple[int, int, int, int] | None:
        """Where a button of this name is in its surface: left, top, width, height; the highest that is shown."""
        places = [self._call(node, "org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]
                  for node in self._nodes(process, shown=True) if self.name(node) == name and self._role(node) == "push button"]
        return min((place for place in places if place[0] >= 0), key=lambda place: place[1], default=None)

    def controls(self, process: int) -> list[Control]:
        """What is shown of a program that `process` leads, in the order of the tree."""
        found = []
        for node in self._nodes(process):
            role, states = self._role(node), self._states(node)
            # GTK 4.8 says of windows alone that they are showing.
            if _VISIBLE in states:
                found.append(Control(node, role, self.name(node), frozenset(states), self._extents(node)))
        return found

    def value(self, node: Node) -> float:
        """The value of a scale."""
        return self._call(node, "org.freedesktop.DBus.Properties", "Get",
                          GLib.Variant("(ss)", ("org.a11y.atspi.Value", "CurrentValue")))[0]

    def _extents(self, node: Node) -> tuple[int, int, int, int]:
        try:
            return self._call(node, "org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]
        except GLib.Error:
            return (0, 0, 0, 0)

    def name(self, node: Node) -> str:
        try:
            return self._property(node, "Name")
        except GLib.Error:
            return ""

    def with_role(self, process: int, role: str) -> Node | None:
        """An object of this role in a program that `process` leads."""
        return next((node for node in self._nodes(process) if self._role(node) == role), None)

    def cells(self, table: Node, count: int) -> list[str]:
        """The texts of the first cells of a table's first column."""
        cells = [self._call(table, "org.a11y.atspi.Table", "GetAccessibleAt", GLib.Variant("(ii)", (row, 0)))[0]
                 for row in range(count)]
        return [self.text(cell) for cell in cells]

    def text(self, node: Node) -> str:
        return self._call(node, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1)))[0]

    def _nodes(self, process: int | None = None, shown: bool = False) -> Iterator[Node]:
        """All nodes; of those below a window only what is shown."""
        waiting = [each for each in self._call(_REGISTRY, _ACCESSIBLE, "GetChildren")[0]
                   if process in (None, self._leader(each))]
        for _ in range(_LIMIT):
            if not waiting:
                return
            node = waiting.pop()
            yield node
            waiting += [each for each in self._children(node) if not shown or _SHOWING in self._states(each)]

    def _children(self, node: Node) -> list[Node]:
        try:
            count = self._property(node, "ChildCount")
            if _MANAGES_DESCENDANTS not in self._states(node):
                return self._call(node, _ACCESSIBLE, "GetChildren")[0] if count <= _MOST_CHILDREN else []
            # Of what is made when it is asked for: the paragraphs of a page, and not the cells of a table.
            numbers = range(count) if count <= _MOST_CHILDREN else ()
            return [self._call(node, _ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (each,)))[0] for each in numbers]
        except GLib.Error:
            return []  # gone meanwhile

    def _leader(self, node: Node) -> int:
        """The process that leads the session of the node's program; 0 if it is gone."""
        bus = "org.freedesktop.DBus"
        try:
            return os.getsid(self.bus.call_sync(bus, "/", bus, "GetConnectionUnixProcessID",
                                                GLib.Variant("(s)", (node[0],)), None, 0, 5000, None).unpack()[0])
        except (GLib.Error, ProcessLookupError):
            return 0

    def _states(self, node: Node) -> set[int]:
        try:
            low, high = self._call(node, _ACCESSIBLE, "GetState")[0]
        except GLib.Error:
            return set()
        return {bit for bit in range(64) if (low | high << 32) >> bit & 1}

    def _role(self, node: Node) -> str:
        try:
            return self._call(node, _ACCESSIBLE, "GetRoleName")[0]
        except GLib.Error:
            return ""

    def _property(self, node: Node, name: str) -> str | int:
        return self._call(node, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (_ACCESSIBLE, name)))[0]

    def _has_text(self, node: Node) -> bool:
        return "org.a11y.atspi.Text" in self._call(node, _ACCESSIBLE, "GetInterfaces")[0]

    def _call(self, node: Node, interface: str, method: str, parameters: GLib.Variant | None = None) -> tuple:
        return self.bus.call_sync(*node, interface, method, parameters, None, 0, 2000, None).unpack()
