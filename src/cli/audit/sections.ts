// The order of a report, and what it says in one breath.

import { type AuditReport, listUndecided } from "../../app/audit/report.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type Document, type Line, line, type Section, toned } from "../report/report.ts";
import {
  driftSection,
  observerSection,
  operationSection,
  recallSection,
  settingSection,
  summarySection,
} from "./history-sections.ts";
import { failureSection, listMemorySections } from "./memory-sections.ts";
import { type Column, PLACE, sectionOf, tableOf } from "./section.ts";

/** What the report is comes first, under its title. */
export function toDocument(report: AuditReport): Document {
  const head = sectionOf({ id: "audit", title: `Credence audit of ${report.at.slice(0, 10)}`, lead: "" });
  return [
    { ...head, lead: sayWhatItIs(report) },
    summarySection(report),
    failureSection(report),
    findingSection(report),
    ...listMemorySections(report),
    driftSection(report),
    signerSection(report),
    recallSection(report),
    observerSection(report),
    operationSection(report),
    settingSection(report),
  ];
}

const VERDICTS = [
  toned("good", "There is nothing to do."),
  toned("odd", "Something waits for a person."),
  toned("bad", "Something was demoted, should be demoted, or is broken."),
] as const;

/** All of it is our own words and numbers. */
function sayWhatItIs(report: AuditReport): Line[] {
  const { at, since, dryRun, person, roots } = report;
  const places = roots
    .map(({ path, memories }) => `${path} (${pluralize(memories, "memory", "memories")})`)
    .join(", ");
  return [
    line(0, VERDICTS[report.exit]),
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

type Signers = AuditReport["signers"];

const KIND: Column<{ readonly kind: string }> = ["kind", "text", ({ kind }) => kind];
const ROOT: Column<{ readonly root: string }> = ["root", "text", ({ root }) => root];
const PRINT: Column<{ readonly fingerprint: string }> = ["fingerprint", "code", (each) => each.fingerprint];

const OWN: readonly Column<Signers["own"][number]>[] = [
  KIND,
  PRINT,
  ["passphrase", "text", ({ kind, sealed }) => sayPassphrase(kind, sealed)],
];
const TRUSTED: readonly Column<Signers["signers"][number]>[] = [
  ["name", "text", ({ petname, former }) => (former ? `${petname}, a former key` : petname)],
  KIND,
  PRINT,
  ROOT,
];
const UNKNOWN: readonly Column<Signers["unknown"][number]>[] = [
  KIND,
  ["fingerprint ends in", "code", ({ ends }) => ends],
  ROOT,
  ["statements", "number", ({ statements }) => statements],
  ["memories", "number", ({ ids }) => ids.length],
];

function signerSection({ signers: { own, signers, unknown } }: AuditReport): Section {
  const open = own.filter(({ kind, sealed }) => kind === "person" && !sealed).length;
  const leads = [
    `Trusted signers on other machines: ${sayTrusted(signers)}; unknown signers: ${unknown.length}.`,
    open > 0 ? "Your person key has no passphrase: any program you run can use it." : "",
  ];
  return sectionOf({
    id: "signers",
    title: "Signers",
    lead: leads.filter(Boolean).join(" "),
    count: own.length + signers.length + unknown.length,
    tables: [
      tableOf("Your own keys", OWN, own),
      tableOf("Trusted signers", TRUSTED, signers),
      tableOf("Unknown signers", UNKNOWN, unknown),
    ],
  });
}

/** Each key once, in however many roots it is trusted. */
function sayTrusted(signers: Signers["signers"]): string {
  const keysOf = (isFormer: boolean): Set<string> =>
    new Set(signers.filter(({ former }) => former === isFormer).map(({ fingerprint }) => fingerprint));
  const trusted = keysOf(false);
  const former = [...keysOf(true)].filter((each) => !trusted.has(each)).length;
  return former === 0 ? `${trusted.size}` : `${trusted.size} (${former} former)`;
}

function sayPassphrase(kind: string, sealed: boolean): string {
  if (kind === "machine") return "not wanted";
  return sealed ? "yes" : "none";
}

// What the validators find: a family of rules, then each place.

type Family = AuditReport["findings"][number];

const FAMILY: readonly Column<Family>[] = [
  ["validator", "text", ({ tool }) => tool],
  ["family", "text", ({ family }) => family],
  ["findings", "number", ({ findings }) => findings.length],
];

const FOUND: readonly Column<Family["findings"][number] & Pick<Family, "family">>[] = [
  ...PLACE,
  ["family", "text", ({ family }) => family],
  ["rule", "code", ({ rule }) => rule],
  ["severity", "text", ({ severity, acknowledged }) => `${severity}${acknowledged ? ", acknowledged" : ""}`],
  ["line", "number", ({ line }) => line],
  ["preview", "text", ({ preview }) => preview],
];

function findingSection({ findings }: AuditReport): Section {
  const all = findings.flatMap(({ family, findings: some }) => some.map((each) => ({ ...each, family })));
  return sectionOf({
    id: "findings",
    title: "Validator findings",
    lead:
      all.length === 0
        ? "The validators find nothing."
        : "All findings, including those in quarantine. A secret is never shown.",
    count: all.length,
    tables: [tableOf("Findings per family", FAMILY, findings), tableOf("Where they are", FOUND, all)],
  });
}

// An audit as a person reads it at a terminal: what wants nothing has no lines, each finding is told once with its count and the
// first ids, what is withheld has two lines each at the most, and what was demoted its first rows. Every other form of the report has all of it.

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
