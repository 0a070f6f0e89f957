#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the three numbers of each OSC message that has the address ADDRESS.

Usage: osc_lines.py PORT ADDRESS, such as osc_lines.py 9000 /gyrosc/accel
"""
import socket
import struct
import sys


def text(packet: bytes, start: int) -> tuple[bytes, int]:
    """The text there, and where the next field begins: at a multiple of four bytes."""
    end = packet.index(b"\0", start)
    return packet[start:end], end // 4 * 4 + 4


def show(packet: bytes, address: bytes) -> None:
    name, start = text(packet, 0)
    if name == b"#bundle":
        start = 16
        while start < len(packet):
            (size,) = struct.unpack_from(">I", packet, start)
            if size == 0:
                raise ValueError("an empty element of a bundle")
            show(packet[start + 4:start + 4 + size], address)
            start += 4 + size
    elif name == address:
        types, start = text(packet, start)
        if types == b",fff":
            print(*struct.unpack_from(">fff", packet, start), flush=True)


with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
    server.bind(("", int(sys.argv[1])))
    print(f"listening on port {server.getsockname()[1]}", file=sys.stderr, flush=True)
    while True:
        try:
            show(server.recv(65536), sys.argv[2].encode())
        except (ValueError, struct.error, RecursionError) as error:
            print(f"a packet that is no OSC: {error}", file=sys.stderr, flush=True)
