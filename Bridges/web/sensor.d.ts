// SPDX-License-Identifier: Apache-2.0
// A phone's accelerometer in a browser.

/** A reading in m/s², gravity included: a device that lies on its back at rest has z = 9.8, on iOS too. */
export interface Reading {
  /** By `performance.now()`, in ms: `event.timeStamp`, or when the event came if its browser counts from another moment. */
  time: number;
  /** Along the device's axes: to the right, to the upper edge, and out of the face. */
  x: number;
  y: number;
  z: number;
  /** The angle of the screen's content, in degrees: 0, 90, 180 or 270. */
  angle: number;
}

/**
 * Why there is no motion: the page is not of https; the browser has no devicemotion; a frame's page does not allow it;
 * its user or settings do not; or nothing comes.
 */
export type Trouble = "insecure" | "missing" | "policy" | "denied" | "silent";

/** The message says what to do about it. */
export class SensorError extends Error {
  constructor(code: Trouble);
  readonly code: Trouble;
}

export interface Listener {
  reading?(reading: Reading): void;
  /** What comes next does not follow: the page was hidden, readings stayed away, or the sign was the other one. */
  broken?(): void;
  /** A trouble that began, such as silent; null once readings come. */
  trouble?(trouble: Trouble | null): void;
}

/** The accelerometer of this device. */
export class Sensor {
  constructor(window?: Window & typeof globalThis);
  /** What forbids motion before anybody is asked. */
  readonly obstacle: Trouble | null;
  /** What is amiss now. */
  readonly trouble: Trouble | null;
  /** Readings a second; 0 until they came for a second. */
  readonly rate: number;
  /** Begins to read. iOS wants this in a touch. Rejects with a `SensorError`. */
  start(): Promise<void>;
  stop(): void;
  /** Returns what ends it. */
  listen(listener: Listener): () => void;
}

/** Whether the browser asks its user for permission, and whether it is one of iOS. */
export function browser(window?: Window & typeof globalThis): { asks: boolean; ios: boolean };
/** The angle of the screen's content against the device. */
export function screenAngle(window?: Window & typeof globalThis): number;
/** The reading along the axes of the screen, as it is turned. */
export function onScreen<T extends { x: number; y: number; z: number; time?: number }>(
  reading: T, angle: number): { time: T["time"]; x: number; y: number; z: number };
