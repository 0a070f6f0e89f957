// SPDX-License-Identifier: Apache-2.0
// A shake asks, and undoes a step, by UIKit's rules. See undo.d.ts and docs/web.md.

/** The steps of a page, each with a closure that takes it back. A step that a closure makes is for redo. */
export class History {
  #undo = [];
  #redo = [];
  #way = null;
  #changes = 0;

  constructor(most = 100) { this.most = most; }

  get undoName() { return this.#undo.at(-1)?.name ?? null; }
  get redoName() { return this.#redo.at(-1)?.name ?? null; }

  get changes() { return this.#changes; }

  did(name, undo) {
    this.#changes++;
    const steps = this.#way === "undo" ? this.#redo : this.#undo;
    steps.push({ name, undo });
    if (steps.length > this.most) steps.shift();
    if (!this.#way) this.#redo = [];
  }

  undo() { return this.#take("undo", this.#undo); }
  redo() { return this.#take("redo", this.#redo); }

  #take(way, steps) {
    const step = steps.pop();
    if (!step) return null;
    this.#changes++;
    this.#way = way;
    try { step.undo(); } finally { this.#way = null; }
    return step.name;
  }
}

const words = {
  en: { title: "Undo?", undo: "Undo", redo: "Redo", cancel: "Cancel" },
  de: { title: "Rückgängig machen?", undo: "Rückgängig", redo: "Wiederholen", cancel: "Abbrechen" },
};

/** Asks in a dialog of the page: resolves to undo, redo or null. */
export function ask(choices, document = globalThis.document) {
  const language = document.documentElement.lang.startsWith("de") ? "de" : "en", said = words[language];
  const dialog = document.createElement("dialog");
  const title = document.createElement("h2");
  title.textContent = said.title;
  dialog.append(title);
  dialog.setAttribute("aria-label", said.title);
  for (const way of ["undo", "redo", "cancel"]) {
    if (way !== "cancel" && choices[way] === null) continue;
    const button = document.createElement("button");
    button.textContent = way === "cancel" || !choices[way] ? said[way] : `${said[way]}: ${choices[way]}`;
    button.value = way;
    button.addEventListener("click", () => dialog.close(way));
    dialog.append(button);
  }
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(["undo", "redo"].includes(dialog.returnValue) ? dialog.returnValue : null);
  }));
}

const texts = "input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], input[type=tel], "
  + "input[type=number], textarea, [contenteditable]:not([contenteditable=false]), [contenteditable]:not([contenteditable=false]) *";

/** Has the browser undo; whether that changed any field: what a script emptied has steps that change none. */
function undoesText(document) {
  const text = (field) => field.value ?? field.innerHTML; // A step may change the format alone.
  const before = Array.from(document.querySelectorAll("input, textarea, [contenteditable]"), (field) => [field, text(field)]);
  return document.execCommand("undo") && before.some(([field, former]) => text(field) !== former);
}

/** Undoes by shakes: hand it each event. */
export class ShakeToUndo {
  #isAsking = false;
  #typed; // The changes of the history when text was edited last.

  constructor(history, { ask: question = ask, document = globalThis.document, ios } = {}) {
    Object.assign(this, { history, question, document });
    this.ios = ios ?? !!globalThis.CSS?.supports?.("-webkit-touch-callout", "none");
    this.#typed = history.changes;
    document?.addEventListener?.("input", () => { this.#typed = history.changes; }, true);
  }

  /** Resolves to what became of a shake, such as { result: "undone", name: "Typing" }; to null for other events. */
  async take({ motion, phase, late_ms: late }) {
    if (motion !== "shake" || phase !== "ended" || late !== undefined) return null;
    const { document, history } = this, field = document?.activeElement;
    if (this.#isAsking) return { result: "asking" };
    if (document && (document.hidden || !document.hasFocus())) return { result: "away" };
    if (field?.matches("input[type=password]")) return { result: "password" };
    const isText = !!field?.matches(texts);
    if (isText && this.ios) return { result: "left" }; // iOS asks by itself.
    const isTextLast = this.#typed === history.changes || (history.undoName ?? history.redoName) === null;
    const native = isText && isTextLast && !!document.queryCommandEnabled?.("undo");
    const choices = { undo: native ? "" : history.undoName, redo: native ? null : history.redoName };
    if (choices.undo === null && choices.redo === null) return { result: "nothing" };
    const way = this.question ? await this.#ask(choices) : choices.undo === null ? null : "undo";
    if (this.question && isText && (native || document.activeElement === field)) {
      // A click in the dialog took the focus. Chromium gives it back without the caret, and what is typed is lost.
      field.blur();
      field.focus();
    }
    if (way === null) return { result: "kept" };
    if (native && undoesText(document)) return { result: "undone", name: "" };
    const name = way === "redo" ? history.redo() : history.undo();
    return name === null ? { result: "nothing" } : { result: way === "redo" ? "redone" : "undone", name };
  }

  async #ask(choices) {
    this.#isAsking = true;
    try { return await this.question(choices, this.document); } finally { this.#isAsking = false; }
  }
}
