// Notes with a secret in them, and notes that only speak of one, as people other than the author of the rules wrote them down. A row
// holds no secret: `{{mixed:12}}` and its like are drawn from a seed. Half of each file was fixed as `held` by the digest of its text
// before a rule was written for the other half.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom, draw, pick, type Random } from "./random-values.ts";

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
    .flatMap((name) => readFileSync(join(FOLDER, name), "utf8").trim().split("\n"))
    .map((line): WrittenSecret => JSON.parse(line));
}

const LOWER = "abcdefghijkmnopqrstuvwxyz";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "0123456789";
const SIGNS = "!@#$%^&*?";
const WORDS =
  "falcon maple harbor winter copper orchid thunder marble saffron glacier bamboo comet pepper violet granite tiger".split(
    " ",
  );

/** Of each alphabet at least one character. */
function drawOfAll(random: Random, alphabets: readonly string[], length: number): string {
  for (;;) {
    const drawn = draw(random, alphabets.join(""), length);
    if (alphabets.every((alphabet) => Array.from(drawn).some((letter) => alphabet.includes(letter))))
      return drawn;
  }
}

const KINDS: Readonly<Record<string, (random: Random, length: number) => string>> = {
  mixed: (random, length) => drawOfAll(random, [LOWER, UPPER, DIGITS, SIGNS], length),
  alnum: (random, length) => drawOfAll(random, [LOWER, UPPER, DIGITS], length),
  lower: (random, length) => draw(random, LOWER, length),
  upper: (random, length) => draw(random, UPPER + DIGITS, length),
  hex: (random, length) => draw(random, "0123456789abcdef", length),
  digits: (random, length) => draw(random, DIGITS, length),
  base64: (random, length) => draw(random, `${LOWER}${UPPER}${DIGITS}+/`, length),
  words: (random, length) => Array.from({ length }, () => pick(random, WORDS)).join("-"),
};

const PLACE = /\{\{([a-z0-9]{3,6}):(\d{1,3})\}\}/g;

export function expandWritten(
  rows: readonly WrittenSecret[],
  seed: number,
): { row: WrittenSecret; text: string }[] {
  const random = createRandom(seed);
  return rows.map((row) => ({
    row,
    text: row.text.replace(
      PLACE,
      (place, kind: string, length: string) => KINDS[kind]?.(random, Number(length)) ?? place,
    ),
  }));
}
