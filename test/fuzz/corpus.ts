// The corpus in the repository: corpus/TARGET/*.json. A file says why its inputs are there; a finding is kept as one and replayed by
// every run from then on.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CORPUS = join(import.meta.dirname, "corpus");

export type Kept = { readonly file: string; readonly input: unknown };

export function readCorpus(target: string): Kept[] {
  const directory = join(CORPUS, target);
  mkdirSync(directory, { recursive: true });
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((file) => {
    const { inputs }: { inputs: readonly unknown[] } = JSON.parse(
      readFileSync(join(directory, file), "utf8"),
    );
    return inputs.map((input) => ({ file: `${target}/${file}`, input }));
  });
}

/** @returns its path below the corpus. */
export function keepInput(target: string, input: unknown, why: string): string {
  const text = `${JSON.stringify({ why, inputs: [input] }, null, 2)}\n`;
  const name = `found-${createHash("sha256").update(JSON.stringify(input)).digest("hex").slice(0, 8)}.json`;
  writeFileSync(join(CORPUS, target, name), text);
  return `${target}/${name}`;
}
