// Trains the injection model and writes its weights: node scripts/train-injection.ts [--write]
// Prints what the rules and the model flag together, in sources and families that were left out. `bench:detect` prints the
// same tables.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findData } from "../bench/read-data.ts";
import { fit, type Model } from "./train/fit.ts";
import { printLeftOut, readTrainingRows } from "./train/left-out.ts";

const data = findData();
if (data === null) {
  console.error("error: the shared data is not there, so there is nothing to train on");
  process.exitCode = 1;
} else {
  const rows = readTrainingRows(data);
  if (process.argv.includes("--write")) writeWeights(fit([...rows.samples, ...rows.ours]));
  if (!process.argv.includes("--quick")) printLeftOut(data, rows);
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
