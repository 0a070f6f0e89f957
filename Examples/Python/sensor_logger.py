#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes what the app Sensor Logger pushes over HTTP, and writes it as a recording.

The sensors Accelerometer, which is without gravity, and Gravity have to be on: their sum is the acceleration.

Usage: sensor_logger.py PORT
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

MOST = 4_000_000


class Push(BaseHTTPRequestHandler):
    last = 0
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
        user, gravity = self.parts["accelerometer"], self.parts["gravity"]
        for time in sorted(user.keys() & gravity.keys()):
            if time > Push.last:
                print(time, *(user[time][axis] + gravity[time][axis] for axis in "xyz"), sep=",", flush=True)
                Push.last = time
        for part in user, gravity:
            # What has no partner yet may get one with the next push.
            for time in [time for time in part if time <= Push.last or len(part) > 10_000]:
                del part[time]

    def log_message(self, *_: object) -> None:
        pass


server = HTTPServer(("", int(sys.argv[1])), Push)
print(f"listening on port {server.server_port}", file=sys.stderr, flush=True)
print("timestamp_ns,x,y,z", flush=True)
server.serve_forever()
