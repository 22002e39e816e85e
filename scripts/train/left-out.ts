// Prints what a model finds in sources and families that it was not trained on, at several thresholds. The shipped
// threshold is chosen from these tables. Only the model leaves anything out: the rules were written with the public rows
// in sight, so their column is no held-out figure.

import { checkInjection } from "../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../src/validate/verdict.ts";
import { marginsByFamilies, marginsBySources, sourceFamily } from "./cross-validate.ts";
import { createSample, fit, marginOf, type Sample } from "./fit.ts";
import { createOwnRows, type RowSet, readNewerRows, readPublicRows } from "./rows.ts";

/** Of the notes every third is used: they are many and alike, and the rest stays unseen for the benchmark. */
const NOTES_STEP = 3;

export type TrainingRows = { readonly samples: readonly Sample[]; readonly ours: readonly Sample[] };

export function readTrainingRows(data: string): TrainingRows {
  const rows = readPublicRows(data).filter(({ set }, at) => set !== "notes" || at % NOTES_STEP === 0);
  return { samples: rows.map(createSample), ours: createOwnRows().map(createSample) };
}

export function printLeftOut(data: string, { samples, ours }: TrainingRows): void {
  const publicRows = judge(samples);
  printLeftOutSources(publicRows, judge(readNewerRows(data).map(createSample)), ours);
  printLeftOutFamilies(
    publicRows,
    judge(ours.filter(({ row }) => row.isAttack || row.source.includes(":"))),
    ours,
  );
}

function judge(samples: readonly Sample[]): Judged {
  return { samples, byRules: samples.map(({ row }) => isFlaggedByRules(row.original)) };
}

/** By anything but the model, which is what is judged here. */
function isFlaggedByRules(text: string): boolean {
  return checkInjection("a.md", text, NO_CONTEXT).findings.some(({ rule }) => rule !== "injection-model");
}

type Judged = {
  readonly samples: readonly Sample[];
  /** By anything but the model. */
  readonly byRules: readonly boolean[];
};

/** Added to the shipped threshold, in log odds. */
const SHIFTS: readonly number[] = [-1, -0.5, 0, 0.5, 1, 2];
const SETS: readonly RowSet[] = ["core", "jailbreak", "benign", "hard-negative", "notes", "memories", "chat"];

function printLeftOutSources(publicRows: Judged, newer: Judged, ours: readonly Sample[]): void {
  const margins = marginsBySources(publicRows.samples, ours);
  const model = fit([...publicRows.samples, ...ours]);
  const newerMargins = newer.samples.map((sample) => marginOf(model, sample));
  console.log(
    "\neach source left out: share flagged by rules alone, then with the model at shifted thresholds",
  );
  console.log(`${"".padEnd(46)}  rows   rules${SHIFTS.map((shift) => signed(shift).padStart(8)).join("")}`);
  for (const set of SETS)
    printCurve(set, publicRows, { margins, isIn: (at) => publicRows.samples[at]?.row.set === set });
  const sources = [
    ...new Set(publicRows.samples.filter(({ row }) => row.isAttack).map(({ row }) => sourceFamily(row))),
  ];
  for (const source of sources)
    printCurve(`attacks of ${source}`, publicRows, {
      margins,
      isIn: (at) => isAttackOf(publicRows.samples[at], source),
    });
  for (const source of new Set(newer.samples.map(({ row }) => row.source)))
    for (const isAttack of [true, false])
      printCurve(`${isAttack ? "attacks" : "honest"} of ${source}`, newer, {
        margins: newerMargins,
        isIn: (at) =>
          newer.samples[at]?.row.source === source && newer.samples[at]?.row.isAttack === isAttack,
      });
  printCurve("core of both", join(publicRows, newer), {
    margins: [...margins, ...newerMargins],
    isIn: (at) => [...publicRows.samples, ...newer.samples][at]?.row.set === "core",
  });
}

function printLeftOutFamilies({ samples }: Judged, acts: Judged, ours: readonly Sample[]): void {
  const marginOfRow = marginsByFamilies(samples, ours);
  console.log("\neach family of our own acts left out: share flagged by rules alone, then with the model");
  const margins = acts.samples.map((sample) => marginOfRow.get(sample) ?? Number.NEGATIVE_INFINITY);
  const families = new Set(
    acts.samples.map(({ row }) => row.source).filter((source) => source.includes(":")),
  );
  for (const family of families)
    printCurve(family.slice(family.indexOf(":") + 1), acts, {
      margins,
      isIn: (at) => acts.samples[at]?.row.source === family,
    });
}

type Curve = { readonly margins: readonly number[]; readonly isIn: (at: number) => boolean };

function printCurve(name: string, { samples, byRules }: Judged, { margins, isIn }: Curve): void {
  const members = [...samples.keys()].filter(isIn);
  if (members.length === 0) return;
  const share = (isFlagged: (at: number) => boolean): string =>
    `${((100 * members.filter(isFlagged).length) / members.length).toFixed(1)} %`.padStart(8);
  const rules = (at: number): boolean => byRules[at] === true;
  const columns = SHIFTS.map((shift) => share((at) => rules(at) || (margins[at] ?? 0) > shift));
  console.log(
    `${name.slice(0, 45).padEnd(46)}${String(members.length).padStart(6)}${share(rules)}${columns.join("")}`,
  );
}

function isAttackOf(sample: Sample | undefined, source: string): boolean {
  return sample?.row.isAttack === true && sourceFamily(sample.row) === source;
}

function join(one: Judged, other: Judged): Judged {
  return { samples: [...one.samples, ...other.samples], byRules: [...one.byRules, ...other.byRules] };
}

function signed(shift: number): string {
  return shift > 0 ? `+${shift}` : String(shift);
}
