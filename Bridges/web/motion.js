// SPDX-License-Identifier: Apache-2.0
// Readings of an accelerometer in, motions out: MotionCore as WebAssembly. See motion.d.ts and docs/web.md.

const lineSize = 2048, problemSize = 1024; // MOTION_LINE_SIZE and MOTION_PROBLEM_SIZE of motion.h
const tooLate = 2n ** 63n - 1n; // A time that the module drops.
const furthest = 2n ** 62n;
const known = ["motions", "sensitivity", "window", "option", "explain", "source", "wasm", "bound"];

/** What went wrong, and what to do about it; `code` is options, rate, recording, module or stopped. */
export class MotionError extends Error {
  constructor(code, message, cause) {
    super(message, { cause });
    this.name = "MotionError";
    this.code = code;
  }
}

const fetched = new Map();

/** Compiles motion.wasm: the one beside this file, or what is given: an address, a response, or the bytes. */
export async function compile(wasm = new URL("motion.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (typeof wasm === "string") wasm = new URL(wasm, globalThis.location?.href);
  if (!(wasm instanceof URL)) return compileBytes(await wasm);
  if (!fetched.has(wasm.href)) {
    const module = load(wasm).then(compileBytes);
    fetched.set(wasm.href, module);
    module.catch(() => fetched.delete(wasm.href)); // The next call tries again.
  }
  return fetched.get(wasm.href);
}

async function load(address) {
  try {
    if (address.protocol === "file:" && globalThis.process?.versions?.node) {
      const files = "node:fs/promises"; // A name that bundlers do not follow.
      return await (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)).readFile(address);
    }
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer;
  } catch (error) {
    throw new MotionError("module", `cannot load ${address.href} (${error.message}): `
      + "serve motion.wasm there, or give its bytes as the option wasm", error);
  }
}

async function compileBytes(source) {
  try {
    return await WebAssembly.compile(source instanceof Response ? await source.arrayBuffer() : source);
  } catch (error) {
    const remedy = /polic|disallow|unsafe-eval/i.test(error.message)
      ? "let the page's Content-Security-Policy have 'wasm-unsafe-eval' in script-src"
      : "give motion.wasm as Bridges/web/build makes it";
    throw new MotionError("module", `cannot compile motion.wasm (${error.message}): ${remedy}`, error);
  }
}

/** An instance of the module, with text and memory as JavaScript has them. A trap ends it for good. */
class Core {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.line = this.call("malloc", lineSize);
  }

  call(name, ...values) {
    if (!this.exports) throw new MotionError("stopped", "the module stopped at an earlier mistake: make another one");
    try {
      return this.exports[name](...values);
    } catch (error) {
      this.exports = null;
      throw new MotionError("stopped", `the module stopped (${error.message}): memory may be short; make another one`, error);
    }
  }

  get memory() { return this.exports.memory.buffer; }

  text(place, length) { return new TextDecoder().decode(new Uint8Array(this.memory, place, length)); }

  ended(place) { return this.text(place, new Uint8Array(this.memory, place).indexOf(0)); }

  /** A copy of bytes in the module's memory. */
  copy(bytes) {
    const place = this.room(bytes.byteLength);
    new Uint8Array(this.memory, place, bytes.byteLength)
      .set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return place;
  }

  room(size) {
    const place = this.call("malloc", Math.max(8, size));
    if (!place) throw new MotionError("stopped", `no memory for ${size} bytes: give a shorter recording`);
    return place;
  }

  word(text) {
    if (text.includes("\0")) throw new MotionError("options", "a word has a NUL: write it without");
    return this.copy(new TextEncoder().encode(`${text}\0`));
  }

  make(words, source) {
    const places = words.map((word) => this.word(word));
    const list = this.copy(new Uint32Array([...places, 0]));
    const name = this.word(source);
    this.motion = this.call("motion_make", list, name, this.line, problemSize);
    for (const place of [...places, list, name]) this.call("free", place);
    if (!this.motion) throw new MotionError("options", this.ended(this.line));
  }

  feed(time, x, y, z, emit) {
    if (this.call("motion_feed", this.motion, nanoseconds(time), axis(x), axis(y), axis(z)) > 0) this.drain(emit);
  }

  end(emit) {
    if (this.call("motion_end", this.motion) > 0) this.drain(emit);
  }

  drain(emit) {
    for (let length; (length = this.call("motion_next", this.motion, 0, this.line, lineSize)) > 0;) {
      emit(event(this.text(this.line, length)));
    }
  }

  kinds() {
    const names = [];
    for (let place; (place = this.call("motion_name", names.length));) names.push(this.ended(place));
    return names;
  }

  /** Why this rate is too low for a kind; empty if it suffices. */
  obstacle(kind, rate) { return this.text(this.line, this.call("web_obstacle", kind, rate, this.line, lineSize)); }
}

