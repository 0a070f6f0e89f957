// SPDX-License-Identifier: Apache-2.0
// The curve: three axes over time, swings as blocks below them, and motions as lines with their names.

const top = 26, most = 30; // pixels for names; m/s² at the edges, unless there is more

/** Draws readings from `start` to `end`, in ms. */
export function draw(canvas, readings, { start, end, swings, events, label }) {
  const scale = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  }
  const pen = canvas.getContext("2d"), style = getComputedStyle(canvas), color = (name) => style.getPropertyValue(name);
  const first = readings.findIndex(({ time }) => time >= start), shown = first < 0 ? [] : readings.slice(Math.max(0, first - 1));
  const largest = shown.reduce((sum, { x, y, z }) => Math.max(sum, Math.abs(x), Math.abs(y), Math.abs(z)), most);
  const across = (time) => width * (time - start) / Math.max(1, end - start);
  const middle = (height + top) / 2, up = (value) => middle - value / largest * (height - top) / 2;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = color("--swing");
  for (const swing of swings) {
    const share = Math.min(1, swing.amplitude / (2 * largest)) * (height - top) / 2;
    pen.fillRect(across(swing.start), middle - share, Math.max(1, across(swing.end) - across(swing.start) - 1), 2 * share);
  }
  pen.strokeStyle = color("--line");
  pen.lineWidth = 1;
  for (const value of [-20, -10, 0, 10, 20]) {
    pen.beginPath(); pen.moveTo(0, up(value)); pen.lineTo(width, up(value)); pen.stroke();
  }
  pen.lineWidth = 1.5;
  const gap = shown.length > 1 ? Math.max(250, 4 * (shown.at(-1).time - shown[0].time) / shown.length) : 250;
  for (const axis of ["x", "y", "z"]) {
    pen.strokeStyle = color(`--${axis}`);
    pen.beginPath();
    let last = -Infinity;
    for (const reading of shown) {
      if (reading.time - last > gap) pen.moveTo(across(reading.time), up(reading[axis]));
      else pen.lineTo(across(reading.time), up(reading[axis]));
      last = reading.time;
    }
    pen.stroke();
  }
  pen.font = "13px system-ui, sans-serif";
  let free = -Infinity;
  for (const event of events) {
    if (event.timestamp_ms < start || event.timestamp_ms > end) continue;
    const place = across(event.timestamp_ms), isBad = event.phase === "cancelled" || event.phase === "rejected";
    pen.strokeStyle = pen.fillStyle = color(event.phase === "began" ? "--faint" : isBad ? "--alarm" : "--mark");
    pen.lineWidth = event.phase === "began" ? 1 : 2;
    pen.beginPath(); pen.moveTo(place, top); pen.lineTo(place, height); pen.stroke();
    const words = label(event), room = pen.measureText(words).width, left = Math.min(Math.max(2, place - room / 2), width - room - 2);
    if (left < free) continue; // Names do not lie on each other; the list has all.
    pen.fillText(words, left, 16);
    free = left + room + 6;
  }
}
