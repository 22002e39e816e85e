// The order of a report, and what it says in one breath.

import type { AuditReport } from "../../app/audit/report.ts";
import { sayCount } from "../../memory/plural.ts";
import { findingSection } from "./finding-section.ts";
import { driftSection, observerSection, operationSection, recallSection } from "./history-sections.ts";
import {
  duplicateSection,
  foreignSection,
  quarantineSection,
  referenceSection,
  staleSection,
  unusedSection,
  waitingSection,
} from "./memory-sections.ts";
import type { Section } from "./section.ts";
import { signerSection } from "./signer-section.ts";
import { failureSection, summarySection } from "./state-sections.ts";

export function listSections(report: AuditReport): Section[] {
  return [
    summarySection,
    failureSection,
    findingSection,
    staleSection,
    waitingSection,
    foreignSection,
    quarantineSection,
    duplicateSection,
    referenceSection,
    unusedSection,
    driftSection,
    signerSection,
    recallSection,
    observerSection,
    operationSection,
  ].map((render) => render(report));
}

const VERDICTS = {
  0: "There is nothing to do.",
  1: "Something waits for a person.",
  2: "Something was demoted, should be, or is broken.",
} as const;

/** All of it is our own words and numbers. */
export function sayWhatItIs(report: AuditReport): readonly [verdict: string, ...more: string[]] {
  const { at, since, dryRun, person, roots } = report;
  const places = roots
    .map(({ path, memories }) => `${path} (${sayCount(memories, "memory", "memories")})`)
    .join(", ");
  return [
    VERDICTS[report.exit],
    `Made on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC over ${places}.`,
    ...(since === null
      ? []
      : [`What tells of the past begins on ${since.slice(0, 10)}; the rest is how things are now.`]),
    ...(dryRun ? ["This was a dry run: nothing was changed."] : []),
    ...(person ? [] : ["Made without a person: of what is withheld it tells ids, reasons and dates."]),
  ];
}
