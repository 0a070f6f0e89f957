#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes what the app Sensor Logger pushes over HTTP, and writes it as a recording.

The sensors Accelerometer, which is without gravity, and Gravity have to be on: their sum is the acceleration.

Usage: sensor_logger.py PORT
"""
import bisect
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

MOST = 4_000_000
NEAR = 50_000_000  # ns, in which gravity hardly changes


class Push(BaseHTTPRequestHandler):
    last = 0
    alone = 0  # readings without the other sensor's near them, since the last that had one
    parts: dict[str, dict[int, dict[str, float]]] = {"accelerometer": {}, "gravity": {}}

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        if not 0 < size <= MOST:
            return self.send_error(413)
        try:
            for item in json.loads(self.rfile.read(size))["payload"]:
                if item["name"] in self.parts:
                    self.parts[item["name"]][int(item["time"])] = {axis: float(item["values"][axis]) for axis in "xyz"}
        except (ValueError, KeyError, TypeError) as error:
            return self.send_error(400, f"not of Sensor Logger: {error}")
        self.write()
        self.send_response(200)
        self.end_headers()

    def write(self) -> None:
        """Adds to each acceleration the gravity of the nearest time: some phones stamp the two alike, some do not."""
        user, gravity = self.parts["accelerometer"], self.parts["gravity"]
        times = sorted(gravity)
        for time in sorted(user):
            place = bisect.bisect_left(times, time)
            if place == len(times) and len(user) < 1000:
                break  # A nearer one may come with the next push.
            near = min(times[max(0, place - 1):place + 1], key=lambda each: abs(each - time), default=None)
            if near is None or abs(near - time) > NEAR:
                self.miss(near, time)
            elif time > Push.last:
                print(time, *(user[time][axis] + gravity[near][axis] for axis in "xyz"), sep=",", flush=True)
                Push.last, Push.alone = time, 0
            del user[time]
        oldest = min(user, default=Push.last) - NEAR
        for time in [time for time in times if time < oldest or len(times) > 10_000]:
            del gravity[time]

    def miss(self, near: int | None, time: int) -> None:
        """Says so once if nothing fits, of the hundredth reading."""
        Push.alone += 1
        if Push.alone == 100:
            why = "no Gravity comes" if near is None else f"the nearest Gravity is {abs(near - time) / 1e6:.0f} ms away"
            print(f"no reading: {why}; switch Accelerometer and Gravity on in the app, at one rate", file=sys.stderr,
                  flush=True)

    def log_message(self, *_: object) -> None:
        pass


server = HTTPServer(("", int(sys.argv[1])), Push)
print(f"listening on port {server.server_port}", file=sys.stderr, flush=True)
print("timestamp_ns,x,y,z", flush=True)
server.serve_forever()
