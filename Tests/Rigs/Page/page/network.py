# SPDX-License-Identifier: Apache-2.0
"""A network between browser and laptop that takes its time, and breaks down for a while."""
import socket
import threading
import time


class Network:
    """Passes connections to `target` on, each way after half of `delay`, in s, until the end of `with`."""

    def __init__(self, target: tuple[str, int], delay: float = 0.0) -> None:
        self.target, self.half = target, delay / 2
        self._back = 0.0  # the end of the outage, by time.monotonic()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    def fail(self, seconds: float) -> None:
        """Holds all up from now on."""
        self._back = time.monotonic() + seconds

    def _serve(self) -> None:
        while True:
            try:
                phone, _ = self._server.accept()
                laptop = socket.create_connection(self.target)
            except OSError:
                return
            for one, other in ((phone, laptop), (laptop, phone)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        waiting: list[tuple[float, bytes]] = []
        changed = threading.Condition()

        def read() -> None:
            while True:
                try:
                    data = one.recv(65536)
                except OSError:
                    data = b""
                with changed:
                    waiting.append((time.monotonic() + self.half, data))
                    changed.notify()
                if not data:
                    return

        threading.Thread(target=read, daemon=True).start()
        while True:
            with changed:
                changed.wait_for(lambda: waiting)
                due, data = waiting.pop(0)
            while (rest := max(due, self._back) - time.monotonic()) > 0:
                time.sleep(rest)
            try:
                if not data:
                    return other.shutdown(socket.SHUT_WR)
                other.sendall(data)
            except OSError:
                return
