// A shared root travels with its repository: its own pulls bring what is new, and no git is moved here. What changed since the last
// look is validated, and what fails goes to quarantine by a signed statement, as in an audit.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { replaceFile } from "../../store/durable.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { ifPossible, writing } from "../../store/fs-failure.ts";
import { type FileEntry, listOneOfEach } from "../../store/memory-files.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import { findHardFail } from "../change/judge-text.ts";
import { isTakenOut } from "../health/find-taken-out.ts";
import { findVanished } from "../health/find-vanished.ts";
import { nameFor, nameOfId } from "../memories/foreign-names.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { ARCHIVED_BY_HAND, isArchivedByHand, isKeptOut } from "../memories/review-mark.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { SyncedMemory, SyncReport } from "./report.ts";

export async function checkPulled(
  workspace: Workspace,
  root: OpenRoot,
  { dryRun }: { readonly dryRun: boolean },
): Promise<SyncReport> {
  const known = readLooks(root);
  const looks = new Map<string, string>();
  const files = listOneOfEach(root.path);
  learnOfRemoved(workspace, root, files);
  const changed = files.filter(({ id, directory, path }) => {
    const { text, young } = identifyFile(path, Date.now());
    if (!young) looks.set(id, text);
    return directory === "memories" && known.get(id) !== text;
  });
  const memories: SyncedMemory[] = [];
  const waits: string[] = [];
  for (const target of loadFiles(workspace, root, changed)) {
    const failed = await checkOne(workspace, target, dryRun);
    if (failed !== null) memories.push(failed);
    else if (target.standing.standing === "foreign" && !isKeptOut(target))
      waits.push(nameFor(workspace, target));
  }
  if (memories.length > 0) for (const { id } of changed) looks.delete(id);
  if (!dryRun) writeLooks(root, looks);
  memories.push(...listOutOfUse(workspace, root, files));
  return { ...NOTHING, root: root.shown, kind: root.kind, dryRun, memories, waits, waiting: waits.length };
}

/** Approved memories that the files of the repository, or their absence, take out of use. */
function listOutOfUse(workspace: Workspace, root: OpenRoot, files: readonly FileEntry[]): SyncedMemory[] {
  const approved = new Set(
    workspace
      .seenIn(root)
      .recallAct("approve")
      .map(({ id }) => id),
  );
  const present = loadFiles(
    workspace,
    root,
    files.filter(({ id }) => approved.has(id)),
  );
  const out = [...present].filter(isTakenOut).map((each) => ({
    id: nameFor(workspace, each),
    why: isArchivedByHand(each) ? ARCHIVED_BY_HAND : each.standing.reason,
  }));
  const gone = findVanished(workspace, root).map(({ id, reason }) => ({
    id: nameOfId(workspace, root, id),
    why: `no file of it is here: ${reason}`,
  }));
  return [...out, ...gone].map((each) => ({ ...each, outcome: "out" }));
}

const NONE = { taken: 0, sent: 0 };
const NOTHING = {
  remote: null,
  isWhole: true,
  refused: [],
  statements: NONE,
  cards: NONE,
  settings: null,
  quarantined: 0,
  outOfUse: [],
  pushed: false,
};

async function checkOne(
  workspace: Workspace,
  target: LoadedMemory,
  dryRun: boolean,
): Promise<SyncedMemory | null> {
  const { file, text, standing, input, digest, problems } = target;
  if (standing.standing === "quarantined" && problems.length === 0) return null;
  const fail =
    text === null
      ? { tool: "validate", rule: "not-utf8", reason: "it is not text", ...tellFirst(problems) }
      : await findHardFail(workspace, { id: file.id, text, input });
  if (fail === null) return null;
  const why = fail.reason;
  const id = nameFor(workspace, target);
  if (dryRun) return { id, outcome: "quarantined", why };
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  try {
    demoteMemory(asMachine, target, {
      reason: why,
      ifDigest: digest,
      validator: { name: fail.tool, rule: fail.rule },
    });
    return { id, outcome: "quarantined", why };
  } catch (error) {
    // One that cannot be moved just now is withheld all the same, and named.
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    return { id, outcome: "left", why: `${why}; ${error.message}` };
  }
}

function tellFirst([first]: LoadedMemory["problems"]): { rule?: string; reason?: string } {
  return first === undefined ? {} : { rule: first.rule, reason: first.message };
}

// What tells each file that was looked at, by id.

function readLooks({ records }: OpenRoot): Map<string, string> {
  return ifPossible(() => {
    const lines = readFileSync(join(records, "checked"), "utf8").split("\n");
    return new Map(lines.flatMap((line) => toPair(line.split(" "))));
  }, new Map());
}

function toPair([id = "", identity]: readonly string[]): [string, string][] {
  return identity === undefined ? [] : [[id, identity]];
}

function writeLooks({ records }: OpenRoot, looks: ReadonlyMap<string, string>): void {
  const text = [...looks].map(([id, identity]) => `${id} ${identity}\n`).join("");
  writing("machine state", () => replaceFile(join(records, "checked"), text, 0o600));
}
