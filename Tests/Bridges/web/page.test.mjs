// SPDX-License-Identifier: Apache-2.0
// sensor.js and undo.js in a browser that is made up: what no real one shows on demand.
import assert from "node:assert/strict";
import test from "node:test";
import { onScreen, Sensor } from "../../../.build/web/package/sensor.js";
import { History, ShakeToUndo } from "../../../.build/web/package/undo.js";

/** A window whose time goes on by hand. */
class Browser extends EventTarget {
  isSecureContext = true;
  DeviceMotionEvent = class {};
  document = Object.assign(new EventTarget(), { hidden: false });
  screen = { orientation: { angle: 0 } };
  time = 1000;
  performance = { now: () => this.time };
  setInterval = (look) => { this.look = look; };
  clearInterval = () => { this.look = undefined; };

  apple(answer) {
    this.DeviceMotionEvent.requestPermission = async () => answer;
    this.CSS = { supports: () => true };
  }

  stamp = () => this.time;

  move(x, y, z, milliseconds = 16) {
    this.time += milliseconds;
    this.dispatchEvent(Object.defineProperty(Object.assign(new Event("devicemotion"), { accelerationIncludingGravity: { x, y, z } }),
      "timeStamp", { value: this.stamp() }));
  }

  /** Time without a reading. */
  pass(milliseconds) { for (const end = this.time + milliseconds; this.time < end; this.time += 250) this.look(); }

  rest(x, y, z, milliseconds = 1100) { for (const end = this.time + milliseconds; this.time < end;) this.move(x, y, z); }
}

async function started(change = () => {}) {
  const window = new Browser(), sensor = new Sensor(window), told = [];
  change(window);
  sensor.listen({ reading: (reading) => told.push(reading), broken: () => told.push("broken"), trouble: (code) => told.push(code) });
  await sensor.start();
  return { window, sensor, told };
}

test("what a browser forbids is an error with a remedy", async () => {
  for (const [code, change, remedy] of [
    ["insecure", (window) => { window.isSecureContext = false; }, /https.*adb reverse/],
    ["missing", (window) => { window.DeviceMotionEvent = undefined; }, /take Safari/],
    ["policy", (window) => { window.document.featurePolicy = { allowsFeature: () => false }; }, /iframe/],
    ["denied", (window) => window.apple("denied"), /in a touch/],
    ["denied", (window) => { window.DeviceMotionEvent.requestPermission = () => Promise.reject(new Error()); }, /in a touch/],
  ]) await assert.rejects(started(change), (error) => error.code === code && remedy.test(error.message), code);
});

test("the sign is iOS', and is the other one if the first rest says so", async () => {
  for (const [ios, angle, raw, isTurned] of [
    [false, 0, [0, 1, 9.7], false], [false, 0, [0, -1, -9.7], true], [true, 0, [0, -1, -9.7], false], [true, 0, [0, 1, 9.7], true],
    [false, 90, [9.8, 0, 0], false], [false, 90, [-9.8, 0, 0], true], [false, 270, [-9.8, 0, 0], false],
    [false, 180, [0, -9.8, 0], false], [false, 180, [0, 9.8, 0], true], [true, 90, [8.5, 0.1, 4.9], true],
    // Upright as one reads, and flat on a table.
    [false, 0, [0.1, 8.5, 4.9], false], [false, 0, [0, 0, 9.8], false], [true, 0, [0, -8.5, -4.9], false], [true, 0, [0.1, 8.5, 4.9], true],
    // On its side, or head down: it does not tell.
    [false, 0, [9.8, 0.5, 0.5], false], [true, 0, [9.8, 0, 0], false], [false, 0, [0, 8, -5.7], false], [false, 0, [0, -8, 5.7], false],
  ]) {
    const { window, told } = await started((window) => {
      if (ios) window.apple("granted");
      window.screen.orientation.angle = angle;
    });
    window.rest(...raw);
    const last = told.at(-1), sign = ios !== isTurned ? -1 : 1;
    assert.deepEqual([last.x, last.y, last.z], raw.map((value) => sign * value), `${ios} ${angle} ${raw}`);
    assert.equal(told.includes("broken"), isTurned, `${ios} ${angle} ${raw}`);
  }
});

test("a motion says nothing of the sign; the rest after it does", async () => {
  const { window, told } = await started();
  for (let each = 0; each < 120; each++) window.move(each % 8 < 4 ? 15 : -15, 0, -9.8);
  assert.ok(told.at(-1).z < 0);
  window.rest(0, 0, -9.8, 2200);
  assert.ok(told.at(-1).z > 0);
});

