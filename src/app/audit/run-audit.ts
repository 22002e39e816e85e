// An audit: every memory is checked with the current rules, memories that hard-fail are demoted, and the rest is reported.

import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { RULE_SET_VERSION } from "../../memory/formats.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord } from "../../memory/json.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { coverIn } from "../memories/hide-secrets.ts";
import type { IsSettled } from "../people/describe-trust.ts";
import { describeTrust } from "../people/list-trust.ts";
import { orderWaiting } from "../survey/order.ts";
import { type ExportPlace, findExportPlace } from "../transfer/write-export.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type AskToDemote, demoteFailing } from "./demote-failing.ts";
import { findAlike, findDuplicates, findSame, groupAlike } from "./find-duplicates.ts";
import {
  listApprovalsSince,
  listSettingsSince,
  type MemoryLife,
  sumObserver,
  sumOperations,
  sumRecalls,
  sumStandings,
  traceStandings,
} from "./history-sections.ts";
import {
  findBrokenReferences,
  findDrift,
  findUnused,
  groupFindings,
  listMovedFiles,
  listQuarantine,
} from "./memory-sections.ts";
import { type AuditReport, type DuplicateGroup, listUndecided, type WaitingItem } from "./report.ts";
import { type AuditedMemory, type OnProgress, surveyRoots } from "./survey.ts";

export type AuditOptions = {
  /** Limits the sections about the past: operations, approvals, settings, recalls, Observer spend, quarantines, standings. */
  readonly since: Instant | null;
  /** Demotes nothing. */
  readonly dryRun: boolean;
  readonly ask: AskToDemote;
  readonly onProgress: OnProgress;
};

export async function runAudit(workspace: Workspace, options: AuditOptions): Promise<AuditReport> {
  const { since, dryRun } = options;
  const before = await surveyRoots(workspace, options.onProgress);
  const { failures, surveyed } = await demoteFailing(workspace, before, options);
  const report = {
    v: 1,
    kind: "credence-audit",
    ruleSet: RULE_SET_VERSION,
    at: renderInstant(workspace.now),
    since: since === null ? null : renderInstant(since),
    dryRun,
    person: workspace.presence.kind === "person",
    roots: workspace.roots.map((root) => ({
      scope: root.scope,
      path: root.shown,
      memories: surveyed.filter((each) => each.root.id === root.id).length,
    })),
    summary: sumStandings(surveyed, workspace.now),
    failures,
    ...describeMemories(workspace, surveyed, since),
    signers: describeTrust(workspace, findSettled(before)),
    recalls: sumRecalls(workspace, since),
    observer: sumObserver(workspace, since),
    operations: sumOperations(workspace, since),
    settings: listSettingsSince(workspace, since),
    approvals: listApprovalsSince(workspace, since),
    history: traceStandings(surveyed.map(toTraced), { now: workspace.now, since }),
  } as const;
  const inUse = surveyed.filter((each) => each.inUse).map(({ item }) => `${item.scope} ${item.id}`);
  const exit = judgeReport(report, new Set(inUse));
  return coverIn(hideForeignIds({ ...report, exit }, surveyed));
}

/** From the survey, so that the statements of these memories need not be read again. */
function findSettled(surveyed: readonly AuditedMemory[]): IsSettled {
  const settled = new Set(
    surveyed.filter(({ isStrange }) => !isStrange).map(({ root, item }) => `${root.id} ${item.id}`),
  );
  return (root, id) => settled.has(`${root.id} ${id}`);
}

function toTraced({ statements, item }: AuditedMemory): MemoryLife {
  return { statements, standing: item.standing };
}

/** Applied last, because the sections find each other's memories by their ids. */
function hideForeignIds(report: AuditReport, surveyed: readonly AuditedMemory[]): AuditReport {
  const hidden = surveyed.filter(({ item, shownId }) => item.id !== shownId);
  const names = new Map(hidden.map(({ item, shownId }) => [`${item.scope} ${item.id}`, shownId]));
  if (names.size === 0) return report;
  const renamed = JSON.stringify(report, (_, value: unknown) => {
    const name = isRecord(value) ? names.get(`${value["scope"]} ${value["id"]}`) : undefined;
    return name === undefined || !isRecord(value) ? value : { ...value, id: name };
  });
  return JSON.parse(renamed);
}

type MemorySections = Pick<
  AuditReport,
  | "findings"
  | "stale"
  | "waiting"
  | "foreign"
  | "quarantine"
  | "duplicates"
  | "references"
  | "moved"
  | "unused"
  | "drift"
  | "keptOut"
>;

