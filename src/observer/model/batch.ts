// The part of a session that is read at once, because it fits into one call. A batch is named by its content, so the same
// lines are the same batch for every process.

import { sha256Hex } from "../../memory/file/sha256.ts";
import type { PendingLine } from "../spool/pending.ts";
import { fieldsOf } from "./prompt.ts";

export const BATCH_LINES_MAX = 60;
const BATCH_CHARS_MAX = 60_000;
const BATCH_CHARS_MIN = 4_000;
const ID_CHARS = 16;
/** Fewer characters contain nothing to learn. */
const SAID_CHARS_MIN = 20;
const OUTPUT_TOKENS_MAX = 8_000;

/** An answer may use a quarter of the limit of one call. */
export function answerTokensMax(callTokensMax: number): number {
  return Math.max(1, Math.min(OUTPUT_TOKENS_MAX, Math.floor(callTokensMax / 4)));
}

/** The first lines, at least one. */
export function chooseBatch(pending: readonly PendingLine[], callTokensMax: number): PendingLine[] {
  // A token has at least one character in every script.
  const room = callTokensMax - answerTokensMax(callTokensMax);
  const charsMax = Math.min(BATCH_CHARS_MAX, Math.max(BATCH_CHARS_MIN, room));
  let chars = 0;
  const end = pending.findIndex(({ record }, place) => {
    chars += [record.text, record.input, record.output].reduce((sum, text) => sum + (text?.length ?? 0), 200);
    return place >= BATCH_LINES_MAX || (place > 0 && chars > charsMax);
  });
  return pending.slice(0, end === -1 ? pending.length : end);
}

export function nameBatch(key: string, lineIds: readonly string[]): string {
  return sha256Hex([key, ...lineIds].join("\n")).slice(0, ID_CHARS);
}

/** True when the batch has enough text for a call. */
export function saysEnough(batch: readonly PendingLine[], userTurnsOnly: boolean): boolean {
  const said = batch
    .filter(({ record }) => record.kind === "prompt" || !userTurnsOnly)
    .flatMap(({ record }) => fieldsOf(record, { userTurnsOnly }));
  return said.reduce((sum, [, text]) => sum + text.trim().length, 0) >= SAID_CHARS_MIN;
}
