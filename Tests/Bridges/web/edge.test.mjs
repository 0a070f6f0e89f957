// SPDX-License-Identifier: Apache-2.0
// Whatever JavaScript hands to the module: no trap, no growth, the grammar of events, and a mistake has its words.
import assert from "node:assert/strict";
import test from "node:test";
import { compile, Motions, MotionError, read, replay, swings } from "../../../.build/web/package/motion.js";
import { random, recording, samples, wasm } from "./module.mjs";

const wild = [NaN, Infinity, -Infinity, 0, -0, 5e-324, 1.7e308, -1.7e308, 400, 400.0001, 2 ** 53, -(2 ** 63), null, undefined,
  "9.8", {}, [], true, 10n, 2n ** 62n, 2n ** 63n, -(2n ** 70n)];

/** (began (ended | cancelled))* of each kind that lasts, and times that do not go back in a stream. */
function checkGrammar(events) {
  const open = new Set();
  for (const { motion, phase, line } of events) {
    if (phase === "began") assert.ok(!open.has(motion) && open.add(motion), line);
    if (phase === "ended" || phase === "cancelled") assert.ok(open.delete(motion), line);
  }
  assert.equal(open.size, 0);
}

test("readings of nonsense among real ones", async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const any = random(seed), pick = (list) => list[Math.floor(any() * list.length)];
    const { times, values } = await recording(pick(samples));
    const motions = await Motions.make({ motions: ["all"], explain: true, wasm, bound: 1e6 });
    for (let each = 0; each < times.length; each++) {
      const reading = [Number(times[each]) / 1e6, ...values.subarray(3 * each, 3 * each + 3)];
      while (any() < 0.1) reading[Math.floor(any() * 4)] = pick(wild);
      motions.feed(...reading);
      if (any() < 0.01) motions.end();
    }
    motions.close();
    const found = [];
    for await (const event of motions) found.push(event);
    checkGrammar(found.filter((event) => event.phase !== "rejected"));
  }
});

test("null is no reading of 0 m/s²: a desktop without a sensor does not fall", async () => {
  const motions = await Motions.make({ motions: ["freeFall"], wasm });
  for (let time = 0; time < 2000; time += 16) motions.feed(time, null, null, null);
  motions.close();
  assert.equal((await motions[Symbol.asyncIterator]().next()).done, true);
});

test("a million readings take no more memory than a thousand", async () => {
  let memory;
  const instantiate = WebAssembly.Instance;
  WebAssembly.Instance = function (...words) {
    const instance = new instantiate(...words);
    memory = instance.exports.memory;
    return instance;
  };
  const motions = await Motions.make({ motions: ["all"], explain: true, wasm });
  WebAssembly.Instance = instantiate;
  const { times, values } = await recording("samples/shake-to-undo.csv");
  const length = Number(times.at(-1)) / 1e6 + 10;
  let time = 0, size = 0;
  for (let count = 0; count < 1_000_000; count++) {
    const each = count % times.length;
    time = Math.floor(count / times.length) * length + Number(times[each]) / 1e6;
    motions.feed(time, values[3 * each], values[3 * each + 1], values[3 * each + 2]);
    if (count === 1000) size = memory.buffer.byteLength;
  }
  assert.equal(memory.buffer.byteLength, size);
  assert.ok(size <= 512 * 1024, `${size} bytes`);
  assert.ok(motions.dropped > 1000);
});

test("events that nobody takes: at most the bound, and no motion stays open", async () => {
  const { times, values } = await recording("samples/shake-to-undo.csv");
  for (const bound of [1, 2]) {
    const motions = await Motions.make({ motions: ["all"], wasm, bound });
    times.forEach((time, each) => motions.feed(time, ...values.subarray(3 * each, 3 * each + 3)));
    motions.close();
    const found = [];
    for await (const event of motions) found.push(event);
    checkGrammar(found);
    assert.ok(found.length <= 2 * bound && motions.dropped > 0, `${found.length} of ${bound}, ${motions.dropped} dropped`);
  }
});

test("a taker who waits gets each event at once, and the end", async () => {
  const { times, values } = await recording("samples/short-shake.csv");
  const motions = await Motions.make({ wasm });
  const phases = [];
  const taking = (async () => { for await (const event of motions) phases.push(event.phase); })();
  times.forEach((time, each) => motions.feed(time, ...values.subarray(3 * each, 3 * each + 3)));
  await new Promise(setImmediate);
  assert.deepEqual(phases, ["began", "ended"]);
  motions.close();
  await taking;
});

test("options of nonsense are mistakes with words, and nothing else", async () => {
  const any = random(7);
  const pieces = ["shake", "shäke", "\0", "all", ",", "=", "--explain", "shake.window", "1e999", "NaN", "-1", "low", "😀", "\ud800", "",
    "x".repeat(5000), "0x10", " ", "\n"];
  const text = () => Array.from({ length: 1 + any() * 3 }, () => pieces[Math.floor(any() * pieces.length)]).join("");
  const value = () => any() < 0.3 ? wild[Math.floor(any() * wild.length)] : text();
  let refused = 0;
  for (let each = 0; each < 1500; each++) {
    const options = { wasm };
    for (const key of ["motions", "sensitivity", "window", "source", "bound", text()]) if (any() < 0.25) options[key] = value();
    if (any() < 0.5) options.option = { [text()]: value() };
    try {
      await Motions.make(options);
    } catch (error) {
      refused++;
      assert.ok(error instanceof MotionError && error.code === "options" && error.message.length > 10, String(error.stack));
    }
  }
  assert.ok(refused > 500);
  await assert.rejects(Motions.make({ windw: 1, wasm }), /unknown option 'windw': there is motions, /);
});

test("bytes of nonsense are no recording, and are refused with a line", async () => {
  const any = random(3), text = "# device: x\ntimestamp_ns,x,y,z\n1,0.1,-2,9.8\n2,1e2,0,0\n";
  for (let each = 0; each < 2000; each++) {
    const bytes = new TextEncoder().encode(text);
    for (let more = 0; more < 1 + any() * 4; more++) bytes[Math.floor(any() * bytes.length)] = any() * 256;
    const kept = bytes.subarray(0, any() < 0.3 ? any() * bytes.length : bytes.length);
    try {
      await replay(await read(kept, { wasm }), { wasm });
    } catch (error) {
      assert.ok(error.code === "recording" && /^\d+:\d+: /.test(error.message), String(error.stack));
    }
  }
  assert.deepEqual(await swings({ times: new BigInt64Array(0), values: new Float64Array(0) }, { wasm }), []);
});

test("what is no module says so", async () => {
  await assert.rejects(compile(new Uint8Array([0, 1, 2])), { code: "module" });
  await assert.rejects(compile(new URL("file:///nothing/motion.wasm")), /cannot load file:.*serve motion.wasm there/);
});
