// What is there: counts, and what a validator fails.

import type { AuditReport, FailedItem } from "../../app/audit/report.ts";
import { sayCount } from "../../memory/plural.ts";
import {
  code,
  day,
  ITEM_COLUMNS,
  itemCells,
  number,
  type Section,
  sectionOf,
  type Table,
  tableOf,
  text,
} from "./section.ts";

const HISTORY_PARTS = ["verified", "inferred", "quarantined", "retired"] as const;

export function summarySection({ summary, history }: AuditReport): Section {
  const { memories, standings, tiers, categories, scopes, ages } = summary;
  return sectionOf({
    id: "summary",
    title: "Summary",
    lead: `${sayCount(memories, "memory", "memories")}. The standing is what applies; tier and category are what the files say.`,
    count: memories,
    charts: [
      {
        kind: "columns",
        title: "Standings over time",
        description:
          "Memories that are here today, by what trusted signers had said of them on each day. The last column is today.",
        parts: HISTORY_PARTS,
        bars: history.map((at) => ({ label: at.day, parts: HISTORY_PARTS.map((part) => at[part]) })),
      },
      {
        kind: "columns",
        title: "Ages in days",
        description: "Memories by how many days ago they were made.",
        parts: ["memories"],
        bars: ages.map(({ age, count }) => ({ label: age.replace(" days", ""), parts: [count] })),
      },
    ],
    tables: [
      countTable("Standings", "standing", standings),
      countTable("Tiers", "tier", tiers),
      countTable("Categories", "category", categories),
      countTable("Scopes", "scope", scopes),
      countTable("Ages", "age", Object.fromEntries(ages.map(({ age, count }) => [age, count]))),
      tableOf(
        "Standings over time",
        ["day", ...HISTORY_PARTS],
        history.map((at) => [day(at.day), ...HISTORY_PARTS.map((part) => number(at[part]))]),
      ),
    ],
  });
}

function countTable(caption: string, word: string, counts: Readonly<Record<string, number>>): Table {
  const present = Object.entries(counts).filter(([, count]) => count > 0);
  return tableOf(
    caption,
    [word, "memories"],
    present.map(([name, count]) => [text(name), number(count)]),
  );
}

export function failureSection({ failures, dryRun }: AuditReport): Section {
  const held = failures.filter(({ outcome }) => outcome === "held").length;
  const leads = [
    failures.length === 0
      ? "No validator fails a memory that is in use."
      : "What a validator fails is taken out of use.",
    dryRun && failures.length > 0 ? "This was a dry run: nothing was changed." : "",
    held > 0
      ? `${held} of them a person approved: so many are not demoted unless a person at the terminal says yes.`
      : "",
  ];
  return sectionOf({
    id: "failures",
    title: "Demoted",
    lead: leads.filter(Boolean).join(" "),
    count: failures.length,
    tables: [
      tableOf(
        "Memories that a validator hard-fails",
        [...ITEM_COLUMNS, "validator", "rule", "line", "what happened"],
        failures.map((each) => [
          ...itemCells(each),
          text(`${each.tool}: ${each.label}`),
          code(each.rule),
          number(each.line),
          text(sayOutcome(each)),
        ]),
      ),
    ],
  });
}

function sayOutcome({ outcome, code: failure }: FailedItem): string {
  return failure === null ? outcome : `${outcome}: ${failure}`;
}
