#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Undoes one edit at each shake, in a program of asyncio, by D-Bus alone. It needs python3-dbus-fast.

MOTIOND_BUS=session takes a motiond that you started yourself, instead of the system bus.
"""
import asyncio
import os
import sys

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

NAME, PATH = "org.motiond.Motion1", "/org/motiond/Motion1"
BUS = {"system": BusType.SYSTEM, "session": BusType.SESSION}
MATCHES = (
    f"type='signal',sender='{NAME}',interface='{NAME}',member='MotionEnded'",
    f"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='{NAME}'",
)


class ShakeUndo:
    def __init__(self, bus: MessageBus) -> None:
        self.bus = bus
        self.edits = ["Eggs", "Milk"]  # The edits of your app.
        self.owner = ""  # motiond's unique name: the sender to trust.
        self.claims: set[asyncio.Task] = set()

    async def call(self, name: str, path: str, member: str, signature: str, body: list) -> Message:
        answer = await self.bus.call(
            Message(destination=name, path=path, interface=name, member=member, signature=signature, body=body))
        if answer.message_type == MessageType.ERROR:
            raise RuntimeError(answer.body[0])
        return answer

    async def claim(self) -> None:
        options = {"motions": Variant("as", ["shake"]), "window": Variant("d", 1.0)}
        try:
            await self.call(NAME, PATH, "Claim", "a{sv}", [options])
            print("claimed", flush=True)
        except RuntimeError as error:
            print(f"not claimed: {error}", file=sys.stderr)

    def heard(self, message: Message) -> None:
        # Any program on the bus can send a signal that looks the same.
        if message.member == "MotionEnded" and message.sender == self.owner:
            motion, _, details = message.body
            if "late_ms" in details:
                return print(f"{motion} ended too late", flush=True)
            done = f"undid {self.edits.pop()}" if self.edits else "nothing to undo"
            print(f"{motion} ended, {details['swings'].value} swings: {done}", flush=True)
        elif message.member == "NameOwnerChanged" and message.sender == "org.freedesktop.DBus":
            _, _, self.owner = message.body
            if self.owner:
                task = asyncio.ensure_future(self.claim())
                self.claims.add(task)
                task.add_done_callback(self.claims.discard)

    async def run(self) -> None:
        self.bus.add_message_handler(self.heard)
        daemon = "org.freedesktop.DBus", "/org/freedesktop/DBus"
        for match in MATCHES:
            await self.call(*daemon, "AddMatch", "s", [match])
        if (await self.call(*daemon, "NameHasOwner", "s", [NAME])).body[0]:
            self.owner = (await self.call(*daemon, "GetNameOwner", "s", [NAME])).body[0]
            await self.claim()
        else:  # It is claimed once it is there, as after each of its restarts.
            try:
                await self.call(*daemon, "StartServiceByName", "su", [NAME, 0])
            except RuntimeError:
                print("waiting for motiond", flush=True)
        await self.bus.wait_for_disconnect()


async def main() -> None:
    word = os.environ.get("MOTIOND_BUS", "system")
    if word not in BUS:
        sys.exit(f"MOTIOND_BUS is system or session, not {word}")
    await ShakeUndo(await MessageBus(bus_type=BUS[word]).connect()).run()


try:
    asyncio.run(main())
except (RuntimeError, OSError, EOFError) as problem:
    sys.exit(f"shake_undo_asyncio: {problem}")
except KeyboardInterrupt:
    pass