// What is no number is no reading: null, as of a desktop without a sensor, is not 0.
const axis = (value) => typeof value === "number" ? value : NaN;

function nanoseconds(time) {
  const whole = typeof time === "bigint" ? time
    : typeof time === "number" && Math.abs(time) < 4e12 ? BigInt(Math.round(time * 1e6)) : tooLate;
  return whole > furthest || whole < -furthest ? tooLate : whole;
}

/** The line as an object: its keys with times in ms, such as timestamp_ms for timestamp_ns; `line` is the line. */
function event(line) {
  const event = {};
  for (const [key, value] of Object.entries(JSON.parse(line))) {
    if (key.endsWith("_ns")) event[`${key.slice(0, -3)}_ms`] = value / 1e6; else event[key] = value;
  }
  return Object.defineProperty(event, "line", { value: line });
}

/** The words of the command line that the options stand for. */
function words(options) {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown) throw new MotionError("options", `unknown option '${unknown}': there is ${known.join(", ")}`);
  const { motions, sensitivity, window, option, explain } = options;
  const found = [];
  if (motions !== undefined) found.push(`--motions=${[].concat(motions).join(",")}`);
  if (sensitivity !== undefined) found.push(`--sensitivity=${sensitivity}`);
  if (window !== undefined) found.push(`--window=${window}`);
  for (const [key, value] of Object.entries(option ?? {})) found.push(`--option=${key}=${value}`);
  if (explain) found.push("--explain");
  return found;
}

/** Events that wait: at most `bound`, and the ends of motions whose beginning waited. A full one drops whole motions. */
class Backlog {
  waiting = [];
  takers = [];
  left = new Set();
  dropped = 0;
  isClosed = false;

  constructor(bound) { this.bound = bound; }

  add(event) {
    const isEnd = event.phase === "ended" || event.phase === "cancelled";
    const isDropped = isEnd ? this.left.delete(event.motion) : this.waiting.length >= this.bound;
    if (isDropped && event.phase === "began") this.left.add(event.motion);
    if (isDropped) this.dropped++;
    else if (this.takers.length) this.takers.shift()({ value: event, done: false });
    else this.waiting.push(event);
  }

  next() {
    if (this.waiting.length) return Promise.resolve({ value: this.waiting.shift(), done: false });
    if (this.isClosed) return Promise.resolve({ value: undefined, done: true });
    return new Promise((take) => this.takers.push(take));
  }

  close() {
    this.isClosed = true;
    for (const take of this.takers.splice(0)) take({ value: undefined, done: true });
  }
}

/** A stream of readings, and the motions in it: `for await (const event of motions)`. */
export class Motions {
  #core;
  #backlog;

  constructor(module, options = {}) {
    const bound = options.bound ?? 64;
    if (!(Number.isInteger(bound) && bound > 0)) {
      throw new MotionError("options", `bound must be a whole number above 0, not '${bound}'`);
    }
    this.#core = new Core(module);
    this.#core.make(words(options), String(options.source ?? ""));
    this.#backlog = new Backlog(bound);
  }

