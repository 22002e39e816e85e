// Writes the list of patterns on which recheck finds no attack. Asks only about those that are not on it yet.

import { writeFileSync } from "node:fs";
import {
  attackOn,
  digestOf,
  listPatterns,
  PROVED_FILE,
  readProved,
} from "../test/validate/proved-patterns.ts";

const before = readProved();
const safe: string[] = [];
for (const { id, pattern } of listPatterns()) {
  const attack = before.has(digestOf(pattern)) ? null : attackOn(pattern);
  if (attack === null) safe.push(digestOf(pattern));
  else {
    console.error(`${id}: ${attack}`);
    process.exitCode = 1;
  }
}
writeFileSync(PROVED_FILE, `${[...new Set(safe)].sort().join("\n")}\n`);