test("the rate, silence, and the end of it", async () => {
  const { window, sensor, told } = await started();
  window.rest(0, 0, 9.8, 900);
  assert.equal(sensor.rate, 0);
  window.rest(0, 0, 9.8, 3000);
  assert.ok(Math.abs(sensor.rate - 62.5) < 0.1);
  window.pass(1750);
  assert.equal(sensor.trouble, null);
  window.pass(500);
  assert.deepEqual(told.slice(-2), ["broken", "silent"]);
  assert.equal(sensor.rate, 0);
  window.move(0, 0, 9.8);
  assert.equal(told.at(-2), null);
  // A page that was held up, and whose readings waited meanwhile.
  window.time += 5000;
  window.look();
  assert.equal(sensor.trouble, null);
});

test("times are those of events by performance.now(), or when they come where a browser counts otherwise", async () => {
  const times = async (stamp) => {
    const { window, told } = await started();
    window.stamp = () => stamp(window.time);
    for (let each = 0; each < 3; each++) window.move(0, 0, 9.8);
    return told.map(({ time }) => time);
  };
  assert.deepEqual(await times((now) => now - 5), [1011, 1027, 1043]);
  for (const stamp of [() => 0, () => undefined, (now) => now + 1.7e12, (now) => 60_000 + now, (now) => now - 10_001, (now) => 2050 - now]) {
    const found = await times(stamp);
    assert.deepEqual(found.slice(1), [1032, 1048], String(stamp));
  }
});

test("a desktop without a sensor is silent", async () => {
  const { window, sensor, told } = await started();
  for (const axes of [[null, null, null], [null, 0, 9.8], [0, 0, null]]) window.move(...axes);
  window.pass(2000);
  assert.deepEqual(told, ["silent"]);
  assert.equal(sensor.trouble, "silent");
});

test("a hidden page hears nothing, and says that the readings broke off", async () => {
  for (const [leave, come] of [["visibilitychange", "visibilitychange"], ["pagehide", "pageshow"]]) {
    const { window, told } = await started();
    const turn = (type) => (type === "visibilitychange" ? window.document : window).dispatchEvent(new Event(type));
    window.rest(0, 0, 9.8, 100);
    window.document.hidden = leave === "visibilitychange";
    turn(leave);
    const count = told.length;
    assert.equal(told.at(-1), "broken");
    window.rest(0, 0, 9.8, 3000);
    window.pass(3000);
    assert.equal(told.length, count);
    window.document.hidden = false;
    turn(come);
    window.pass(1750);
    window.move(0, 0, 9.8);
    assert.equal(told.length, count + 1);
  }
});

test("the end of reading is one, and a second start reads once", async () => {
  const { window, sensor, told } = await started();
  await sensor.start();
  window.move(0, 0, 9.8);
  assert.equal(told.length, 1);
  sensor.stop();
  window.move(0, 0, 9.8);
  assert.deepEqual(told.slice(1), ["broken"]);
  assert.equal(window.look, undefined);
});

test("axes of the screen, as it is turned", () => {
  const turned = (angle, x, y) => { const { x: right, y: up } = onScreen({ x, y, z: 0 }, angle); return [right, up]; };
  // The edge that is up in each turn reads gravity: it is the screen's upper one.
  for (const [angle, x, y] of [[0, 0, 9.8], [90, 9.8, 0], [180, 0, -9.8], [270, -9.8, 0]]) {
    assert.deepEqual(turned(angle, x, y).map(Math.abs), [0, 9.8], String(angle));
    assert.ok(turned(angle, x, y)[1] > 0, String(angle));
  }
});

test("a history undoes a step at a time, and redoes", () => {
  const history = new History(3), list = [];
  const add = (name) => { list.push(name); history.did(name, () => remove(name)); };
  const remove = (name) => { list.pop(); history.did(name, () => add(name)); };
  for (const name of ["a", "b", "c", "d"]) add(name);
  assert.equal(history.undo(), "d");
  assert.equal(history.redoName, "d");
  assert.equal(history.redo(), "d");
  assert.equal(list.join(""), "abcd");
  for (const name of ["d", "c", "b", null]) assert.equal(history.undo(), name);
  assert.equal(list.join(""), "a");
  add("e");
  assert.equal(history.redoName, null);
  history.did("x", () => { throw new Error("x"); });
  assert.throws(() => history.undo(), /x/);
  assert.equal(history.undo(), "e");
});

const shake = { motion: "shake", phase: "ended" };

