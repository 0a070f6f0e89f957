// SPDX-License-Identifier: Apache-2.0
// The module finds what motionctl finds, to the byte.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { Motions, read, replay, swings } from "../../../.build/web/package/motion.js";
import { recording, samples, wasm } from "./module.mjs";

const lines = ({ events }) => events.map((event) => `${event.line}\n`).join("");

test("the events of each sample are those beside it", async () => {
  assert.ok(samples.length >= 14);
  for (const path of samples) {
    const expected = readFileSync(path.replace(".csv", ".events.jsonl"), "utf8");
    assert.equal(lines(await replay(await recording(path), { motions: "all", source: path, wasm })), expected, path);
  }
});

test("a stream of readings has the events of its recording, in ms", async () => {
  const path = "samples/shake-to-undo.csv", { times, values } = await recording(path);
  const motions = await Motions.make({ motions: ["all"], source: path, wasm, bound: 1000 });
  times.forEach((time, each) => motions.feed(Number(time) / 1e6, ...values.subarray(3 * each, 3 * each + 3)));
  motions.close();
  const found = [];
  for await (const event of motions) found.push(event);
  assert.equal(lines({ events: found }), readFileSync(path.replace(".csv", ".events.jsonl"), "utf8"));
  const ended = found.find((event) => event.motion === "shake" && event.phase === "ended");
  assert.equal(ended.timestamp_ms, JSON.parse(ended.line).timestamp_ns / 1e6);
  assert.ok(!("timestamp_ns" in ended) && !Object.keys(ended).includes("line") && ended.swings > 3);
});

test("a recording is read as motionctl reads it, and a mistake has its line", async () => {
  const { times, values } = await read("# device: x\ny,timestamp_ns,z,x,more\n2,5,3,1,?\n", { wasm });
  assert.deepEqual([...times, ...values], [5n, 1, 2, 3]);
  for (const [text, problem] of [["timestamp_ns,x,y,z\n1,2,3\n", /^2:1: 3 fields/], ["", /no header/],
    ["timestamp_ns,x,y,z\n2,0,0,0\n1,0,0,0\n", /^3:1: not later/], ["timestamp_ns,x,y,z\n2,0,0,0", /^2:\d+: the last line/]]) {
    await assert.rejects(read(text, { wasm }), (error) => error.code === "recording" && problem.test(error.message), text);
  }
});

test("the swings of a shake lie within it", async () => {
  const short = await recording("samples/short-shake.csv");
  const { events } = await replay(short, { wasm });
  const ended = events.find((event) => event.phase === "ended");
  const found = await swings(short, { wasm });
  assert.ok(found.length >= ended.swings && found.every(({ start, end, amplitude }) => start < end && amplitude > 0));
  assert.ok(found[0].start > ended.last_swing_ms - 2000 && found.at(-1).end < ended.timestamp_ms);
});

test("a kind whose rate is too low is left out with all, and a mistake by name", async () => {
  const slow = { times: BigInt64Array.from({ length: 40 }, (_, each) => 100_000_000n * BigInt(each)), values: new Float64Array(120) };
  const { leftOut } = await replay(slow, { motions: "all", wasm });
  assert.ok(leftOut.some(({ motion, reason }) => motion === "tap" && /readings a second|Hz/.test(reason)), JSON.stringify(leftOut));
  await assert.rejects(replay(slow, { motions: ["tap"], wasm }), { code: "rate" });
});

// Other people's recordings, which are no part of the project, and other options: against motionctl, where it is built.
const motionctl = process.env.MOTIONCTL, corpus = (process.env.MOTION_CORPUS ?? "").split(":").filter(existsSync);
const most = Number(process.env.RECORDINGS ?? 500);

async function compare(files, options, ...words) {
  const told = spawnSync(motionctl, ["replay", "--format", "json", ...words, ...files], { encoding: "utf8", maxBuffer: 1 << 30 });
  const expected = new Map();
  for (const line of told.stdout.split("\n").filter(Boolean)) {
    const { source } = JSON.parse(line);
    expected.set(source, `${expected.get(source) ?? ""}${line}\n`);
  }
  for (const path of files) {
    const found = lines(await replay(await recording(path), { ...options, source: path, wasm }));
    assert.equal(found, expected.get(path) ?? "", `${path} ${words.join(" ")}`);
  }
  return [...expected.values()].join("").split("\n").length - 1;
}

test("the samples with other options, beside motionctl", { skip: !motionctl && "MOTIONCTL names no program" }, async (here) => {
  let compared = 0;
  for (const [options, ...words] of [
    [{}], [{ motions: ["shake", "tap", "still"] }, "--motions", "shake,tap,still"],
    [{ motions: "all", sensitivity: "high" }, "--motions", "all", "--sensitivity", "high"],
    [{ motions: ["all"], sensitivity: 0 }, "--motions", "all", "--sensitivity", "0"],
    [{ window: 2, option: { "shake.long": "ends" } }, "--window", "2", "--option", "shake.long=ends"],
    [{ explain: true, sensitivity: 0.1 }, "--explain", "--sensitivity", "0.1"],
  ]) compared += await compare(samples, options, ...words);
  here.diagnostic(`${compared} lines of the samples with other options are motionctl's`);
});

test("recordings of others, beside motionctl", {
  skip: (!motionctl || !corpus.length) && "MOTIONCTL or MOTION_CORPUS is missing",
}, async (here) => {
  const all = corpus.flatMap((folder) => execFileSync("find", [folder, "-name", "*.csv", "!", "-name", "index.csv"], { encoding: "utf8" })
    .split("\n").filter((name) => name && /^(#.*\n)*timestamp_ns,x,y,z/.test(readFileSync(name, "latin1").slice(0, 4000)))).sort();
  const step = Math.max(1, Math.floor(all.length / most));
  const files = all.filter((_, each) => each % step === 0).slice(0, most);
  const compared = await compare(files, { motions: "all", explain: true }, "--motions", "all", "--explain");
  here.diagnostic(`${files.length} of ${all.length} recordings of others: ${compared} lines are motionctl's to the byte`);
});
