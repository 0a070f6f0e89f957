// SPDX-License-Identifier: Apache-2.0
// A drawn phone, upright in a hand that the pointer pulls: what its accelerometer would read, or what a recording has.

const period = 1000 / 60, substep = 1 / 480; // ms between readings, s between steps of the motion
const meters = 0.00078; // a pixel: a phone of 90 pixels is 7 cm wide
const stiffness = (2 * Math.PI * 8) ** 2, damping = 2 * Math.sqrt(stiffness); // a hand's grip, critically damped
const gravity = 9.80665;

export class Hand {
  #target = [0, 0];
  #place = [0, 0];
  #speed = [0, 0];
  #script = null; // what shakes the phone by itself: seconds to pixels
  #played = null; // the recording that plays: its readings, the next one, its beginning

  constructor(phone, { reading, broken, played }) {
    Object.assign(this, { phone, reading, broken, ended: played, last: performance.now() });
    let held = null;
    const stage = phone.parentElement;
    phone.addEventListener("pointerdown", (event) => {
      held = [event.clientX - this.#place[0], event.clientY - this.#place[1]];
      phone.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    phone.addEventListener("pointermove", (event) => {
      if (!held) return;
      const wide = (stage.clientWidth - phone.clientWidth) / 2;
      this.#target = [event.clientX - held[0], event.clientY - held[1]].map((value, axis) =>
        Math.max(-1, Math.min(1, value / (axis ? 60 : wide))) * (axis ? 60 : wide));
    });
    for (const type of ["pointerup", "pointercancel"]) {
      phone.addEventListener(type, () => { held = null; this.#target = [0, 0]; });
    }
  }

  /** Shakes the phone for less than a second. */
  shake() {
    const began = this.last;
    this.#played = null;
    this.#script = (now) => now - began > 900 ? null : 60 * Math.sin(2 * Math.PI * 5 * (now - began) / 1000);
  }

  /** Plays a recording in real time, from now on. */
  play({ times, values }) {
    this.broken();
    this.#played = { times, values, next: 0, began: performance.now() };
  }

  get isPlaying() { return this.#played !== null; }

  /** Goes on to a time of the clock. */
  advance(now) {
    if (now - this.last > 1000 && !this.#played) { // The page was hidden.
      this.broken();
      this.last = now - period;
    }
    if (this.#played) this.#playTo(now); else while (now - this.last >= period) this.#step(this.last += period);
    const [x, y] = this.#place;
    this.phone.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  #playTo(now) {
    const { times, values, began } = this.#played;
    this.last = now;
    for (; this.#played.next < times.length; this.#played.next++) {
      const each = this.#played.next, time = began + Number(times[each] - times[0]) / 1e6;
      if (time > now) return;
      const [x, y, z] = values.subarray(3 * each, 3 * each + 3);
      this.reading({ time, x, y, z });
      this.#place = [2 * x, 2 * Math.max(-30, Math.min(30, gravity - Math.hypot(y, z)))];
    }
    this.#played = null;
    this.#place = [0, 0];
    this.broken();
    this.ended();
  }

  #step(time) {
    const scripted = this.#script?.(time);
    if (this.#script && scripted === null) [this.#script, this.#target] = [null, [0, 0]];
    else if (this.#script) this.#target = [scripted, 0];
    const felt = [0, 0];
    const steps = Math.round(period / 1000 / substep);
    for (let each = 0; each < steps; each++) {
      for (const axis of [0, 1]) {
        const pull = stiffness * (this.#target[axis] - this.#place[axis]) - damping * this.#speed[axis];
        this.#speed[axis] += pull * substep;
        this.#place[axis] += this.#speed[axis] * substep;
        felt[axis] += pull * meters / steps;
      }
    }
    this.reading({ time, x: felt[0], y: gravity - felt[1], z: 0 });
  }
}
