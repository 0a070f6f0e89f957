# SPDX-License-Identifier: Apache-2.0
"""A laptop that follows the page's protocol as far as the page can tell, and fails as it is told to."""
import json
import secrets
import sys
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PHONE = Path(__file__).resolve().parents[4] / "Bridges/phone-accelerometer/Sources/PhoneProtocol"
POLICY = ("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")
# What becomes of a POST: answered, refused with a status, lost on its way, or taken with its answer lost.
ANSWER, LOSE, LOSE_ANSWER = "answer", "lose", "lose the answer"
Fate = Callable[[int], "str | int"]


def page(nonce: str) -> str:
    """The page, as PageAnswer makes it."""
    text = (PHONE / "page.html").read_text()
    for module in PHONE.glob("*.js"):
        text = text.replace(f"{module.stem.upper()}_JS", module.read_text().replace("\nexport ", "\n"))
    return text.replace("NONCE", nonce)


class Laptop:
    """A server on loopback until the end of `with`."""

    def __init__(self) -> None:
        self.path = "/" + secrets.token_hex(16)
        self.events: list[dict] = []
        self.posts: list[dict] = []
        self.taken: list[list[float | None]] = []  # readings, by their number
        self.gets: list[str] = []
        self.fate: Fate = lambda number: ANSWER
        self.delay = 0.0
        self.tells = True
        self.largest = self.most_at_once = self._at_once = 0
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"laptop": self}))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "Laptop":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        return self.on("127.0.0.1")

    def on(self, host: str) -> str:
        return f"http://{host}:{self._server.server_port}{self.path}"

    def tell(self, **event: object) -> None:
        """Adds an event, which goes with the next answer."""
        self.events.append({"number": len(self.events) + 1} | event)

    def take(self, body: bytes) -> tuple["str | int", dict]:
        """What becomes of a POST, and its answer."""
        with self.lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            self.largest = max(self.largest, len(body))
        time.sleep(self.delay)
        with self.lock:
            self._at_once -= 1
            post = json.loads(body)
            fate = self.fate(len(self.posts))
            self.posts.append(post)
            if fate in (ANSWER, LOSE_ANSWER):
                self.taken += [[None] * 4] * (post["oldest"] - len(self.taken))  # which the page forgot
                # What comes too early is not taken, and comes again.
                if post["first"] <= len(self.taken):
                    self.taken += post["readings"][len(self.taken) - post["first"]:]
                # Also events that it has shown.
                return fate, {"next": len(self.taken), "time": time.monotonic() * 1000, "tells": self.tells,
                              "events": self.events}
            return fate, {"busy": True} if fate == 409 else {"problem": "'seen' is out of range"}


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing of a browser that is gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    laptop: Laptop
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.laptop.gets.append(self.path)
        if self.path != self.laptop.path:
            return self._answer(404, b"")
        nonce = secrets.token_hex(16)
        self._answer(200, page(nonce).encode(), "text/html; charset=utf-8", POLICY.format(nonce))

    def do_POST(self) -> None:
        fate, content = self.laptop.take(self.rfile.read(int(self.headers["Content-Length"])))
        if fate in (LOSE, LOSE_ANSWER):
            self.close_connection = True
        elif fate == 404:
            self._answer(404, b"")
        else:
            self._answer(200 if fate == ANSWER else fate, json.dumps(content).encode())

    def _answer(self, status: int, body: bytes, kind: str = "application/json", policy: str = "") -> None:
        headers = {"Content-Type": kind, "Content-Length": len(body), "Content-Security-Policy": policy,
                   "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)
