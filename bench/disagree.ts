// How many contradictions between two memories are found, and how many honest neighbours and copies are taken for one, by kind.
// Each pair is written into an index of its own, as a save and a rebuild do it. Further files of pairs are read as given:
// npm run bench:disagree -- FILE.ndjson

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openMemoryIndex } from "../src/search/index/open-index.ts";
import { readPairs } from "../src/search/index/pairs.ts";
import { putRows } from "../test/search/index/sample-index.ts";

type Note = { readonly title: string; readonly body: string };
type LabelledPair = { readonly a: Note; readonly b: Note; readonly label: string; readonly kind: string };

/** The rule was made with the first; the second was written by somebody else when it was there. */
const OWN = ["pairs-dev", "pairs-held"].map((name) =>
  join(import.meta.dirname, `../test/memory/law/${name}.ndjson`),
);

for (const path of [...OWN, ...process.argv.slice(2)]) {
  const pairs: LabelledPair[] = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  console.log(`${path}: ${pairs.length} pairs`);
  for (const [label, ofLabel] of Map.groupBy(pairs, (pair) => pair.label)) {
    const found = ofLabel.filter(findsDisagreement);
    console.log(`${label}: ${found.length} of ${ofLabel.length} said to disagree`);
    for (const [kind, ofKind] of Map.groupBy(ofLabel, (pair) => pair.kind))
      console.log(`  ${kind}: ${ofKind.filter((pair) => found.includes(pair)).length} of ${ofKind.length}`);
  }
}

function findsDisagreement({ a, b }: LabelledPair): boolean {
  const index = openMemoryIndex();
  putRows(
    index,
    [a, b].map(({ title, body }, place) => ({ id: `memory_${place}`, name: title, body })),
  );
  const isFound = readPairs(index, [1]).some(({ kind }) => kind !== "copy");
  index.database.close();
  return isFound;
}
