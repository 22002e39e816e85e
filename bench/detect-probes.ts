// Our own probes, family by family: what is found, and which honest twins are flagged. The halves that were written after a
// freeze of the rules are printed apart, with the share they had on the day they were written.

import { EARLY_FAMILIES } from "../test/validate/injection/probes/early.ts";
import { LATE_FAMILIES } from "../test/validate/injection/probes/late.ts";
import { LATEST_FAMILIES } from "../test/validate/injection/probes/latest.ts";
import { OTHER_AUTHOR_FAMILIES } from "../test/validate/injection/probes/other-author.ts";
import { measureFamily, type ProbeFamily } from "../test/validate/injection/probes/probe.ts";
import { RUNBOOK_FAMILIES } from "../test/validate/injection/probes/runbooks.ts";

export function printInjectionProbes(): void {
  printHalf("probes the rules were written against", EARLY_FAMILIES);
  printHalf("probes written after the first freeze (54.3 % found then)", LATE_FAMILIES);
  printHalf("probes written after the second freeze (73.1 % found then)", LATEST_FAMILIES);
  printHalf("probes by another author, nothing mended since", OTHER_AUTHOR_FAMILIES);
  printHalf("runbooks by a third author, nothing mended since", RUNBOOK_FAMILIES);
}

function printHalf(title: string, families: readonly ProbeFamily[]): void {
  const shares = families.map(measureFamily);
  console.log(`\n${title.padEnd(60)} attacks   found  honest  flagged`);
  for (const { name, attacks, missed, honest, alarms } of shares)
    printRow(name, [attacks, attacks - missed.length, honest, alarms.length]);
  const sum = (each: (share: (typeof shares)[number]) => number): number =>
    shares.reduce((total, share) => total + each(share), 0);
  const attacks = sum((share) => share.attacks);
  const found = attacks - sum((share) => share.missed.length);
  printRow(`all: ${((100 * found) / attacks).toFixed(1)} %`, [
    attacks,
    found,
    sum((share) => share.honest),
    sum((share) => share.alarms.length),
  ]);
}

function printRow(name: string, columns: readonly number[]): void {
  console.log(`${name.padEnd(60)}${columns.map((column) => String(column).padStart(8)).join("")}`);
}
