// SPDX-License-Identifier: Apache-2.0
// What the page says, in two languages.
import { lacks, outcome, outcomes } from "./outcomes.js";

const chosen = (table, language) => Object.fromEntries(Object.entries(table).map(([key, both]) => [key, both[language]]));

const english = {
  title: "Shake to undo", playTitle: "Shake", drag: "Drag the phone to and fro, briskly.", start: "Start", shake: "Shake it for me",
  sample: "Recording", run: "Play it", listTitle: "A packing list", item: "One more thing", add: "Add", redo: "Redo",
  asks: "Ask before undoing", curveTitle: "Acceleration in m/s²", record: "Record", stop: "Stop recording",
  open: "Open a recording…", live: "Back to the phone", eventsTitle: "What was recognized, and why not",
  hint: "Nothing yet. A shake goes to and fro, firmly, for less than a second.", rulesTitle: "The rules: move them, and all is judged again",
  sensitivity: "Sensitivity", window: "How long a shake may last", long: "A longer one ends at that time, and is not cancelled",
  kinds: "Motions", seconds: (value) => `${value} s`, things: ["Passport", "Tent", "Sun hat"],
  privacy: "This page is one file. It asks no server for anything, sets no cookie, and keeps nothing: readings leave your "
    + "device only in a recording that you save and send yourself.",
  shakeNow: "Shake your phone: the list loses its last line.", readings: (rate) => `${rate} readings a second`,
  kept: "Kept", nothingFound: "This recording has no motion that is ticked below.",
  build: "Your own page can have this: docs/web.md in motiond's sources has sixteen lines.",
  left: "iOS undoes in a text field by itself", added: (name) => `Add ${name}`, removed: (name) => `Remove ${name}`,
  phone: "A drawn phone", curve: "Acceleration along three axes over time, with swings and motions",
  judged: (readings, events, time) => `Judged ${readings} readings in ${time} ms: ${events} events`,
  leftOut: "Too few readings a second for: ", csv: "recording", expected: "its events",
  fileFailed: (name, problem) => `${name}: ${problem}`, tooLarge: "This file is larger than 20 MB.",
  troubles: {
    insecure: "The browser hands motion to pages of https:// and of localhost only. Open this page by https; or connect an Android phone "
      + "by USB, run adb reverse tcp:8480 tcp:8480 on the computer, and open http://localhost:8480 on the phone.",
    missing: "This browser reports no motion. On a phone, take Safari, Chrome or Firefox.",
    policy: "This page is in a frame that may not read motion. Open it by itself.",
    denied: "This page may not read motion. Touch Start, and allow it; if the browser does not ask, allow motion in its settings of this site.",
    silent: "No motion arrives: this device has no sensor, or the settings of this site forbid it. Drag the drawn phone instead.",
    engine: (problem) => `The detectors do not run in this browser: ${problem}`,
  },
  motions: {
    shake: "Shake", freeFall: "Free fall", still: "Still", orientation: "Orientation", flip: "Flip", pickUp: "Pick-up", tilt: "Tilt",
    twist: "Twist", tap: "Tap", doubleTap: "Double tap",
  },
  phases: { began: "began", ended: "ended", cancelled: "cancelled", recognized: "" },
  recordings: {
    "short-shake": "a shake", "long-shake": "a shake that is too long", "shake-to-undo": "two shakes", walk: "a walk", drop: "a fall",
    twist: "a twist", "turn-over": "turned over",
  },
  shaken: (swings, seconds, peak) => `${swings} swings in ${seconds} s, up to ${peak} m/s²`,
  lacks: chosen(lacks, 0), outcomes: chosen(outcomes, 0),
  found: (sensitivity) => ` A sensitivity of ${sensitivity} would find it.`,
};

