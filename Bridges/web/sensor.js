// SPDX-License-Identifier: Apache-2.0
// A phone's accelerometer in a browser: permission, sign, turn of the screen, rate, silence, hidden tabs. Needs no wasm.
// See sensor.d.ts and docs/web.md. The page of phone-accelerometer has this file in it.

const remedies = {
  insecure: "the browser hands motion to pages of https:// and of localhost only: open this page by https; or connect an "
    + "Android phone by USB, and let adb reverse give it the address of localhost",
  missing: "this browser has no devicemotion: take Safari, Chrome, Edge or Firefox of a phone or tablet",
  policy: "this page is a frame, and the page around it does not let it read motion: give the iframe "
    + "allow=\"accelerometer; gyroscope\"",
  denied: "this page may not read motion: call start in a touch; if the browser does not ask, allow motion in its "
    + "settings of this site, or close the browser and open the page again",
  silent: "the browser reports no motion: the device has no sensor, or the settings of this site forbid it",
};

/** Why there is no motion, and what to do; `code` is insecure, missing, policy, denied or silent. */
export class SensorError extends Error {
  constructor(code) {
    super(remedies[code]);
    this.name = "SensorError";
    this.code = code;
  }
}

/** The angle of the screen's content against the device, in degrees: 0, 90, 180 or 270. */
export function screenAngle(window = globalThis) {
  return ((window.screen?.orientation?.angle ?? window.orientation ?? 0) + 360) % 360;
}

/** A reading of the device's axes along those of the screen: x to its right, y to its upper edge. */
export function onScreen({ time, x, y, z }, angle) {
  const [right, up] = { 0: [x, y], 90: [-y, x], 180: [-x, -y], 270: [y, -x] }[angle] ?? [x, y];
  return { time, x: right, y: up, z };
}

/** Whether the browser asks its user, and whether it is one of iOS, which measures gravity as the pull downward. */
export function browser(window = globalThis) {
  const asks = typeof window.DeviceMotionEvent?.requestPermission === "function";
  // Chrome asks too, since 150. This property of CSS is on iOS alone.
  return { asks, ios: asks && !!window.CSS?.supports?.("-webkit-touch-callout", "none") };
}

const gap = 250, second = 1000, calm = 0.3, least = 4;

/**
 * The sign of the axes. A person who looks at the screen has its upper edge up, or the face: at the first calm second that
 * tells, the sum of both is positive, or the sign is the other one. The system turns the page by the same rule.
 */
class Sign {
  constructor(ios) {
    this.sign = ios ? -1 : 1;
    this.begin();
  }

  begin(time) { Object.assign(this, { start: time, last: time, count: 0, mean: [0, 0, 0], squares: 0 }); }

  /** Takes a reading in the browser's sign; true if the sign is the other one from now on. */
  check(time, axes, angle) {
    if (this.isKnown) return false;
    const isNext = this.count > 0 && time > this.last && time - this.last <= gap;
    if (isNext && time - this.start >= second) {
      const limit = calm * Math.max(1, Math.hypot(...this.mean) / 9.80665);
      const isCalm = this.count >= 4 && this.squares < limit * limit * this.count;
      const { y, z } = onScreen({ x: this.mean[0], y: this.mean[1], z: this.mean[2] }, angle);
      const up = this.sign * (y + z);
      this.begin(time);
      if (isCalm && Math.abs(up) >= least) {
        this.isKnown = true;
        if (up < 0) this.sign = -this.sign;
        return up < 0;
      }
    } else if (!isNext) {
      this.begin(time);
    }
    this.last = time;
    this.count++;
    axes.forEach((value, axis) => {
      const deviation = value - this.mean[axis];
      this.mean[axis] += deviation / this.count;
      this.squares += deviation * (value - this.mean[axis]);
    });
    return false;
  }
}

