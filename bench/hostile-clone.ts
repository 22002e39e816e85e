// What a hostile clone brings: statements of strangers by the thousand, files without end. Cheap in git, where one content
// is stored once however many names it has.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderInstant } from "../src/memory/instant.ts";
import { createKeyFile, type KeyFile, unlockKey } from "../src/trust/key-file.ts";
import { signStatement } from "../src/trust/sign.ts";
import { wroteStatement } from "./store-samples.ts";

const NOW = Date.UTC(2026, 4, 1, 12);

export type Flood = {
  readonly root: string;
  readonly rootId: string;
  readonly ids: readonly string[];
  readonly perId: number;
};

/** Well-formed statements about some ids, signed by a key that nobody here trusts. */
export function floodStatements({ root, rootId, ids, perId }: Flood): void {
  const file: KeyFile = createKeyFile("machine", renderInstant(NOW), { seal: null, purpose: "test" });
  const key = unlockKey(file, null);
  if (key === null) throw new Error("a key without a passphrase opens");
  for (const id of ids) {
    const directory = join(root, "attest", id);
    mkdirSync(directory, { recursive: true });
    for (let number = 0; number < perId; number += 1) {
      const digest = number.toString(16).padStart(64, "0");
      const { hash, text } = signStatement(wroteStatement({ root: rootId, id, digest, source: digest }), key);
      writeFileSync(join(directory, `${hash}.json`), text);
    }
  }
}

/** One content under as many names as wanted: no statement, and read to find that out. */
export function floodJunk({ root, ids, perId }: Omit<Flood, "rootId">): void {
  const junk = JSON.stringify({ junk: "x".repeat(4_700) });
  for (const id of ids) {
    const directory = join(root, "attest", id);
    mkdirSync(directory, { recursive: true });
    for (let number = 0; number < perId; number += 1)
      writeFileSync(join(directory, `${number.toString(16).padStart(64, "0")}.json`), junk);
  }
}

export function floodFiles(root: string, ids: readonly string[], text: string): void {
  for (const id of ids) writeFileSync(join(root, "memories", `${id}.md`), text);
}

export function idsOf(count: number, name = "project_flood"): string[] {
  return Array.from({ length: count }, (_, number) => `${name}_${number}`);
}
