// SPDX-License-Identifier: Apache-2.0
// The page to try: a list that a shake undoes, what the detectors saw, and the rules to move.
import { compile, Motions, read, replay, swings } from "../motion.js";
import { browser, Sensor } from "../sensor.js";
import { ask, History, ShakeToUndo } from "../undo.js";
import { draw } from "./curve.js";
import { Hand } from "./hand.js";
import { texts, told } from "./texts.js";

const element = (id) => document.getElementById(id);
const kept = 60_000, shownSpan = 8000; // ms of readings that are judged again, and that are drawn
let language = /^de\b/i.test(navigator.language) ? "de" : "en";
let text = texts[language];
const number = (value, digits = 1) =>
  Number(value).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

// What was read: the last minute, or a file; and what was found in it.
let readings = [], found = [], blocks = [], file = null, recorded = null;
let module = null, motions = null, judgedTo = -Infinity, source = "hand", playedFrom = 0;

const history = new History(), undo = new ShakeToUndo(history, { ask: (choices) => element("asks").checked ? ask(choices) : "undo" });
const sensor = new Sensor();
const hand = new Hand(element("phone"), {
  reading: (reading) => { if (source === "hand") take(reading); },
  broken: () => { if (source === "hand") motions?.end(); },
  // Its last events come first.
  played: () => setTimeout(() => {
    if (!found.some(({ timestamp_ms: time }) => time >= playedFrom)) element("said").textContent = text.nothingFound;
  }),
});

// The list.

function add(name) {
  const line = element("list").appendChild(Object.assign(document.createElement("li"), { textContent: name }));
  history.did(text.added(name), () => remove(line));
}

function remove(line) {
  line.remove();
  history.did(text.added(line.textContent), () => add(line.textContent));
}

function say(outcome) {
  const { result, name } = outcome ?? {};
  const words = text.outcomes[result]?.({ name }) ?? text[result];
  if (words) element("said").textContent = words;
  element("redo").disabled = history.redoName === null;
}

// Readings, and the motions in them.

function take(reading) {
  if (file) return;
  readings.push(reading);
  while (reading.time - readings[0].time > kept) readings.shift();
  recorded?.push(reading);
  motions?.feed(reading.time, reading.x, reading.y, reading.z);
}

const options = () => ({
  motions: [...element("kinds").querySelectorAll("input:checked")].map((box) => box.value),
  sensitivity: element("sensitivity").value, window: Number(element("window").value), explain: true, wasm: module,
  option: { "shake.long": element("long").checked ? "ends" : "cancels" },
});

const recordingOf = (list) => ({
  times: BigInt64Array.from(list, ({ time }) => BigInt(Math.round(time * 1e6))),
  values: Float64Array.from(list.flatMap(({ x, y, z }) => [x, y, z])),
});

/** Judges all that is there by the rules as they are, and goes on with them. */
async function judge() {
  const wanted = options(), began = performance.now();
  const list = file ?? readings;
  motions?.close();
  motions = null;
  element("judged").textContent = "";
  if (wanted.motions.length) {
    const next = await Motions.make(wanted);
    const { events, leftOut } = await replay(recordingOf(list), { ...wanted, motions: wanted.motions.length === 10 ? "all" : wanted.motions })
      .catch((error) => ({ events: [], leftOut: [{ motion: error.message }] }));
    const took = performance.now() - began;
    if (!file) {
      for (const { time, x, y, z } of readings) next.feed(time, x, y, z); // Also those that came meanwhile.
      judgedTo = readings.at(-1)?.time ?? -Infinity;
      motions = next;
      listen(next);
    }
    // The end of a file is one; that of a minute that goes on is none.
    found = file ? events : events.filter(({ reason }) => reason !== "interrupted");
    element("judged").textContent = text.judged(number(list.length, 0), found.length, number(took, 0))
      + (leftOut.length ? `. ${text.leftOut}${leftOut.map(({ motion }) => text.motions[motion] ?? motion).join(", ")}` : "");
    document.documentElement.dataset.judged = took.toFixed(1);
  } else {
    found = [];
  }
  element("events").replaceChildren();
  for (const event of found.slice(-30)) show(event);
}

let turn = Promise.resolve();
const judgeInTurn = () => { turn = turn.then(judge); return turn; };

async function listen(stream) {
  for await (const event of stream) {
    if (stream !== motions) return;
    if (event.timestamp_ms <= judgedTo) continue; // It was shown before.
    found.push(event);
    if (found.length > 500) found.shift();
    element("judged").textContent = ""; // It told of fewer.
    show(event);
    if (event.motion === "shake" && event.phase === "began") element("said").textContent = ""; // It told of a shake before.
    say(await undo.take(event));
  }
}

