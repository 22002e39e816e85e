// What happened: past our commands, by whose word, in recalls, by which commands.

import type { AuditReport } from "../../app/audit/report.ts";
import { sayCount } from "../../memory/plural.ts";
import { code, day, number, type Section, sectionOf, type Table, tableOf, text } from "./section.ts";

export function driftSection({ drift }: AuditReport): Section {
  return sectionOf({
    id: "drift",
    title: "Drift",
    lead:
      drift.length === 0
        ? "Nothing changed past Credence."
        : "Files and statements that changed past Credence. `credence doctor --repair` mends what a crash left.",
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
        ? `No prompt was looked up${sayScope(since)}.`
        : `Prompts that were looked up${sayScope(since)}: ${prompts}. ${shown} got memories, ${silent} none (${share} % silent).`,
    count: prompts,
    charts: [
      {
        kind: "columns",
        title: "Recalls a week",
        description:
          "Prompts that were looked up, by the Monday of their week: those that got memories, and the silent ones.",
        parts: ["shown", "silent"],
        bars: weeks.map(({ week, ...counts }) => ({ label: week, parts: [counts.shown, counts.silent] })),
      },
    ],
    tables: [
      tableOf(
        "Recalls a week",
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

export function observerSection({ observer: { provider } }: AuditReport): Section {
  return sectionOf({
    id: "observer",
    title: "Observer spend",
    lead:
      provider === "none"
        ? "No provider is chosen: no model was asked and nothing was spent."
        : `The provider is ${provider}; no call of it is on record.`,
  });
}

export function operationSection({ operations, approvals, since }: AuditReport): Section {
  const total = operations.reduce((sum, { count }) => sum + count, 0);
  return sectionOf({
    id: "operations",
    title: "Operations",
    lead: `${sayCount(total, "operation", "operations")}${sayScope(since)} on this machine; people vouched ${sayCount(approvals.length, "time", "times")} for a memory.`,
    count: total,
    tables: [operationTable(operations), approvalTable(approvals)],
  });
}

function operationTable(operations: AuditReport["operations"]): Table {
  return tableOf(
    "By command and who acted",
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

function sayScope(since: string | null): string {
  return since === null ? "" : ` since ${since.slice(0, 10)}`;
}
