// Notes with a secret in them, and notes that only speak of one, as people other than the author of the rules wrote them down. A row
// holds no secret: `{{mixed:12}}` and its like are drawn from a seed. Half of each file was fixed as `held` by the digest of its text
// before a rule was written for the other half.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "../../fixture/rows.ts";
import { createRandom, fillPlaces } from "./random-values.ts";

export type WrittenSecret = {
  readonly text: string;
  readonly label: "secret" | "clean";
  readonly form: string;
  readonly lang: string;
  readonly author: string;
  readonly date: string;
  readonly licence: string;
  readonly split: "fit" | "held";
};

const FOLDER = join(import.meta.dirname, "..", "probes");

export function readWrittenSecrets(): WrittenSecret[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith("secrets-") && name.endsWith(".ndjson"))
    .flatMap((name) => readRows<WrittenSecret>(join(FOLDER, name)));
}

export function expandWritten(
  rows: readonly WrittenSecret[],
  seed: number,
): { row: WrittenSecret; text: string }[] {
  const random = createRandom(seed);
  return rows.map((row) => ({ row, text: fillPlaces(row.text, random) }));
}