function show(event) {
  if (event.motion === "shake" && event.phase !== "rejected") element("curve").classList.toggle("shaking", event.phase === "began");
  if (event.phase === "began" && event.motion === "shake") return; // Its end says more, and comes soon.
  const [what, why] = told(event, text, number);
  const line = Object.assign(document.createElement("li"), { textContent: what, className: event.phase });
  if (why) line.append(Object.assign(document.createElement("small"), { textContent: why }));
  element("events").prepend(line);
  while (element("events").childElementCount > 30) element("events").lastChild.remove();
}

// What moves on the page.

let lastNumbers = 0;
async function frame(now) {
  requestAnimationFrame(frame);
  if (source === "hand" && !file) hand.advance(performance.now());
  const list = file ?? readings, end = file ? list.at(-1)?.time ?? 0 : performance.now();
  const start = file ? list[0]?.time ?? 0 : end - shownSpan;
  draw(element("curve"), list, { start, end, swings: blocks, events: found, label: ({ motion, phase }) =>
    phase === "began" && motion === "shake" ? "" : phase === "rejected" ? "?" : text.motions[motion] ?? motion });
  if (now - lastNumbers < 250 || !module) return;
  lastNumbers = now;
  const recent = list.filter(({ time }) => time >= start - 1000), last = list.at(-1);
  blocks = await swings(recordingOf(recent), { wasm: module });
  const span = recent.length > 1 ? recent.at(-1).time - recent[0].time : 0;
  const rate = !file && source === "sensor" ? sensor.rate : span ? 1000 * (recent.length - 1) / span : 0;
  ["x", "y", "z"].forEach((axis, each) => { element("numbers").children[each].textContent = last ? `${axis} ${number(last[axis])}` : ""; });
  element("numbers").lastChild.textContent = last && rate ? text.readings(number(rate, 0)) : "";
}

// The phone's own sensor.

let trouble = null, lock = null;
function tell(code) {
  trouble = code;
  element("trouble").textContent = code ? text.troubles[code] : "";
}

const keepAwake = () => navigator.wakeLock?.request("screen").then((got) => { lock = got; }, () => {});

function become(next) {
  if (source === next) return;
  motions?.end();
  source = next;
  element("stage").hidden = element("samples").hidden = next === "sensor";
  if (next === "sensor") {
    element("start").hidden = true;
    element("said").textContent = text.shakeNow;
    keepAwake();
  }
}

sensor.listen({
  reading: (reading) => { become("sensor"); take(reading); },
  broken: () => { if (source === "sensor") motions?.end(); },
  trouble: (code) => {
    if (code === null || source === "sensor" || isTouched()) tell(code);
    if (code === "silent" && source !== "sensor") become("hand");
  },
});

const isTouched = () => matchMedia("(pointer: coarse)").matches;

async function start(touch) {
  try {
    await sensor.start();
    document.documentElement.dataset.sensor = "on";
    tell(null);
  } catch (error) {
    // A laptop has the drawn phone, and nothing to be told.
    if (touch || isTouched() || error.code === "insecure") tell(error.code);
    element("start").hidden = error.code !== "denied";
  }
}

document.addEventListener("visibilitychange", () => { if (lock && !document.hidden) keepAwake(); });

// Files.

async function open(name, bytes) {
  try {
    if (bytes.byteLength > 20e6) throw new Error(text.tooLarge);
    if (new Uint8Array(bytes)[0] === 0x1f) bytes = await unpack(bytes);
    const { times, values } = await read(bytes, { wasm: module });
    file = Array.from(times, (time, each) =>
      ({ time: Number(time) / 1e6, x: values[3 * each], y: values[3 * each + 1], z: values[3 * each + 2] }));
    tell(null);
  } catch (error) {
    element("trouble").textContent = text.fileFailed(name, error.message);
    return;
  }
  element("live").hidden = false;
  await judgeInTurn();
  element("curve").scrollIntoView({ block: "nearest" });
}

