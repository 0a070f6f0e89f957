// SPDX-License-Identifier: Apache-2.0
// Readings of an accelerometer in, motions out.

/** motion.wasm: its address, a response with it, its bytes, or what `compile` made of them. */
export type Wasm = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

export interface Options {
  /** Kinds of motion, such as `["shake", "twist"]`, or `"all"`; by default shakes. */
  motions?: string | string[];
  /** `low`, `medium`, `high`, or a number from 0 to 1. */
  sensitivity?: "low" | "medium" | "high" | number | string;
  /** Short for the option `shake.window`: the seconds that a shake may last. */
  window?: number;
  /** Options of kinds, such as `{ "shake.long": "ends" }`: docs/motions.md has them all. */
  option?: Record<string, string | number>;
  /** Also tell of motions that are no shake, in the phase `rejected`, with what they lack. */
  explain?: boolean;
  /** What the events call the source of the readings. */
  source?: string;
  /** By default motion.wasm beside motion.js. */
  wasm?: Wasm;
  /** The most events that wait to be taken: 64 by default. */
  bound?: number;
}

/** An event, with the keys of docs/events.md; a time has `_ms` in place of `_ns`. */
export interface MotionEvent {
  source: string;
  motion: string;
  phase: "began" | "ended" | "cancelled" | "recognized" | "rejected";
  /** The time of the reading that proved it, on the clock of the readings. */
  timestamp_ms: number;
  /** Why it was cancelled. */
  reason?: string;
  /** The line that `motionctl replay --format json` prints; it is not enumerable. */
  readonly line: string;
  [key: string]: unknown;
}

/** What went wrong, and what to do about it. */
export class MotionError extends Error {
  readonly code: "options" | "rate" | "recording" | "module" | "stopped";
}

/** Compiles motion.wasm once, for many `Motions`. */
export function compile(wasm?: Wasm): Promise<WebAssembly.Module>;

/** A stream of readings, and the motions in it. */
export class Motions implements AsyncIterable<MotionEvent> {
  static make(options?: Options): Promise<Motions>;
  /** What `make` does, with a module that is compiled. */
  constructor(module: WebAssembly.Module, options?: Options);
  /** How many events found no room, as nobody took them: whole motions, so that none stays open. */
  readonly dropped: number;
  /**
   * Takes a reading: its time in ms, such as `event.timeStamp` (a bigint is in ns), and m/s² along the axes, gravity
   * included. It drops what no accelerometer measures, and a time that is not later than the last.
   */
  feed(time: number | bigint, x: number | null, y: number | null, z: number | null): void;
  /** Notes that the readings broke off: cancels what is open. The next reading may have any time. */
  end(): void;
  /** Ends the stream: `for await` goes on to the last event, and ends. */
  close(): void;
  /** Takes the readings of a `Sensor` of sensor.js, until the function that it returns is called. */
  follow(sensor: { listen(listener: SensorListener): () => void }): () => void;
  /** Each event goes to one taker. */
  [Symbol.asyncIterator](): AsyncIterator<MotionEvent>;
}

/** What `Motions.follow` listens with. */
export interface SensorListener {
  reading?(reading: { time: number; x: number; y: number; z: number }): void;
  broken?(): void;
}

/** The readings of a recording. */
export interface Recording {
  /** In ns. */
  times: BigInt64Array;
  /** x, y and z of each reading in m/s². */
  values: Float64Array;
}

/** Reads a recording: CSV, as docs/recording-format.md has it. */
export function read(text: string | BufferSource, options?: { wasm?: Wasm }): Promise<Recording>;

/** The motions of a whole recording, as `motionctl replay` finds them; with `all`, the kinds whose rate it lacks. */
export function replay(recording: Recording, options?: Options): Promise<{
  events: MotionEvent[];
  leftOut: { motion: string; reason: string }[];
}>;

/** The swings that are large enough for a shake: start and end in ms, amplitude in m/s². */
export function swings(recording: Recording, options?: { wasm?: Wasm }): Promise<
  { start: number; end: number; amplitude: number }[]>;
