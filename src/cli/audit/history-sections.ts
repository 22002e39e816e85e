// What happened: past our commands, by whose word, in recalls, by which commands.

import type { AuditReport } from "../../app/audit/report.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Section, Table } from "../report/report.ts";
import { type Column, listOf, PLACE, sectionOf, tableOf } from "./section.ts";

export function driftSection({ drift }: AuditReport): Section {
  return listOf({
    id: "drift",
    title: "Drift",
    none: "Nothing changed outside Credence.",
    lead: "Changed outside Credence. `credence doctor --repair` repairs what a crash left.",
    rows: drift,
    columns: [
      ...PLACE,
      ["what", "text", ({ check }) => check],
      ["level", "text", ({ level }) => level],
      ["says", "text", ({ message }) => message],
    ],
  });
}

export function recallSection({ recalls, since }: AuditReport): Section {
  const { prompts, shown, silent, weeks, top } = recalls;
  const share = prompts === 0 ? 0 : Math.round((silent / prompts) * 100);
  return sectionOf({
    id: "recalls",
    title: "Recalls",
    lead:
      prompts === 0
        ? `No prompt was searched for${sayScope(since)}.`
        : `Prompts searched for${sayScope(since)}: ${prompts}. ${shown} got memories, ${silent} none (${share} % silent).`,
    count: prompts,
    tables: [
      tableOf(
        "Recalls per week",
        [
          ["week of", "day", ({ week }) => week],
          ["shown", "number", (counts) => counts.shown],
          ["silent", "number", (counts) => counts.silent],
        ],
        weeks,
      ),
      tableOf("Shown most", [...PLACE, ["times", "number", ({ count }) => count]], top),
    ],
  });
}

export function observerSection({ observer, since }: AuditReport): Section {
  return sectionOf({
    id: "observer",
    title: "Observer spend",
    lead: saySpend(observer, since),
    count: observer.calls,
  });
}

function saySpend({ provider, calls, tokens }: AuditReport["observer"], since: string | null): string {
  if (provider === "none" && calls === 0)
    return `No provider is chosen, so no model was asked and nothing was spent${sayScope(since)}.`;
  const chosen = provider === "none" ? "No provider is chosen now" : `The provider is ${provider}`;
  const spent =
    calls === 0
      ? "no call is on record"
      : `${pluralize(calls, "call", "calls")} used ${pluralize(tokens ?? 0, "token", "tokens")}`;
  return `${chosen}; ${spent}${sayScope(since)}.`;
}

export function operationSection({ operations, approvals, since }: AuditReport): Section {
  const total = operations.reduce((sum, { count }) => sum + count, 0);
  return sectionOf({
    id: "operations",
    title: "Operations",
    lead: `${pluralize(total, "operation", "operations")}${sayScope(since)} on this machine; people vouched ${pluralize(approvals.length, "time", "times")} for a memory.`,
    count: total,
    tables: [
      tableOf(
        "By command and actor",
        [
          ["command", "code", ({ command }) => command],
          ["who", "text", ({ actor }) => actor],
          ["times", "number", ({ count }) => count],
        ],
        operations,
      ),
      tableOf(
        "What people vouched for, newest first",
        [
          ...PLACE,
          ["act", "text", ({ act }) => act],
          ["by", "text", ({ by }) => by],
          ["on", "day", ({ time }) => time],
        ],
        approvals.toReversed(),
      ),
    ],
  });
}

export function settingSection({ settings, since }: AuditReport): Section {
  return listOf({
    id: "settings",
    title: "Settings",
    caption: "What was set, newest first",
    none: `No setting was changed${sayScope(since)}.`,
    lead: `${pluralize(settings.length, "change", "changes")} of settings${sayScope(since)} on this machine.`,
    rows: settings.toReversed(),
    columns: [
      ["setting", "code", ({ key }) => key],
      ["where", "text", ({ scope }) => (scope === null ? "this machine" : `the ${scope} root`)],
      ["from", "code", ({ before }) => JSON.stringify(before)],
      ["to", "code", ({ after }) => JSON.stringify(after)],
      ["by", "text", ({ actor }) => actor],
      ["on", "day", ({ at }) => at],
    ],
  });
}

function sayScope(since: string | null): string {
  return since === null ? "" : ` since ${since.slice(0, 10)}`;
}

// What is there, in numbers.

const HISTORY_PARTS = ["verified", "inferred", "quarantined", "retired"] as const;

const DAYS: readonly Column<AuditReport["history"][number]>[] = [
  ["day", "day", ({ day }) => day],
  ...HISTORY_PARTS.map((part): Column<AuditReport["history"][number]> => [part, "number", (at) => at[part]]),
];

export function summarySection({ summary, history }: AuditReport): Section {
  const { memories, standings, tiers, categories, scopes, ages } = summary;
  return sectionOf({
    id: "summary",
    title: "Summary",
    lead: `${pluralize(memories, "memory", "memories")}. The standing applies; tier and category are recorded in the files.`,
    count: memories,
    tables: [
      countTable("Standings", "standing", Object.entries(standings)),
      countTable("Tiers", "tier", Object.entries(tiers)),
      countTable("Categories", "category", Object.entries(categories)),
      countTable("Scopes", "scope", Object.entries(scopes)),
      countTable(
        "Ages",
        "age",
        ages.map(({ age, count }) => [age, count]),
      ),
      tableOf("Standings over time", DAYS, history),
    ],
  });
}

function countTable(caption: string, word: string, counts: readonly (readonly [string, number])[]): Table {
  return tableOf(
    caption,
    [
      [word, "text", ([name]) => name],
      ["memories", "number", ([, count]) => count],
    ],
    counts.filter(([, count]) => count > 0),
  );
}
