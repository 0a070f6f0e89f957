// SPDX-License-Identifier: Apache-2.0
// What the tests of the web module share: the module as it was built, recordings, and random numbers of a seed.
import { readFileSync, readdirSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { compile, read } from "../../../.build/web/package/motion.js";

export const wasm = await compile();
export const samples = readdirSync("samples").filter((name) => name.endsWith(".csv")).map((name) => `samples/${name}`);

export async function recording(path) {
  const bytes = readFileSync(path);
  return read(path.endsWith(".gz") ? gunzipSync(bytes) : bytes, { wasm });
}

/** Numbers from 0 to 1, always the same ones (mulberry32). */
export function random(seed) {
  return () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