test("a shake undoes only in front, one step, never in a password, and asks once", async () => {
  const history = new History(), state = { hidden: false, hasFocus: () => state.focus, focus: true, activeElement: null };
  state.addEventListener = (type, hear) => { state[type] = hear; };
  const field = (...selectors) => ({ matches: (list) => selectors.some((each) => list.includes(each)), focus() {}, blur() {} });
  let answer = async () => "undo", asked = 0;
  const undo = new ShakeToUndo(history, { document: state, ios: false, ask: (choices) => { asked++; return answer(choices); } });
  const result = async (event = shake) => (await undo.take(event))?.result;
  for (const event of [{ ...shake, phase: "began" }, { ...shake, motion: "twist" }, { ...shake, late_ms: 1600 }]) {
    assert.equal(await undo.take(event), null);
  }
  assert.equal(await result(), "nothing");
  let count = 3;
  for (let each = 1; each <= 3; each++) history.did(`${each}`, () => { count--; });
  state.hidden = true;
  assert.equal(await result(), "away");
  Object.assign(state, { hidden: false, focus: false });
  assert.equal(await result(), "away");
  Object.assign(state, { focus: true, activeElement: field("input[type=password]") });
  assert.equal(await result(), "password");
  assert.equal(asked, 0);
  state.activeElement = null;
  assert.deepEqual(await undo.take(shake), { result: "undone", name: "3" });
  answer = async () => null;
  assert.equal(await result(), "kept");
  assert.equal(count, 2);
  let decide;
  answer = () => new Promise((resolve) => { decide = resolve; });
  const first = result();
  assert.equal(await result(), "asking");
  decide("undo");
  assert.equal(await first, "undone");
  // Text has the browser's undo, if it has one; on iOS its own.
  const text = Object.assign(field("textarea"), { value: "Hat" });
  Object.assign(state, {
    activeElement: text, querySelectorAll: () => [text], queryCommandEnabled: () => true,
    execCommand: (way) => { [state.did, text.value] = [way, ""]; return true; },
  });
  let offered;
  answer = async (choices) => { offered = choices; return "undo"; };
  state.input();
  assert.equal(await result(), "undone");
  assert.deepEqual(offered, { undo: "", redo: null });
  assert.equal(state.did, "undo");
  assert.equal(count, 1);
  // A step of the format alone is a step.
  const rich = Object.assign(field("[contenteditable]"), { innerHTML: "<b>Hat</b>", textContent: "Hat" });
  const { execCommand } = state;
  Object.assign(state, { querySelectorAll: () => [rich], execCommand: () => { rich.innerHTML = "Hat"; return true; } });
  assert.equal(await result(), "undone");
  assert.equal(count, 1);
  Object.assign(state, { querySelectorAll: () => [text], execCommand });
  // Where that changes no text, as the page itself has emptied the field, the page's step goes.
  assert.equal(await result(), "undone");
  assert.equal(count, 0);
  // A step of the page that came after the text goes before it, and the question names it.
  state.input();
  history.did("hat", () => { count = 0; });
  [count, state.did, text.value] = [1, null, "Hat"];
  assert.equal(await result(), "undone");
  assert.deepEqual([offered.undo, count, state.did], ["hat", 0, null]);
  // Then the text; after it, nothing is left but the browser's own.
  assert.equal(await result(), "undone");
  assert.equal(state.did, "undo");
  // A step that can be redone is offered in a field, too, whatever steps the browser has.
  const again = () => history.did("hat", () => { count = 0; history.did("hat", again); });
  again();
  assert.equal(await result(), "undone");
  answer = async (choices) => { offered = choices; return "redo"; };
  assert.deepEqual([await result(), offered], ["redone", { undo: null, redo: "hat" }]);
  answer = async (choices) => { offered = choices; return "undo"; };
  assert.equal(await result(), "undone");
  history.did("1", () => { count = 0; });
  count = 1;
  state.queryCommandEnabled = () => false;
  assert.equal(await result(), "undone");
  assert.equal(count, 0);
  const apple = new ShakeToUndo(history, { document: state, ios: true });
  assert.equal((await apple.take(shake)).result, "left");
  const silent = new ShakeToUndo(history, { document: { ...state, activeElement: null }, ask: null });
  history.did("4", () => { count = 4; });
  assert.equal((await silent.take(shake)).result, "undone");
  assert.equal(count, 4);
  // In Node there is no document.
  history.did("5", () => { count = 5; });
  assert.deepEqual(await new ShakeToUndo(history, { ask: null }).take(shake), { result: "undone", name: "5" });
});
