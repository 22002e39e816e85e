// An audit as a person reads it at a terminal: what wants nothing has no lines, each finding is told once with its count and the
// first ids, what is withheld has two lines each at the most, and what was demoted its first rows. Every other form of the report has all of it.

import { type AuditReport, listUndecided } from "../../app/audit/report.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Document, type Line, line, type Section, toned } from "../report/report.ts";
import { toDocument } from "./sections.ts";

const [IDS_MAX, ROWS_MAX] = [3, 5];
/** Two lines of 80 columns, with the words that do not fit the first. */
const ROW_CHARS = 130;

export function toBrief(report: AuditReport): Document {
  const [head, ...sections] = toDocument(report);
  const grouped = listGroups(report);
  const told = sections.filter(({ count }) => count !== 0).map((section) => shorten(section, grouped));
  const silent = sections.filter(({ count }) => count === 0).map(({ title }) => title);
  const rest = `Nothing to tell: ${silent.join(", ")}. All: \`credence audit --format md\`.`;
  return [head, ...told, { ...head, id: "rest", title: "The rest", lead: [rest] }];
}

type Listed = { readonly id: string };
type Group = { readonly word: string; readonly ids: readonly string[] };

/** Of sections that list memories which are well or wait for their turn. */
function listGroups(report: AuditReport): Readonly<Record<string, readonly Group[]>> {
  const { summary, findings, waiting, stale, duplicates, references, moved, unused } = report;
  const found = findings.flatMap(({ findings: some }) => some);
  const listAll = (all: readonly Listed[]): Group[] => [{ word: "", ids: all.map(({ id }) => id) }];
  const disputed = waiting.filter(({ kind }) => kind === "disputed");
  return {
    summary: Object.entries(summary.standings)
      .filter(([, count]) => count > 0)
      .map(([word, count]) => ({ word: `${count} ${word}`, ids: [] })),
    findings: groupBy(
      found,
      ({ rule, severity, acknowledged }) => `${severity}${acknowledged ? ", acknowledged" : ""}: ${rule}`,
    ),
    waiting: [
      ...disputed.map(({ kind, id, why }) => ({ word: kind, ids: [`${id}: ${why}`] })),
      ...groupBy(
        waiting.filter(({ kind }) => kind !== "disputed"),
        ({ kind }) => kind,
      ),
    ],
    duplicates: duplicates.map(({ memories }) => ({ word: "alike", ids: memories.map(({ id }) => id) })),
    references: groupBy(references, ({ kind }) => kind),
    moved: groupBy(moved, ({ fate }) => fate),
    ...listWithheld(report),
    drift: groupBy(
      report.drift.map((each) => ({ ...each, id: each.id ?? clip(each.message) })),
      ({ level, check }) => `${level}: ${check}`,
    ),
    stale: listAll(stale),
    unused: listAll(unused.memories),
    ...{ signers: [], recalls: [], operations: [], settings: [] },
  };
}

/** Each by itself until somebody decides, and what is decided by its reason. */
function listWithheld(report: AuditReport): Readonly<Record<string, readonly Group[]>> {
  return {
    foreign: report.foreign.map(({ id, reason, name }) => ({
      word: id,
      ids: [clip(name === null ? reason : `${reason}: ${name}`)],
    })),
    quarantine: listUndecided(report).map(({ id, days, why, reason }) => ({
      word: pluralize(days, "day", "days"),
      ids: [clip(`${id}: ${why ?? reason}`)],
    })),
    kept: groupBy(report.keptOut, ({ reason }) => reason),
  };
}

function clip(text: string): string {
  return text.length > ROW_CHARS ? `${text.slice(0, ROW_CHARS)}…` : text;
}

function groupBy<Each extends Listed>(all: readonly Each[], wordOf: (each: Each) => string): Group[] {
  return [...Map.groupBy(all, wordOf)].map(([word, some]) => ({ word, ids: some.map(({ id }) => id) }));
}

function shorten(section: Section, grouped: Readonly<Record<string, readonly Group[]>>): Section {
  const groups = grouped[section.id];
  const tables = section.tables.map((table) => ({
    ...table,
    rows: table.rows.slice(0, ROWS_MAX),
    more: table.more + Math.max(0, table.rows.length - ROWS_MAX),
  }));
  if (groups === undefined) return { ...section, tables };
  const left = groups.length - ROWS_MAX;
  const more = left > 0 ? [`  and ${left} more`] : [];
  return {
    ...section,
    lead: [...section.lead, ...groups.slice(0, ROWS_MAX).map(sayGroup), ...more],
    tables: [],
  };
}

function sayGroup({ word, ids }: Group): Line {
  const named = [...new Set(ids)];
  const left = named.length - IDS_MAX;
  const more = left > 0 ? ` and ${left} more` : "";
  const head = [word, ids.length > 1 ? `×${ids.length}` : ""].filter(Boolean).join(" ");
  const first = `${named.slice(0, IDS_MAX).join(", ")}${more}`;
  return line(4, "  ", toned("strong", head), first === "" ? "" : `  ${first}`);
}
