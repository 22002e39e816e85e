// The sections about memories: broken references, moved files, unused memories, drift, quarantine, findings.

import {
  addDays,
  daysSince,
  type Instant,
  isPlausible,
  parseInstant,
  renderInstant,
} from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { findFiles, listTwice } from "../../store/memory-files.ts";
import { listAttestedIds } from "../../trust/attest-files.ts";
import { ACTION_RULES } from "../../validate/injection/actions/rules.ts";
import { INJECTION_RULES } from "../../validate/injection/index.ts";
import { SECRET_RULES } from "../../validate/secrets/index.ts";
import type { ToolName } from "../../validate/verdict.ts";
import { readAccesses } from "../capture/accesses.ts";
import { examineRoot } from "../health/examine-root.ts";
import { findVanished } from "../health/find-vanished.ts";
import { listMoved } from "../index/look-at-cited.ts";
import { readOperations } from "../memories/journal.ts";
import { ARCHIVED_BY_HAND } from "../memories/review-mark.ts";
import { readReceipts } from "../recall/receipts.ts";
import { askEach, existsInProject, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import {
  type AuditReport,
  type BrokenReference,
  type Drift,
  type Family,
  type FoundAt,
  type MovedFile,
  NEW_DAYS,
  type QuarantinedItem,
} from "./report.ts";
import type { AuditedMemory } from "./survey.ts";

/** Only for memories in use, because a withheld memory misleads no reader. */
export function findBrokenReferences(
  { presence }: Workspace,
  surveyed: readonly AuditedMemory[],
): BrokenReference[] {
  const ids = new Set(surveyed.map(({ item }) => item.id));
  return surveyed
    .filter(({ inUse }) => inUse)
    .flatMap(({ item: { id, scope }, root, relatedFiles, supersedes, links }) => {
      const files = relatedFiles.filter((file) => !existsInProject(root, file));
      const replaced = supersedes === null || ids.has(supersedes) ? [] : [supersedes];
      const linked = links.filter((link) => !ids.has(link));
      const name = (kind: BrokenReference["kind"], targets: readonly string[]): BrokenReference[] =>
        // No signature covers these words of a file, so anyone may have written them; only a person sees them.
        targets.map((target) => ({ id, scope, kind, target: presence.kind === "person" ? target : null }));
      return [...name("related file", files), ...name("supersedes", replaced), ...name("link", linked)];
    });
}

// Files that memories cite and that have changed since the texts were signed. That alone is not an error.

/** Only for memories in use. */
export function listMovedFiles(workspace: Workspace, surveyed: readonly AuditedMemory[]): MovedFile[] {
  const { presence, roots } = workspace;
  const inUse = new Set(
    surveyed.filter((each) => each.inUse).map(({ root, item }) => `${root.id} ${item.id}`),
  );
  return askEach(workspace, roots, (root) =>
    [...(listMoved(workspace, root) ?? [])].flatMap(([id, files]) =>
      inUse.has(`${root.id} ${id}`)
        ? files.map(({ path, fate: { kind, commits, share } }) => ({
            ...{ id, scope: root.scope, path: presence.kind === "person" ? path : null },
            ...{ fate: kind, commits, share: share === null ? null : Number(share.toFixed(3)) },
          }))
        : [],
    ),
  ).flat();
}

// Memories older than four weeks that no recall has shown and no agent has read in that time. A receipt names the memories
// shown, so without receipts nothing is known; the report says how far back they go.

const UNUSED_DAYS = 28;

export function findUnused(workspace: Workspace, surveyed: readonly AuditedMemory[]): AuditReport["unused"] {
  const limit = addDays(workspace.now, -UNUSED_DAYS);
  const uses = workspace.roots.flatMap((root) => listUses(workspace, root));
  const recent = new Set(uses.filter(({ at }) => (parseInstant(at) ?? 0) >= limit).map(({ name }) => name));
  const unused = surveyed.filter(
    (each) =>
      each.inUse && !recent.has(`${each.item.scope} ${each.item.id}`) && isOlder(each, limit, workspace.now),
  );
  const told = uses.filter(({ isReceipt, at }) => isReceipt && parseInstant(at) !== null).map(({ at }) => at);
  return { receiptsFrom: told.sort()[0] ?? null, memories: unused.map(({ item }) => item) };
}

type Use = { readonly at: string; readonly isReceipt: boolean; readonly name: string | null };

function listUses(workspace: Workspace, root: OpenRoot): Use[] {
  // The user root is read in every project, and a memory of it that is used in another project counts as used.
  const receipts = readReceipts({ ...workspace, roots: [root] }).flatMap(({ at, shown }): Use[] => [
    { at, isReceipt: true, name: null },
    ...shown
      .filter(({ scope }) => scope === root.scope)
      .map(({ id }) => ({ at, isReceipt: true, name: `${root.scope} ${id}` })),
  ]);
  const reads = readAccesses(root.records).map(({ at, id }) => {
    return { at, isReceipt: false, name: `${root.scope} ${id}` };
  });
  return [...receipts, ...reads];
}

/** By its own date, else by the first statement about it; a memory without any plausible date does not count as old. */
function isOlder({ item, statements }: AuditedMemory, limit: Instant, now: Instant): boolean {
  const times = [item.createdAt, ...statements.map(({ time }) => time)]
    .map((time) => (time === null ? null : parseInstant(time)))
    .filter((time) => time !== null && isPlausible(time, now));
  const [born] = times;
  return born !== undefined && born !== null && born <= limit;
}

// Drift: changes outside of our commands, such as texts without a trusted signature, histories that lost a statement, files
// in a wrong place or missing, and files that are no statements.

/** Reported elsewhere in the audit, or no drift. */
const LEFT_OUT: ReadonlySet<string> = new Set(["broken", "ignored", "mid-merge"]);

export function findDrift(workspace: Workspace, surveyed: readonly AuditedMemory[]): Drift[] {
  const changed = surveyed.flatMap(({ item: { id, scope, reason }, cause, isArchivedByHand }) => [
    ...(CAUSES[cause].isDrift ? [driftOf(cause, { scope, id, message: reason })] : []),
    ...(isArchivedByHand ? [driftOf("recorded-archived", { scope, id, message: ARCHIVED_BY_HAND })] : []),
  ]);
  const vanished = workspace.roots
    .flatMap((root) => findVanished(workspace, root))
    .map(({ scope, id, reason }) =>
      driftOf("vanished", { scope, id, message: `no file of it is here: ${reason}` }),
    );
  const examined = workspace.roots.flatMap((root) => examine(workspace, root, surveyed));
  return [...examined, ...changed, ...vanished];
}

function driftOf(check: string, of: Pick<Drift, "scope" | "id" | "message">): Drift {
  return { check, level: "warning", ...of };
}

/** Reads only those files again in which the survey found a problem. */
function examine(workspace: Workspace, root: OpenRoot, surveyed: readonly AuditedMemory[]): Drift[] {
  const here = surveyed.filter((each) => each.root.id === root.id);
  const ids = new Set(here.filter(({ isAiling }) => isAiling).map(({ item }) => item.id));
  for (const id of listTwice(root.path)) ids.add(id);
  const told = {
    files: [...ids].sort().flatMap((id) => findFiles(root.path, id)),
    attested: listAttestedIds(root.path),
    strangers: here.filter(({ cause, item }) => CAUSES[cause].isStrangers === true && !ids.has(item.id))
      .length,
  };
  return examineRoot(workspace, root, { told })
    .filter(({ check }) => !LEFT_OUT.has(check))
    .map(({ check, level, message }) => ({ check, level, scope: root.scope, id: null, message }));
}

// Memories in quarantine, by their window in S4: passive for 30 days, listed with the reason until day 90, then a candidate
// for the archive. Only the user archives them.

/** The longest in quarantine come first. */
export function listQuarantine(
  workspace: Workspace,
  surveyed: readonly AuditedMemory[],
  since: Instant | null,
): QuarantinedItem[] {
  const { now } = workspace;
  const reasons = new Map(
    workspace.roots.map((root) => [root.id, readReasons({ ...workspace, roots: [root] })]),
  );
  const newFrom = since ?? addDays(now, -NEW_DAYS);
  return surveyed
    .flatMap(({ item, root, age, quarantinedOn, quarantineReason }) => {
      if (age.quarantine === null || quarantinedOn === null) return [];
      return {
        ...item,
        window: age.quarantine,
        since: renderInstant(quarantinedOn),
        days: Math.max(0, daysSince(quarantinedOn, now)),
        why: reasons.get(root.id)?.get(item.id) ?? quarantineReason,
        isNew: quarantinedOn >= newFrom,
      };
    })
    .sort((a, b) => b.days - a.days || (a.id < b.id ? -1 : 1));
}

/** The reason why this machine quarantined a memory, by id; the last entry counts. */
function readReasons(workspace: Workspace): Map<string, string> {
  const lowered = readOperations(workspace).filter(({ command }) =>
    ["demote", "quarantine"].includes(command),
  );
  return new Map(
    lowered.flatMap(({ id, reason }) => (typeof reason === "string" && reason !== "" ? [[id, reason]] : [])),
  );
}

// The findings of the validators, one family of rules at a time.

const FAMILY_OF = new Map(
  [...SECRET_RULES, ...INJECTION_RULES, ...ACTION_RULES].map(({ id, family }) => [id, family]),
);
/** The family of findings that no rule file of ours names: structure and secretlint's preset have one each, and the model
 * has its own. */
const FAMILY_OF_TOOL: Readonly<Record<ToolName, string>> = {
  validate: "structure",
  "secret-check": "secretlint",
  "injection-check": "model",
};
const TOOLS: readonly ToolName[] = ["secret-check", "injection-check", "validate"];

/** The tools in order of urgency, and within each tool the largest family first. */
export function groupFindings(surveyed: readonly AuditedMemory[]): Family[] {
  const families = new Map<string, { family: string; tool: ToolName; findings: FoundAt[] }>();
  for (const { tool, ...finding } of surveyed.flatMap(({ findings }) => findings)) {
    const family = FAMILY_OF.get(finding.rule) ?? FAMILY_OF_TOOL[tool];
    const key = `${tool} ${family}`;
    const known = families.get(key) ?? { family, tool, findings: [] };
    known.findings.push(finding);
    families.set(key, known);
  }
  return [...families.values()].sort(
    (a, b) =>
      TOOLS.indexOf(a.tool) - TOOLS.indexOf(b.tool) ||
      b.findings.length - a.findings.length ||
      (a.family < b.family ? -1 : 1),
  );
}
