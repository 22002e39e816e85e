// Trains the injection model and writes its weights: node scripts/train-injection.ts [--write]
// Prints what the rules and the model flag together, in sample and held out.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findData } from "../bench/read-data.ts";
import { normalizeForMatching } from "../src/validate/injection/matching/normalize.ts";
import { scanInjection } from "../src/validate/injection/matching/scan-injection.ts";
import { marginsByGroups, marginsBySources } from "./train/cross-validate.ts";
import { createSample, fit, type Model, marginOf, type Sample } from "./train/fit.ts";
import { groupRows } from "./train/group-rows.ts";
import { createOwnRows, type RowSet, readPublicRows } from "./train/rows.ts";

/** Of the notes every third is used: they are many and alike, and the rest stays unseen for the benchmark. */
const NOTES_STEP = 3;
const SETS: readonly RowSet[] = ["core", "jailbreak", "benign", "hard-negative", "notes", "memories", "chat"];

const data = findData();
if (data === null) {
  console.error("error: the shared data is not there, so there is nothing to train on");
  process.exitCode = 1;
} else {
  train(data);
}

function train(directory: string): void {
  const rows = readPublicRows(directory).filter(({ set }, at) => set !== "notes" || at % NOTES_STEP === 0);
  const samples = rows.map(createSample);
  const ours = createOwnRows().map(createSample);
  const byRules = rows.map(
    ({ original }) => scanInjection(original, normalizeForMatching(original)).length > 0,
  );
  const model = fit([...samples, ...ours]);
  report("in sample", samples, { margins: samples.map((sample) => marginOf(model, sample)), byRules });
  report("five folds of near copies", samples, {
    margins: marginsByGroups(samples, groupRows(rows), ours),
    byRules,
  });
  report("one source left out", samples, { margins: marginsBySources(samples, ours), byRules });
  if (process.argv.includes("--write")) writeWeights(model);
}

type Judged = { readonly margins: readonly number[]; readonly byRules: readonly boolean[] };

function report(title: string, samples: readonly Sample[], { margins, byRules }: Judged): void {
  console.log(`${title}: share flagged by rules, model, both`);
  for (const set of SETS) {
    const members = [...samples.keys()].filter((at) => samples[at]?.row.set === set);
    const share = (isFlagged: (at: number) => boolean): string =>
      `${((100 * members.filter(isFlagged).length) / members.length).toFixed(2)} %`.padStart(9);
    const model = (at: number): boolean => (margins[at] ?? 0) > 0;
    const rules = (at: number): boolean => byRules[at] === true;
    const columns = [share(rules), share(model), share((at) => rules(at) || model(at))];
    console.log(`  ${set.padEnd(14)}${String(members.length).padStart(6)}${columns.join("")}`);
  }
}

/** One signed byte a weight; the few largest are cut off, which costs less than a coarser step for all. */
function writeWeights({ weights, bias }: Model): void {
  const sizes = weights.map(Math.abs).sort();
  const largest = sizes[Math.floor(sizes.length * 0.9995)] ?? 1;
  const scale = largest / 127;
  const bytes = Int8Array.from(weights, (weight) =>
    Math.round(Math.max(-largest, Math.min(largest, weight)) / scale),
  );
  const file = join(import.meta.dirname, "..", "src", "validate", "injection", "weights.json");
  const stored = { scale, bias, weights: Buffer.from(bytes.buffer).toString("base64") };
  writeFileSync(file, `${JSON.stringify(stored)}\n`);
  console.log(`wrote ${file}`);
}
