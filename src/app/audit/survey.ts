// Surveys every memory of the roots, one after the other.

import { gather } from "../../memory/law/sets/gather.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import type { Statement } from "../../memory/law/statement.ts";
import { NAME_CHARS_MAX, REASON_CHARS_MAX } from "../../memory/limits.ts";
import { ANY_TYPE, type Category, parseMemoryId, type Tier } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { stripRedacted } from "../../memory/text/strip-redacted.ts";
import type { Judged } from "../../search/index/verdicts.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import type { Finding, Label, ToolName, Verdict } from "../../validate/verdict.ts";
import { judgeTarget } from "../change/sign/signing-preview.ts";
import { examineMemory } from "../health/examine-root.ts";
import { listMoved } from "../index/look-at-cited.ts";
import { withIndexes } from "../index/open-index.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { nameFor } from "../memories/foreign-names.ts";
import { findSigner } from "../memories/known-signers.ts";
import { listAcknowledged, quarantinedOn } from "../memories/law.ts";
import { learnOfRemoved, loadInTurn } from "../memories/list-memories.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { isArchivedByHand } from "../memories/review-mark.ts";
import { recallWording } from "../memories/wordings.ts";
import { keepQuietly } from "../survey/look-closely.ts";
import { gatherNews, type NewsOfRoot, recordOf, type SurveyRecord } from "../survey/record.ts";
import { askEach, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import type { FoundAt, Item } from "./report.ts";

export type OnProgress = (done: number, total: number) => void;

export async function surveyRoots(workspace: Workspace, onProgress: OnProgress): Promise<AuditedMemory[]> {
  const lists = askEach(workspace, workspace.roots, (root) => {
    // Looks up the fate of cited files now; the news then reads it from the index.
    listMoved(workspace, root);
    return { root, files: listOneOfEach(root.path), news: newsIn(workspace, root) };
  });
  const total = lists.reduce((sum, { files }) => sum + files.length, 0);
  const surveyed: AuditedMemory[] = [];
  for (const { root, files, news } of lists) {
    learnOfRemoved(workspace, root, files);
    const judged: Judged[] = [];
    for (const target of loadInTurn(workspace, root, files)) {
      onProgress(surveyed.length, total);
      const each = await surveyMemory(workspace, target, news);
      surveyed.push(each);
      const [wording, isTaken] = [recallWording(target), each.flags.length === 0];
      if ((each.inUse || each.isHeldBack) && wording !== null)
        judged.push({ id: target.file.id, digest: target.digest, wording, isTaken });
    }
    // The audit has judged every text, so no other process needs to do so after an upgrade.
    keepQuietly(workspace, root, { judged, isAll: true });
  }
  onProgress(total, total);
  return surveyed;
}

/** @returns the present state of the same memory; null when it is gone. */
export async function surveyAgain(
  workspace: Workspace,
  { root, id }: AuditedMemory,
): Promise<AuditedMemory | null> {
  const target = loadMemory(workspace, root, id);
  return target === null ? null : surveyMemory(workspace, target, newsIn(workspace, root));
}

function newsIn(workspace: Workspace, root: OpenRoot): NewsOfRoot {
  return withIndexes(workspace, { roots: [root] }, ([indexed]) =>
    gatherNews(indexed ?? { workspace, root, index: null }, new Map()),
  );
}

// One memory, judged by the current rules: the values that the sections of an audit need and no more, so that a large root
// fits into memory.
//
// Attack: a memory that puts its words into the report, which an agent may read and a person may pass on. Names come
// through describeMemory, which withholds; of a text that holds a secret nothing is shown; findings are rules and
// positions.

export type AuditedMemory = SurveyRecord & {
  readonly item: Item;
  /** Its id as the reader may see it. */
  readonly shownId: string;
  /** The file's own claim; null when it is withheld. */
  readonly tier: Tier | null;
  readonly category: Category | null;
  readonly quarantinedOn: number | null;
  readonly quarantineReason: string | null;
  /** True when its file, its place or its statements have a problem. */
  readonly isAiling: boolean;
  readonly findings: readonly FoundBy[];
  /** Set when it hard-fails and is not in quarantine yet. */
  readonly failure: Failure | null;
  /** True when a person once approved some text of it. */
  readonly approved: boolean;
  /** Kept only for memories that fail. */
  readonly target: LoadedMemory | null;
  /** Empty when it is withheld. */
  readonly description: string;
  readonly relatedFiles: readonly string[];
  readonly supersedes: string | null;
  readonly links: readonly string[];
  /** True when an unknown signer may have signed a statement about it. */
  readonly isStrange: boolean;
  /** True when it is approved and a line in its file alone archives it. */
  readonly isArchivedByHand: boolean;
  /** The statements of trusted signers, oldest first. */
  readonly statements: readonly Pick<Statement, "act" | "time">[];
};

async function surveyMemory(
  workspace: Workspace,
  target: LoadedMemory,
  news: NewsOfRoot,
): Promise<AuditedMemory> {
  const { file, memory, standing } = target;
  const verdicts = await judgeMemory(workspace, target);
  const described = describeMemory(workspace, target);
  const failure = findFailure(target, verdicts);
  const holdsSecret = verdicts.some(({ tool, exit }) => tool === "secret-check" && exit !== 0);
  const findings = listFindings(workspace, target, verdicts);
  const record = recordOf(workspace, target, news.of(target, listFlags(findings)));
  const isQuarantined = standing.standing === "quarantined";
  const isToldWhy = isQuarantined && workspace.presence.kind === "person" && !holdsSecret;
  return {
    ...record,
    item: toItem(described, holdsSecret),
    shownId: nameFor(workspace, target),
    tier: described.tier,
    category: described.category,
    quarantinedOn: isQuarantined ? quarantinedOn(target, workspace.now) : null,
    quarantineReason: isToldWhy ? cleanReason(memory?.quarantineReason) : null,
    ...{ findings, failure },
    isAiling: examineMemory(workspace, target).length > 0,
    approved: standing.standing === "verified" || wasEverApproved(target.input),
    target: failure === null ? null : target,
    description: record.inUse && !holdsSecret ? stripRedacted(memory?.description ?? "") : "",
    relatedFiles: holdsSecret ? [] : (memory?.relatedFiles ?? []),
    supersedes: memory?.supersedes ?? null,
    links: holdsSecret ? [] : findLinks(stripRedacted(memory?.body ?? ""), file.id),
    isStrange: isStrange(workspace, target),
    isArchivedByHand: isArchivedByHand(target),
    statements: gather(target.input).counted.map(({ act, time }) => ({ act, time })),
  };
}

function isStrange(workspace: Workspace, { root, input }: LoadedMemory): boolean {
  if (input.unreliable === true) return true;
  return input.attestations.some(({ signer }) => findSigner(workspace, root, signer) === null);
}

function cleanReason(reason: string | null | undefined): string | null {
  return sanitizeLine(reason ?? "", REASON_CHARS_MAX) || null;
}

/** The findings of the injection check, by rule. */
function listFlags(findings: readonly FoundBy[]): string[] {
  const found = findings.filter(({ tool }) => tool === "injection-check");
  return [...new Set(found.map(({ rule }) => rule))].sort();
}

function toItem(described: DescribedMemory, holdsSecret: boolean): Item {
  const { id, scope, name, standing, reason, createdAt } = described;
  const told = holdsSecret || name === null ? null : sanitizeLine(stripRedacted(name), NAME_CHARS_MAX);
  return { id, scope, name: told, standing, reason, createdAt };
}

// The verdicts of the current validators about one memory, as rules and positions: a message may quote the text, and only
// the masked form of a secret leaves this machine.

export type Failure = {
  readonly tool: ToolName;
  readonly label: Label;
  readonly rule: string;
  readonly line: number;
};

type FoundBy = FoundAt & { readonly tool: ToolName };

/** A file that is not text has one finding, that of the reader. */
async function judgeMemory(workspace: Workspace, target: LoadedMemory): Promise<readonly Verdict[]> {
  const file = `${target.file.id}.md`;
  if (target.text === null) {
    const broken = target.problems.find(({ level }) => level !== "warn");
    const finding = { rule: broken?.rule ?? "unreadable", severity: "error", line: 1, column: 1 } as const;
    const findings = [{ ...finding, message: "" }];
    return [{ file, tool: "validate", label: "FAIL-STRUCT", exit: 1, findings }];
  }
  const { structure, secrets, injection } = await judgeTarget(workspace, target, target.text);
  return [secrets, structure, injection];
}

/** Secrets first, because they need action. */
function findFailure({ file, memory }: LoadedMemory, verdicts: readonly Verdict[]): Failure | null {
  if (file.directory === "quarantine" || memory?.tier === "quarantined") return null;
  const failed = verdicts.find(({ tool, exit }) => tool !== "injection-check" && (exit === 1 || exit === 2));
  if (failed === undefined) return null;
  const first = failed.findings.find(({ severity }) => severity === "error");
  return { tool: failed.tool, label: failed.label, rule: first?.rule ?? "unknown", line: first?.line ?? 1 };
}

function listFindings(workspace: Workspace, target: LoadedMemory, verdicts: readonly Verdict[]): FoundBy[] {
  const found = verdicts.flatMap(({ tool, findings }) => findings.map((finding) => ({ tool, finding })));
  if (found.length === 0) return [];
  const isFlagged = found.some(({ tool }) => tool === "injection-check");
  const acknowledged = isFlagged ? listAcknowledged(target) : new Set<string>();
  return found.map(({ tool, finding }) => ({
    tool,
    ...placeOf(finding),
    id: target.file.id,
    scope: target.root.scope,
    preview: tool === "secret-check" && workspace.presence.kind === "person" ? finding.message : null,
    acknowledged: acknowledged.has(finding.rule),
  }));
}

function placeOf({ rule, severity, line, column }: Finding): Omit<Finding, "message"> {
  return { rule, severity, line, column };
}

// Links of one memory to others: `[[project_x]]` and `project_x.md`, alone or below memories/ or quarantine/. A word that
// merely looks like an id (`user_id`) is no link, and `docs/project_plan.md` is a file of the project.

const ID = `(${ANY_TYPE}_[a-z0-9_]{1,96})`;
const FOLDER = /(?:(?:\.claude\/memory\/|\.\.\/|\.\/)?(?:memories|quarantine)\/|\.\/)?/;
const LINK = new RegExp(`\\[\\[${ID}\\]\\]|(?<![\\w/.-])${FOLDER.source}${ID}\\.md\\b`, "g");

export function findLinks(body: string, self: string): string[] {
  const ids = [...body.matchAll(LINK)].flatMap(([, wiki, file]) => parseMemoryId(wiki ?? file ?? "") ?? []);
  return [...new Set(ids)].filter((id) => id !== self);
}
