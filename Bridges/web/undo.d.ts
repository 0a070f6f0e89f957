// SPDX-License-Identifier: Apache-2.0
// A shake asks, and undoes a step.

/** The steps of a page. */
export class History {
  /** Keeps `most` steps: 100 by default. */
  constructor(most?: number);
  /**
   * Takes a step that was made: its name, and what takes it back. For redo, `undo` calls `did` itself, with what makes
   * the step again.
   */
  did(name: string, undo: () => void): void;
  /** Takes back the last step: its name; null without one. */
  undo(): string | null;
  redo(): string | null;
  /** How many steps were made, undone and redone so far. */
  readonly changes: number;
  readonly undoName: string | null;
  readonly redoName: string | null;
}

/** What could be undone and redone: names; null for neither, "" for the browser's own undo. */
export interface Choices {
  undo: string | null;
  redo: string | null;
}

/** Asks in a dialog of the page, in German where the page's `lang` is. */
export function ask(choices: Choices, document?: Document): Promise<"undo" | "redo" | null>;

/**
 * What became of a shake: undone and redone, with the step's name; kept, as the answer was no; nothing to undo; asking,
 * as a question is open; away, as the page is not in front; password, as such a field has the focus; left to iOS, which
 * asks in text fields by itself.
 */
export interface Outcome {
  result: "undone" | "redone" | "kept" | "nothing" | "asking" | "away" | "password" | "left";
  name?: string;
}

/** Undoes by shakes. */
export class ShakeToUndo {
  /** `ask: null` undoes at once. Without a `document`, as in a test in Node.js, a page counts as in front. */
  constructor(history: History, options?: {
    ask?: ((choices: Choices, document: Document) => Promise<"undo" | "redo" | null>) | null;
    document?: Document;
    ios?: boolean;
  });
  /** Takes each event of `Motions`; null for one that is no end of a shake. */
  take(event: { motion: string; phase: string; late_ms?: unknown }): Promise<Outcome | null>;
}