const unpack = async (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

async function record() {
  if (!recorded) {
    recorded = [];
    element("files").replaceChildren();
    element("record").textContent = text.stop;
    return;
  }
  const list = recorded, name = `shake-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  recorded = null;
  element("record").textContent = text.record;
  if (!list.length) return;
  const recording = recordingOf(list);
  const head = `# device: ${source === "sensor" ? "phone" : "drawn phone"}\n# source: page to try\n# browser: ${navigator.userAgent}\n`;
  const rows = list.map(({ x, y, z }, each) => `${recording.times[each]},${x},${y},${z}\n`).join("");
  const { events } = await replay(recording, { motions: "all", source: `${name}.csv`, wasm: module });
  link(text.csv, `${name}.csv`, `${head}timestamp_ns,x,y,z\n${rows}`);
  link(text.expected, `${name}.events.jsonl`, events.map(({ line }) => `${line}\n`).join(""));
}

function link(words, name, content) {
  const href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  element("files").append(Object.assign(document.createElement("a"), { href, download: name, textContent: words }), " ");
}

// Words.

function speak(next) {
  [language, text] = [next, texts[next]];
  document.documentElement.lang = language;
  document.title = text.title;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = text[each.dataset.text];
  for (const each of document.querySelectorAll("[data-language]")) each.setAttribute("aria-pressed", each.dataset.language === language);
  element("phone").setAttribute("aria-label", text.phone);
  element("curve").setAttribute("aria-label", text.curve);
  for (const each of element("sample").options) each.textContent = text.recordings[each.value] ?? each.value;
  for (const each of element("kinds").querySelectorAll("span")) each.textContent = text.motions[each.dataset.kind] ?? each.dataset.kind;
  if (recorded) element("record").textContent = text.stop;
  tell(trouble);
  values();
  element("said").textContent = source === "sensor" ? text.shakeNow : "";
  element("events").replaceChildren();
  for (const event of found.slice(-30)) show(event);
}

function values() {
  for (const [id, shown] of [["sensitivity", number(element("sensitivity").value, 2)], ["window", text.seconds(number(element("window").value))]]) {
    element(`${id}-value`).textContent = shown;
    element(id).setAttribute("aria-valuetext", shown);
  }
}

const bytesOf = (id) => Uint8Array.from(atob(element(id).textContent), (letter) => letter.charCodeAt(0));

async function begin() {
  const recordings = JSON.parse(new TextDecoder().decode(await unpack(bytesOf("recordings"))));
  for (const name of Object.keys(recordings)) element("sample").append(new Option(name, name));
  for (const kind of Object.keys(text.motions)) {
    const label = document.createElement("label");
    const box = Object.assign(document.createElement("input"), { type: "checkbox", value: kind, checked: kind === "shake" });
    label.append(box, " ", Object.assign(document.createElement("span"), { className: "kind" }));
    label.lastChild.dataset.kind = kind;
    element("kinds").append(label);
  }
  element("old").hidden = true;
  document.querySelector("main").hidden = false;
  speak(language);
  for (const each of text.things) add(each);
  say(null);
  requestAnimationFrame(frame);
  module = await compile(await unpack(bytesOf("wasm")));
  await judgeInTurn();

  for (const each of document.querySelectorAll("[data-language]")) each.addEventListener("click", () => speak(each.dataset.language));
  for (const id of ["sensitivity", "window"]) element(id).addEventListener("input", () => { values(); judgeInTurn(); });
  element("long").addEventListener("change", judgeInTurn);
  element("kinds").addEventListener("change", judgeInTurn);
  element("start").addEventListener("click", start);
  element("shake").addEventListener("click", () => hand.shake());
  element("run").addEventListener("click", async () => {
    const recording = await read(recordings[element("sample").value], { wasm: module });
    element("said").textContent = "";
    playedFrom = performance.now();
    hand.play(recording);
  });
  element("redo").addEventListener("click", () => { const name = history.redo(); say(name === null ? null : { result: "redone", name }); });
  element("add").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = element("item").value.trim();
    if (name) add(name);
    element("item").value = "";
    say(null);
  });
  element("record").addEventListener("click", record);
  element("open").addEventListener("change", async ({ target }) => {
    if (target.files[0]) await open(target.files[0].name, await target.files[0].arrayBuffer());
    target.value = "";
  });
  element("live").addEventListener("click", () => {
    file = null;
    readings = [];
    element("live").hidden = true;
    judgeInTurn();
  });
  for (const type of ["dragover", "dragleave", "drop"]) {
    addEventListener(type, async (event) => {
      event.preventDefault();
      document.body.classList.toggle("over", type === "dragover");
      const dropped = type === "drop" && event.dataTransfer.files[0];
      if (dropped) await open(dropped.name, await dropped.arrayBuffer());
    });
  }
  // iOS asks in a touch alone.
  if (browser().ios) element("start").hidden = false; else await start();
}

begin().catch((error) => { element("trouble").textContent = text.troubles.engine(error.message); });