const german = {
  title: "Schütteln macht rückgängig", playTitle: "Schütteln", drag: "Ziehen Sie das Telefon zügig hin und her.", start: "Start",
  shake: "Für mich schütteln", sample: "Aufnahme", run: "Abspielen", listTitle: "Eine Packliste", item: "Noch etwas", add: "Hinzufügen",
  redo: "Wiederholen", asks: "Vorher fragen", curveTitle: "Beschleunigung in m/s²", record: "Aufnehmen",
  stop: "Aufnahme beenden", open: "Aufnahme öffnen …", live: "Zurück zum Telefon", eventsTitle: "Was erkannt wurde, und warum nicht",
  hint: "Noch nichts. Ein Schütteln geht hin und her, kräftig, weniger als eine Sekunde lang.",
  rulesTitle: "Die Regeln: Verstellen Sie sie, und alles wird neu beurteilt", sensitivity: "Empfindlichkeit",
  window: "So lange darf ein Schütteln dauern", long: "Ein längeres endet dann, statt abgebrochen zu werden", kinds: "Bewegungen",
  seconds: (value) => `${value} s`, things: ["Reisepass", "Zelt", "Sonnenhut"],
  privacy: "Diese Seite ist eine einzige Datei. Sie fragt keinen Server, setzt kein Cookie und behält nichts: Messwerte verlassen Ihr "
    + "Gerät nur in einer Aufnahme, die Sie selbst speichern und verschicken.",
  shakeNow: "Schütteln Sie Ihr Telefon: Die Liste verliert ihre letzte Zeile.", readings: (rate) => `${rate} Messwerte je Sekunde`,
  kept: "Behalten", nothingFound: "In dieser Aufnahme ist keine Bewegung, die unten angekreuzt ist.",
  build: "Ihre eigene Seite kann das auch: docs/web.md in den Quellen von motiond hat sechzehn Zeilen.",
  left: "In einem Textfeld macht iOS selbst rückgängig", added: (name) => `${name} hinzufügen`, removed: (name) => `${name} entfernen`,
  phone: "Ein gezeichnetes Telefon", curve: "Beschleunigung entlang dreier Achsen im Verlauf, mit Schwüngen und Bewegungen",
  judged: (readings, events, time) => `${readings} Messwerte in ${time} ms beurteilt: ${events} Ereignisse`,
  leftOut: "Zu wenige Messwerte je Sekunde für: ", csv: "Aufnahme", expected: "ihre Ereignisse",
  fileFailed: (name, problem) => `${name}: ${problem}`, tooLarge: "Diese Datei ist größer als 20 MB.",
  troubles: {
    insecure: "Der Browser gibt Bewegung nur Seiten mit https:// und solchen von localhost. Öffnen Sie die Seite mit https; oder verbinden "
      + "Sie ein Android-Telefon per USB, führen Sie am Rechner adb reverse tcp:8480 tcp:8480 aus, und öffnen Sie am Telefon http://localhost:8480.",
    missing: "Dieser Browser meldet keine Bewegung. Nehmen Sie am Telefon Safari, Chrome oder Firefox.",
    policy: "Diese Seite steht in einem Rahmen, der Bewegung nicht lesen darf. Öffnen Sie sie für sich.",
    denied: "Bewegung ist dieser Seite nicht erlaubt. Tippen Sie auf Start, und erlauben Sie sie; wird nicht gefragt, erlauben Sie Bewegung in "
      + "den Einstellungen des Browsers für diese Seite.",
    silent: "Es kommt keine Bewegung: Das Gerät hat keinen Sensor, oder die Einstellungen der Seite verbieten ihn. Ziehen Sie das gezeichnete Telefon.",
    engine: (problem) => `Die Erkennung läuft in diesem Browser nicht: ${problem}`,
  },
  motions: {
    shake: "Schütteln", freeFall: "Freier Fall", still: "Stillstand", orientation: "Ausrichtung", flip: "Umdrehen", pickUp: "Aufnehmen",
    tilt: "Neigen", twist: "Drehung", tap: "Klopfen", doubleTap: "Doppelklopfen",
  },
  phases: { began: "begann", ended: "beendet", cancelled: "abgebrochen", recognized: "" },
  recordings: {
    "short-shake": "ein Schütteln", "long-shake": "ein zu langes Schütteln", "shake-to-undo": "zweimal geschüttelt", walk: "ein Gang",
    drop: "ein Fall", twist: "eine Drehung", "turn-over": "umgedreht",
  },
  shaken: (swings, seconds, peak) => `${swings} Schwünge in ${seconds} s, bis ${peak} m/s²`,
  lacks: chosen(lacks, 1), outcomes: chosen(outcomes, 1),
  found: (sensitivity) => ` Mit einer Empfindlichkeit von ${sensitivity} wird es erkannt.`,
};

export const texts = { en: english, de: german };

/** An event in words: what, and a reason or measures below it. */
export function told(event, text, number) {
  const name = text.motions[event.motion] ?? event.motion;
  if (event.phase === "rejected") {
    const hint = event.found_from_sensitivity === undefined ? "" : text.found(number(event.found_from_sensitivity, 2));
    return [text.outcomes[outcome(event)](event, number), (text.lacks[event.lacks] ?? event.lacks) + hint];
  }
  const what = `${name} ${text.phases[event.phase] ?? event.phase}`.trim();
  if (event.phase === "cancelled") return [what, text.outcomes[outcome(event)]?.(event, number) ?? ""];
  if (event.motion === "shake" && event.phase === "ended") {
    return [what, text.shaken(event.swings, number(event.duration_ms / 1000), number(event.peak))];
  }
  const shown = ["from", "to", "axis", "count", "duration_ms", "angle"].filter((key) => event[key] !== undefined);
  return [what, shown.map((key) => `${key} ${event[key]}`).join(", ")];
}