  static async make(options = {}) { return new Motions(await compile(options.wasm), options); }

  /** How many events found no room, as nobody took them. */
  get dropped() { return this.#backlog.dropped; }

  feed(time, x, y, z) {
    if (!this.#backlog.isClosed) this.#core.feed(time, x, y, z, (event) => this.#backlog.add(event));
  }

  end() {
    if (!this.#backlog.isClosed) this.#core.end((event) => this.#backlog.add(event));
  }

  close() {
    this.end();
    this.#backlog.close();
  }

  /** Takes the readings of a sensor of sensor.js, until the function that this returns is called. */
  follow(sensor) {
    return sensor.listen({
      reading: ({ time, x, y, z }) => this.feed(time, x, y, z),
      broken: () => this.end(),
    });
  }

  [Symbol.asyncIterator]() { return { next: () => this.#backlog.next() }; }
}

/** The readings of a recording: `times` in ns, and x, y, z of each in `values`. */
export async function read(text, { wasm } = {}) {
  const core = new Core(await compile(wasm));
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : new Uint8Array(text);
  const most = (bytes.length >> 3) + 1;
  const [place, times, values] = [core.copy(bytes), core.room(8 * most), core.room(24 * most)];
  const count = core.call("web_recording", place, bytes.length, times, values, core.line, lineSize);
  if (count < 0) throw new MotionError("recording", core.ended(core.line));
  return {
    times: new BigInt64Array(core.memory.slice(times, times + 8 * count)),
    values: new Float64Array(core.memory.slice(values, values + 24 * count)),
  };
}

/** The motions of a whole recording, as motionctl replay finds them; and the kinds whose rate it lacks. */
export async function replay({ times, values }, options = {}) {
  const core = new Core(await compile(options.wasm));
  const leftOut = [];
  const named = options.motions === undefined ? [] : [].concat(options.motions);
  const isAll = named.length === 1 && named[0] === "all";
  const kinds = named.length ? core.kinds() : [];
  const rate = rateOf(times);
  const carried = kinds.filter((name, kind) => {
    if (!isAll && !named.join(",").split(",").includes(name)) return false;
    const reason = rate ? core.obstacle(kind, rate) : "";
    if (reason && !isAll) throw new MotionError("rate", `${reason}; name fewer motions, or all`);
    if (reason) leftOut.push({ motion: name, reason });
    return !reason;
  });
  const events = [];
  if (isAll && !carried.length) return { events, leftOut };
  core.make(words(isAll ? { ...options, motions: carried } : options), String(options.source ?? ""));
  const emit = (event) => events.push(event);
  for (let each = 0; each < times.length; each++) {
    core.feed(times[each], values[3 * each], values[3 * each + 1], values[3 * each + 2], emit);
  }
  core.end(emit);
  return { events, leftOut };
}

/** The rate of the first nine readings, by the median of the times between them. */
function rateOf(times) {
  const periods = [];
  for (let each = 1; each < Math.min(9, times.length); each++) periods.push(times[each] - times[each - 1]);
  periods.sort((one, other) => (one > other) - (one < other));
  const period = Number(periods[periods.length >> 1] ?? 0n);
  return period > 0 ? 1e9 / period : 0;
}

/** The swings in readings that are large enough for a shake: start and end in ms, amplitude in m/s². */
export async function swings({ times, values }, { wasm } = {}) {
  const core = new Core(await compile(wasm));
  const places = [core.copy(times), core.copy(values), core.room(24 * times.length)];
  const count = core.call("web_swings", times.length, ...places);
  const found = new Float64Array(core.memory, places[2], 3 * count);
  return Array.from({ length: count }, (_, each) => {
    const [start, end, amplitude] = found.subarray(3 * each, 3 * each + 3);
    return { start: start / 1e6, end: end / 1e6, amplitude };
  });
}
