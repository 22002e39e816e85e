// recheck takes a second per pattern, so what it once found safe is kept by digest beside this file. The quick gate asks it
// only about patterns that are not on the list; a deep run asks about all of them. `npm run prove:patterns` writes the list.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { checkSync } from "recheck";
import { INJECTION_RULES } from "../../src/validate/injection/index.ts";
import { APART_PATTERNS } from "../../src/validate/secrets/apart/read-apart.ts";
import { SECRET_RULES } from "../../src/validate/secrets/index.ts";
import { WANTED_PATTERNS } from "../../src/validate/secrets/lint-with-secretlint.ts";
import { PRESET_FORMS } from "../../src/validate/secrets/preset-forms.ts";
import { IS_DEEP } from "../deep.ts";

/**
 * Counted in characters read, not in milliseconds, so that the answer is the same on every machine: a thousand reads a
 * character would be an attack. The first generations find what there is; later ones only repeat it.
 */
const BOUNDS = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 20_000_000,
  maxAttackStringSize: 20_000,
  maxDegree: 2,
  maxIteration: 1,
  maxInitialGenerationSize: 30,
  maxGenerationSize: 10,
  timeout: 60_000,
};

export const PROVED_FILE: string = join(import.meta.dirname, "proved-patterns.txt");

const { version } = createRequire(import.meta.url)("recheck/package.json");

/** Of the pattern and of all that decides the answer. */
export function digestOf({ source, flags }: RegExp): string {
  const decisive = JSON.stringify([version, BOUNDS, source, flags]);
  return createHash("sha256").update(decisive).digest("hex").slice(0, 32);
}

/** @returns null when recheck finds no attack, else what it says. */
export function attackOn(pattern: RegExp): string | null {
  const { status } = checkSync(pattern.source, pattern.flags.replace("d", ""), BOUNDS);
  return status === "safe" ? null : status;
}

export function listPatterns(): { readonly id: string; readonly pattern: RegExp }[] {
  return [...INJECTION_RULES, ...SECRET_RULES, ...PRESET_FORMS, ...APART_PATTERNS, ...WANTED_PATTERNS];
}

export function readProved(): ReadonlySet<string> {
  return new Set(readFileSync(PROVED_FILE, "utf8").trim().split("\n"));
}

export function isProved(pattern: RegExp, proved: ReadonlySet<string>): boolean {
  return !IS_DEEP && proved.has(digestOf(pattern));
}
