// What the validators find: a family of rules, then each place.

import type { AuditReport } from "../../app/audit/report.ts";
import { type Chart, code, number, type Section, sectionOf, type Table, tableOf, text } from "./section.ts";

type Findings = AuditReport["findings"];

export function findingSection({ findings }: AuditReport): Section {
  const count = findings.reduce((sum, family) => sum + family.findings.length, 0);
  return sectionOf({
    id: "findings",
    title: "Validator findings",
    lead:
      count === 0
        ? "The validators find nothing."
        : "Everything the validators of today find, those in quarantine included. A secret is never shown.",
    count,
    charts: [familyChart(findings)],
    tables: [familyTable(findings), placeTable(findings)],
  });
}

function familyChart(findings: Findings): Chart {
  return {
    kind: "rows",
    title: "Findings a family",
    description: "How many findings each family of rules has.",
    parts: ["findings"],
    bars: findings.map(({ family, tool, findings: some }) => ({
      label: `${tool}: ${family}`,
      parts: [some.length],
    })),
  };
}

function familyTable(findings: Findings): Table {
  return tableOf(
    "Findings a family",
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