/** The accelerometer of this device. Times are those of the browser's events by performance.now(), in ms. */
export class Sensor {
  #listeners = new Set();
  #times = [];
  #latest = 0;
  #isStamped = true;
  #trouble = null;
  #isRunning = false;
  #isAway = false;

  constructor(window = globalThis) { this.window = window; }

  /** The code of what forbids motion before anybody is asked; null if nothing does. */
  get obstacle() {
    const { document, DeviceMotionEvent, isSecureContext } = this.window;
    if (!isSecureContext) return "insecure";
    if (typeof DeviceMotionEvent === "undefined") return "missing";
    return document.featurePolicy?.allowsFeature?.("accelerometer") === false ? "policy" : null;
  }

  /** Readings a second, over the last two seconds; 0 until they came for a second. */
  get rate() {
    const span = this.#latest - this.#times[0];
    return span >= second ? 1000 * (this.#times.length - 1) / span : 0;
  }

  /** The code of what is amiss now, such as silent; null if readings come. */
  get trouble() { return this.#trouble; }

  /** Begins to read. A browser that asks wants this in a touch or a click. */
  async start() {
    const { window } = this;
    if (this.obstacle) throw new SensorError(this.obstacle);
    const { asks, ios } = browser(window);
    if (asks && await window.DeviceMotionEvent.requestPermission().catch(() => "denied") !== "granted") {
      throw new SensorError("denied");
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#isAway = window.document.hidden;
    this.sign = new Sign(ios);
    this.looks = 0;
    this.watch = window.setInterval(() => this.#look(), 250);
    window.addEventListener("devicemotion", this.#read);
    window.document.addEventListener("visibilitychange", this.#turn);
    window.addEventListener("pagehide", this.#turn);
    window.addEventListener("pageshow", this.#turn);
  }

  stop() {
    const { window } = this;
    if (!this.#isRunning) return;
    this.#isRunning = false;
    window.clearInterval(this.watch);
    window.removeEventListener("devicemotion", this.#read);
    window.document.removeEventListener("visibilitychange", this.#turn);
    window.removeEventListener("pagehide", this.#turn);
    window.removeEventListener("pageshow", this.#turn);
    this.#break();
  }

  /** Tells of readings, of breaks between them, and of troubles that come (a code) and go (null). */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(name, value) { for (const each of this.#listeners) each[name]?.(value); }

  #break() {
    if (this.#times.length) this.#tell("broken");
    this.#times = [];
  }

  #become(trouble) {
    if (this.#trouble === trouble) return;
    this.#trouble = trouble;
    this.#tell("trouble", trouble);
  }

  // Most browsers tell by visibilitychange, some by pagehide and pageshow alone.
  #turn = ({ type }) => {
    this.#isAway = type === "pagehide" || this.window.document.hidden;
    if (this.#isAway) this.#break();
    this.looks = 0;
  };

  // Looks are counted, and no time is taken: a page that its device held up looks late, and hears then what came.
  #look() {
    if (this.#isAway || ++this.looks < 8) return;
    this.#break();
    this.#become("silent");
  }

  // Some browsers count from another moment than performance.now(), or not at all.
  #timeOf({ timeStamp: time }) {
    const now = this.window.performance.now();
    this.#isStamped = this.#isStamped && time > 0 && time >= this.#latest && time < now + 100 && time > now - 10000;
    this.#latest = this.#isStamped ? time : now;
    return this.#latest;
  }

  #read = (event) => {
    const { x = null, y = null, z = null } = event.accelerationIncludingGravity ?? {};
    if (this.#isAway || x === null || y === null || z === null) return; // A desktop without a sensor tells of nulls.
    const time = this.#timeOf(event), angle = screenAngle(this.window);
    this.looks = 0;
    if (this.sign.check(time, [x, y, z], angle)) this.#break();
    this.#times.push(time);
    while (time - this.#times[0] > 2000) this.#times.shift();
    this.#become(null);
    const { sign } = this.sign;
    this.#tell("reading", { time, x: sign * x, y: sign * y, z: sign * z, angle });
  };
}
