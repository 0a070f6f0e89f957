// SPDX-License-Identifier: Apache-2.0
// What a stranger's project does with the package: its types, and a sample to try.
import { compile, Motions, read, replay, type MotionEvent, type Options } from "motiond-web";
import { Sensor, SensorError, type Reading } from "motiond-web/sensor.js";
import { History, ShakeToUndo, type Outcome } from "motiond-web/undo.js";

const options: Options = { motions: ["shake"], sensitivity: "high", window: 1.5, option: { "shake.long": "ends" } };

export async function page(): Promise<void> {
  const sensor = new Sensor(), history = new History(), undo = new ShakeToUndo(history, { ask: null });
  const motions = new Motions(await compile(), options);
  const stop: () => void = motions.follow(sensor);
  sensor.listen({ reading: ({ time, x, y, z, angle }: Reading) => [time, x, y, z, angle], trouble: (code) => code === "silent" && stop() });
  await sensor.start().catch((error: SensorError) => error.code);
  for await (const event of motions) {
    const outcome: Outcome | null = await undo.take(event);
    if (outcome?.result === "undone") return;
  }
}

// @ts-expect-error A word that is no option is a mistake of types, too.
export const wrong: Options = { windw: 1 };

// Node's, whose types a page does not have.
declare const process: { argv: string[]; stdin: AsyncIterable<Uint8Array>; stdout: { write(text: string): void } };

const parts: Uint8Array[] = [];
for await (const part of process.stdin) parts.push(part);
const recording = await read(await new Blob(parts).arrayBuffer());
const { events } = await replay(recording, { motions: "all", source: process.argv[2] });
process.stdout.write(events.map((event: MotionEvent) => `${event.line}\n`).join(""));