function describeMemories(
  workspace: Workspace,
  surveyed: readonly AuditedMemory[],
  since: Instant | null,
): MemorySections {
  return {
    findings: groupFindings(surveyed),
    stale: surveyed.filter(({ age, inUse }) => age.stale && inUse).map(({ item }) => item),
    waiting: listWaiting(workspace, surveyed),
    foreign: surveyed
      .filter(({ item, isKeptOut }) => item.standing === "foreign" && !isKeptOut)
      .map(({ item }) => item),
    quarantine: listQuarantine(workspace, surveyed, since),
    duplicates: listDuplicates(workspace, surveyed),
    references: findBrokenReferences(workspace, surveyed),
    moved: listMovedFiles(workspace, surveyed),
    unused: findUnused(workspace, surveyed),
    drift: findDrift(workspace, surveyed),
    keptOut: surveyed.filter(({ isKeptOut }) => isKeptOut).map(({ item }) => item),
  };
}

/** One row per decision, for its most urgent reason, in the order of the review. */
function listWaiting(workspace: Workspace, surveyed: readonly AuditedMemory[]): WaitingItem[] {
  return orderWaiting(workspace, surveyed).flatMap(({ item, waits: [first] }) =>
    first === undefined ? [] : [{ ...item, kind: first.kind, why: first.why }],
  );
}

/** Duplicates by their words, then those that only mean the same. */
function listDuplicates({ config }: Workspace, surveyed: readonly AuditedMemory[]): DuplicateGroup[] {
  const described = surveyed
    .filter(({ description }) => description !== "")
    .map(({ item, description }) => ({ of: item, description }));
  const byWords = [...findDuplicates(described).groups, ...findSame(described)];
  const groupOf = new Map(byWords.flatMap(({ members }, group) => members.map((of) => [of, group])));
  const isNew = ([first, second]: readonly [number, number]): boolean => {
    const [one, other] = [described[first]?.of, described[second]?.of];
    const group = one === undefined ? undefined : groupOf.get(one);
    return group === undefined || other === undefined || group !== groupOf.get(other);
  };
  const texts = config.config["retrieval.meaning"] ? described.map(({ description }) => description) : [];
  const byMeaning = groupAlike(described, findAlike(texts).filter(isNew));
  return [...byWords, ...byMeaning].map(({ members, shared }) => ({
    memories: [...members].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id))),
    shared,
  }));
}

/** 0 nothing to do; 1 something waits for the user; 2 a memory was or should be demoted, or an error remains. A memory in
 * quarantine for at most 30 days does not wait, because S4 leaves it alone, and a rejected memory is decided. Unused
 * memories are reported but need no action. */
function judgeReport(report: Omit<AuditReport, "exit">, inUse: ReadonlySet<string>): AuditReport["exit"] {
  const { failures, drift, waiting, findings, duplicates, references } = report;
  if (failures.length > 0 || drift.some(({ level }) => level === "error")) return 2;
  const found = findings
    .flatMap(({ tool, findings: ofFamily }) => ofFamily.map((finding) => ({ ...finding, tool })))
    .some(
      ({ id, scope, tool, severity, acknowledged }) =>
        (tool === "injection-check" || severity !== "notice") && !acknowledged && inUse.has(`${scope} ${id}`),
    );
  const waits = [
    found,
    waiting.length > 0,
    listUndecided(report).some(({ window }) => window !== "passive"),
    duplicates.length > 0,
    references.length > 0,
    drift.some(({ level }) => level === "warning"),
  ];
  return waits.includes(true) ? 1 : 0;
}

// Writes a report to a file of mode 0600, either the whole new one or none.
//
// Attack: `--out` names a path in a root or in machine state, or replaces a file that is not ours. An existing file is
// replaced only if it is a plain file that begins as our reports do.

/** The first lines of the two formats, unlike those of any other file. */
export const REPORT_MARKS = {
  md: "<!-- credence audit report 1 -->\n",
  json: '{\n  "v": 1,\n  "kind": "credence-audit",\n',
} as const;
export type ReportFormat = keyof typeof REPORT_MARKS;

const REPORT_BYTES_MAX = 512 * 1024 * 1024;

/** The path of the report, or the refusal; called before the work begins. */
export function findReportPlace(workspace: Workspace, place: ExportPlace): string {
  const path = findExportPlace(workspace, place);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined && !isOurs(path)) {
    throw new CredenceError(
      "EXISTS",
      `${place.out} already exists and is not an audit report`,
      "give another path with --out",
    );
  }
  return path;
}

export function writeReport(path: string, text: string): void {
  writing("the report", () => {
    ensureDirectory(dirname(path), 0o700);
    replaceFile(path, text, 0o600);
  });
}

function isOurs(path: string): boolean {
  const content = readFileContent(path, REPORT_BYTES_MAX);
  if (content.kind === "refused") return false;
  const longest = Math.max(...Object.values(REPORT_MARKS).map(({ length }) => length));
  const begin = Buffer.from(content.bytes.subarray(0, longest)).toString("utf8");
  return Object.values(REPORT_MARKS).some((mark) => begin.startsWith(mark));
}
