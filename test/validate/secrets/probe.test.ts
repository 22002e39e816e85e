// Secrets as people write them, with values drawn from a seed, beside honest notes that look alike. `npm run bench:detect` prints
// the same by family.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scanSecrets } from "../../../src/validate/secrets/scan-secrets.ts";
import { IS_DEEP } from "../../deep.ts";
import {
  FORM_SETS,
  type Found,
  isRefused,
  isSecret,
  readHonestMemories,
  runProbes,
  runTwins,
} from "../probe/run-probes.ts";
import { writeProbes } from "../probe/secret-forms.ts";

const PER_FORM = IS_DEEP ? 40 : 4;
const SEEDS = IS_DEEP ? [1, 2, 3, 4] : [1];
const FOUND_MIN = 0.95;
/** Of a form that is known, most of its values have to be found: another would hide behind the rest. */
const FORMS_MISSED_MAX = 5;
const ALARMS_MAX = 0.003;

async function runAll(): Promise<Found[]> {
  const all: Found[] = [];
  for (const seed of SEEDS) {
    for (const forms of Object.values(FORM_SETS)) all.push(...(await runProbes(forms, PER_FORM, seed)));
  }
  return all;
}

test("secrets are found in the forms in which people write them", async () => {
  const found = await runAll();
  assert.ok(found.length >= 400);
  assert.ok(new Set(found.map(({ name }) => name)).size >= 40);
  const missed = found.filter(({ isFound }) => !isFound);
  const names = [...new Set(missed.map(({ name }) => name))].join(", ");
  assert.ok(
    missed.length <= found.length * (1 - FOUND_MIN),
    `missed ${missed.length} of ${found.length}: ${names}`,
  );
  const byForm = Object.groupBy(found, ({ name }) => name);
  const lost = Object.entries(byForm).filter(([, all = []]) => all.every(({ isFound }) => !isFound));
  assert.ok(lost.length <= FORMS_MISSED_MAX, lost.map(([name]) => name).join(", "));
});

test("what a check refuses in any of the forms, capture does not write down either", async () => {
  for (const { form, text, value } of Object.values(FORM_SETS).flatMap((forms) => writeProbes(forms, 1, 1))) {
    const at = text.indexOf(value);
    if (form.write.includes("{{") || !(await isSecret(text))) continue;
    const isCovered = scanSecrets(text).some(({ start, end }) => start < at + value.length && end > at);
    assert.ok(isCovered, form.name);
  }
});

test("honest notes that look alike are left alone", async () => {
  const alarms: Found[] = [];
  let count = 0;
  for (const seed of SEEDS) {
    const twins = await runTwins(PER_FORM * 4, seed);
    count += twins.length;
    alarms.push(...twins.filter(({ isFound }) => isFound));
  }
  assert.ok(count >= 400);
  assert.ok(alarms.length <= count * ALARMS_MAX, alarms.map(({ text }) => text).join("\n---\n"));
});

test("no memory of the invented projects is refused", async () => {
  const memories = readHonestMemories();
  assert.ok(memories.length >= 300 && memories.filter(({ written }) => written === "after").length >= 200);
  for (const memory of memories) assert.ok(!(await isRefused(memory)), memory.title);
});
