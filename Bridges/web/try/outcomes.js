// SPDX-License-Identifier: Apache-2.0
// Words for what became of a motion, and for what it lacked that was no shake, by the rules of events' `lacks`: in
// English and in German. The page of phone-accelerometer has this file in it.

export const lacks = {
  swings: ["It takes more, back and forth along one line.", "Es braucht mehr, hin und her auf einer Linie."],
  wholeSwings: [
    "One was much larger than the others: shake evenly.",
    "Einer war viel größer als die anderen: Schütteln Sie gleichmäßig.",
  ],
  flight: ["The phone was in the air.", "Das Telefon war in der Luft."],
  fast: [
    "No hand turns back that fast: these were knocks or a vibration.",
    "So schnell kehrt keine Hand um: Es waren Stöße oder ein Zittern.",
  ],
  spike: ["A blow was among them.", "Ein Schlag war darunter."],
  score: [
    "It was more like another motion: shake evenly along one line.",
    "Es glich eher einer anderen Bewegung: Schütteln Sie gleichmäßig auf einer Linie.",
  ],
  stroke: ["The strokes were too short: move your hand farther.", "Die Wege waren zu kurz: Holen Sie weiter aus."],
  prominence: [
    "It was no stronger than the motion before: hold still first, or shake harder.",
    "Es war nicht stärker als die Bewegung davor: Halten Sie erst still, oder schütteln Sie kräftiger.",
  ],
  late: [
    "It had gone on for too long before it looked like a shake: hold still first, then shake briefly.",
    "Es ging zu lange, bis es einem Schütteln glich: Halten Sie erst still, dann schütteln Sie kurz.",
  ],
  quiet: [
    "It came too soon after the last motion: hold still for a moment first.",
    "Es kam zu bald nach der letzten Bewegung: Halten Sie erst kurz still.",
  ],
  window: ["Shake more briefly.", "Schütteln Sie kürzer."],
};

// The outcome of an event, or of what an app did about it, by its key below; of a motion that was no shake its rejection
// tells, and its end nothing.
export function outcome({ action, phase, reason, lacks, late_ms }) {
  if (phase === "ended") return late_ms ? "late" : "ended";
  if (phase === "cancelled") return reason === "notAShake" ? undefined : reason;
  if (phase === "rejected") return lacks === "window" ? "window" : "notAShake";
  return action;
}

// The words for an outcome of the event `e`; `number` writes a number.
export const outcomes = {
  ended: [(e, number) => `Shake, ${number(e.duration_ms / 1000)} s`, (e, number) => `Geschüttelt, ${number(e.duration_ms / 1000)} s`],
  late: [
    (e, number) => `Too late by ${number(e.late_ms / 1000)} s: nothing undone`,
    (e, number) => `Um ${number(e.late_ms / 1000)} s zu spät: nichts rückgängig gemacht`,
  ],
  tooLong: [() => "Too long: shake more briefly", () => "Zu lang: Schütteln Sie kürzer"],
  window: [
    (e, number) => `${number(e.has)} s, too long by ${number(e.has - e.needs)} s`,
    (e, number) => `${number(e.has)} s, um ${number(e.has - e.needs)} s zu lang`,
  ],
  notAShake: [
    (e) => `Not a shake: ${e.swings === 1 ? "1 swing" : `${e.swings} swings`}`,
    (e) => `Kein Schütteln: ${e.swings === 1 ? "1 Schwung" : `${e.swings} Schwünge`}`,
  ],
  interrupted: [() => "Cancelled: readings are missing", () => "Abgebrochen: Es fehlen Messwerte"],
  undone: [
    (e) => e.name ? `Undone: ${e.name}` : "Undone", (e) => e.name ? `Rückgängig: ${e.name}` : "Rückgängig gemacht",
  ],
  redone: [(e) => e.name ? `Redone: ${e.name}` : "Redone", (e) => e.name ? `Wiederholt: ${e.name}` : "Wiederholt"],
  nothing: [() => "Nothing to undo", () => "Nichts rückgängig zu machen"],
};
