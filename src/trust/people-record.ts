// What machine state keeps of keys, `people.json`: the statements about keys that count here or might, the fingerprints that were
// computed, and which machines a person was told of. A hook may write it: nothing in it makes a key a trusted person.

import { sha256Hex } from "../memory/file/sha256.ts";
import { isRecord, parseJson, textsIn } from "../memory/json.ts";
import { parsePersonStatement } from "../memory/people/person-statement.ts";
import type { PersonFile } from "./person-statements.ts";
import { readIfThere } from "./signers-file.ts";

export const PEOPLE_RECORD = "people.json";

export type PeopleRecord = {
  /** By hash. */
  readonly statements: ReadonlyMap<string, PersonFile>;
  /** By `nameKey`. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Machine keys. */
  readonly told: ReadonlySet<string>;
};

export const NO_PEOPLE: PeopleRecord = { statements: new Map(), fingerprints: new Map(), told: new Set() };

/** @returns null when the file is damaged: a revocation may be in it. */
export function readPeopleRecord(path: string): PeopleRecord | null {
  const text = readIfThere(path);
  if (text === null) return NO_PEOPLE;
  const value = parseJson(text);
  if (!isRecord(value) || !Array.isArray(value["statements"]) || !isRecord(value["fingerprints"]))
    return null;
  const statements = value["statements"].map((each) => readKept(each));
  if (statements.includes(null)) return null;
  const fingerprints = Object.entries(value["fingerprints"]).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && FINGERPRINT.test(pair[1]),
  );
  return {
    statements: new Map(statements.flatMap((each) => (each === null ? [] : [[each.statement.hash, each]]))),
    fingerprints: new Map(fingerprints),
    told: new Set(textsIn(value["told"])),
  };
}

const FINGERPRINT = /^[a-z2-7]{32}$/;

/** Its signatures were checked before it was kept. */
function readKept(text: unknown): PersonFile | null {
  if (typeof text !== "string") return null;
  const statement = parsePersonStatement(text, sha256Hex(text));
  return statement === null ? null : { statement, text };
}

export function renderPeopleRecord({ statements, fingerprints, told }: PeopleRecord): string {
  const texts = [...statements.values()].map(({ text }) => text).sort();
  const record = { v: 1, statements: texts, fingerprints: Object.fromEntries(fingerprints), told: [...told] };
  return `${JSON.stringify(record, null, 2)}\n`;
}
