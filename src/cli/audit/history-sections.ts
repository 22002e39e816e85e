// What happened: past our commands, by whose word, in recalls, by which commands.

import type { AuditReport, FailedItem } from "../../app/audit/report.ts";
import { pluralize } from "../../memory/pluralize.ts";
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

export function driftSection({ drift }: AuditReport): Section {
  return sectionOf({
    id: "drift",
    title: "Drift",
    lead:
      drift.length === 0
        ? "Nothing changed outside Credence."
        : "Files and statements that changed outside Credence. `credence doctor --repair` repairs what a crash left.",
    count: drift.length,
    tables: [
      tableOf(
        "Drift",
        ["memory", "scope", "what", "level", "says"],
        drift.map(({ id, scope, check, level, message }) => [
          id === null ? text(null) : code(id),
          text(scope),
          text(check),
          text(level),
          text(message),
        ]),
      ),
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
    charts: [
      {
        kind: "columns",
        title: "Recalls per week",
        description:
          "Prompts searched for, by the Monday of their week: those that got memories, and the silent ones.",
        parts: ["shown", "silent"],
        bars: weeks.map(({ week, ...counts }) => ({ label: week, parts: [counts.shown, counts.silent] })),
      },
    ],
    tables: [
      tableOf(
        "Recalls per week",
        ["week of", "shown", "silent"],
        weeks.map(({ week, ...counts }) => [day(week), number(counts.shown), number(counts.silent)]),
      ),
      tableOf(
        "Shown most",
        ["memory", "scope", "times"],
        top.map(({ id, scope, count }) => [code(id), text(scope), number(count)]),
      ),
    ],
  });
}

export function observerSection({ observer, since }: AuditReport): Section {
  return sectionOf({ id: "observer", title: "Observer spend", lead: saySpend(observer, since) });
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
    tables: [operationTable(operations), approvalTable(approvals)],
  });
}

function operationTable(operations: AuditReport["operations"]): Table {
  return tableOf(
    "By command and actor",
    ["command", "who", "times"],
    operations.map(({ command, actor, count }) => [code(command), text(actor), number(count)]),
  );
}

function approvalTable(approvals: AuditReport["approvals"]): Table {
  return tableOf(
    "What people vouched for, newest first",
    ["memory", "scope", "act", "by", "on"],
    approvals
      .toReversed()
      .map(({ id, scope, act, by, time }) => [code(id), text(scope), text(act), text(by), day(time)]),
  );
}

export function settingSection({ settings, since }: AuditReport): Section {
  return sectionOf({
    id: "settings",
    title: "Settings",
    lead:
      settings.length === 0
        ? `No setting was changed${sayScope(since)}.`
        : `${pluralize(settings.length, "change", "changes")} of settings${sayScope(since)} on this machine.`,
    count: settings.length,
    tables: [
      tableOf(
        "What was set, newest first",
        ["setting", "where", "from", "to", "by", "on"],
        settings
          .toReversed()
          .map(({ key, scope, before, after, actor, at }) => [
            code(key),
            text(scope === null ? "this machine" : `the ${scope} root`),
            code(JSON.stringify(before)),
            code(JSON.stringify(after)),
            text(actor),
            day(at),
          ]),
      ),
    ],
  });
}

function sayScope(since: string | null): string {
  return since === null ? "" : ` since ${since.slice(0, 10)}`;
}

// What is there: counts, and what a validator fails.

const HISTORY_PARTS = ["verified", "inferred", "quarantined", "retired"] as const;

export function summarySection({ summary, history }: AuditReport): Section {
  const { memories, standings, tiers, categories, scopes, ages } = summary;
  return sectionOf({
    id: "summary",
    title: "Summary",
    lead: `${pluralize(memories, "memory", "memories")}. The standing applies; tier and category are recorded in the files.`,
    count: memories,
    charts: [
      {
        kind: "columns",
        title: "Standings over time",
        description:
          "Memories that exist today, by their standing on each day according to trusted signers. The last column is today.",
        parts: HISTORY_PARTS,
        bars: history.map((at) => ({ label: at.day, parts: HISTORY_PARTS.map((part) => at[part]) })),
      },
      {
        kind: "columns",
        title: "Ages in days",
        description: "Memories by age in days.",
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
      ? "No validator fails an active memory."
      : "Memories that a validator fails are taken out of use.",
    dryRun && failures.length > 0 ? "This was a dry run: nothing was changed." : "",
    held > 0
      ? `A person approved ${held} of them: more than ten are demoted only if a person at the terminal confirms.`
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
