// The order of a report, and what it says in one breath.

import type { AuditReport } from "../../app/audit/report.ts";
import { pluralize } from "../../memory/pluralize.ts";
import {
  driftSection,
  failureSection,
  observerSection,
  operationSection,
  recallSection,
  settingSection,
  summarySection,
} from "./history-sections.ts";
import {
  duplicateSection,
  foreignSection,
  movedSection,
  quarantineSection,
  referenceSection,
  staleSection,
  unusedSection,
  waitingSection,
} from "./memory-sections.ts";
import { type Chart, code, number, type Section, sectionOf, type Table, tableOf, text } from "./section.ts";

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
    movedSection,
    unusedSection,
    driftSection,
    signerSection,
    recallSection,
    observerSection,
    operationSection,
    settingSection,
  ].map((render) => render(report));
}

const VERDICTS = {
  0: "There is nothing to do.",
  1: "Something waits for a person.",
  2: "Something was demoted, should be demoted, or is broken.",
} as const;

/** All of it is our own words and numbers. */
export function sayWhatItIs(report: AuditReport): readonly [verdict: string, ...more: string[]] {
  const { at, since, dryRun, person, roots } = report;
  const places = roots
    .map(({ path, memories }) => `${path} (${pluralize(memories, "memory", "memories")})`)
    .join(", ");
  return [
    VERDICTS[report.exit],
    `Generated on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC for ${places}.`,
    ...(since === null
      ? []
      : [`The history begins on ${since.slice(0, 10)}; the rest is the current state.`]),
    ...(dryRun ? ["This was a dry run: nothing was changed."] : []),
    ...(person
      ? []
      : ["Generated without a person: withheld memories appear only with ids, reasons and dates."]),
  ];
}

// Whose word counts here, and whose does not.

function signerSection({ signers: { own, signers, unknown } }: AuditReport): Section {
  const open = own.filter(({ kind, sealed }) => kind === "person" && !sealed).length;
  const leads = [
    `Trusted signers on other machines: ${signers.length}; unknown signers: ${unknown.length}.`,
    open > 0 ? "Your person key has no passphrase: any program you run can use it." : "",
  ];
  return sectionOf({
    id: "signers",
    title: "Signers",
    lead: leads.filter(Boolean).join(" "),
    count: own.length + signers.length + unknown.length,
    tables: [
      tableOf(
        "Your own keys",
        ["kind", "fingerprint", "passphrase"],
        own.map(({ kind, fingerprint, sealed }) => [
          text(kind),
          code(fingerprint),
          text(sayPassphrase(kind, sealed)),
        ]),
      ),
      tableOf(
        "Trusted signers",
        ["name", "kind", "fingerprint", "root"],
        signers.map((each) => [text(each.petname), text(each.kind), code(each.fingerprint), text(each.root)]),
      ),
      tableOf(
        "Unknown signers",
        ["kind", "fingerprint ends in", "root", "statements", "memories"],
        unknown.map(({ kind, ends, root, statements, ids }) => [
          text(kind),
          code(ends),
          text(root),
          number(statements),
          number(ids.length),
        ]),
      ),
    ],
  });
}

function sayPassphrase(kind: string, sealed: boolean): string {
  if (kind === "machine") return "not wanted";
  return sealed ? "yes" : "none";
}

// What the validators find: a family of rules, then each place.

type Findings = AuditReport["findings"];

function findingSection({ findings }: AuditReport): Section {
  const count = findings.reduce((sum, family) => sum + family.findings.length, 0);
  return sectionOf({
    id: "findings",
    title: "Validator findings",
    lead:
      count === 0
        ? "The validators find nothing."
        : "All findings of the current validators, including those in quarantine. A secret is never shown.",
    count,
    charts: [familyChart(findings)],
    tables: [familyTable(findings), placeTable(findings)],
  });
}

function familyChart(findings: Findings): Chart {
  return {
    kind: "rows",
    title: "Findings per family",
    description: "Number of findings per rule family.",
    parts: ["findings"],
    bars: findings.map(({ family, tool, findings: some }) => ({
      label: `${tool}: ${family}`,
      parts: [some.length],
    })),
  };
}

function familyTable(findings: Findings): Table {
  return tableOf(
    "Findings per family",
    ["validator", "family", "findings"],
    findings.map(({ tool, family, findings: some }) => [text(tool), text(family), number(some.length)]),
  );
}

function placeTable(findings: Findings): Table {
  const all = findings.flatMap(({ family, findings: some }) => some.map((each) => ({ ...each, family })));
  return tableOf(
    "Where they are",
    ["memory", "scope", "family", "rule", "severity", "line", "preview"],
    all.map((each) => [
      code(each.id),
      text(each.scope),
      text(each.family),
      code(each.rule),
      text(each.acknowledged ? `${each.severity}, acknowledged` : each.severity),
      number(each.line),
      text(each.preview),
    ]),
  );
}
