// What can be wrong in one root, and how bad it is. Reading only; mending is repair-root's.
//
// Attack: a file name, or a key in a broken file, that is a sentence for an agent which runs `credence doctor`. Without a
// person only our own words, ids and line numbers are said.

import { dirname, sep } from "node:path";
import { isIgnored } from "../../git/record-rename.ts";
import { directoryOf } from "../../memory/law/transitions.ts";
import { listFiles } from "../../store/memory-files.ts";
import { hasPending } from "../../store/transaction.ts";
import { isMidMerge } from "../../store/work-tree.ts";
import { listAttestedIds, readAttestFiles } from "../../trust/attest-files.ts";
import { transactionPlace } from "../change/change-root.ts";
import { walkMemories } from "../memories/list-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findOrphans } from "./find-orphans.ts";

export type Ailment = {
  readonly check: string;
  readonly level: "note" | "warning" | "error";
  readonly message: string;
  /** `credence doctor --repair` mends it. */
  readonly repairable: boolean;
};

export function examineRoot(workspace: Workspace, root: OpenRoot): Ailment[] {
  const ailments = new Map<string, Ailment>();
  const add = (check: string, level: Ailment["level"], message: string): void => {
    ailments.set(`${check} ${message}`, { check, level, message, repairable: REPAIRABLE.has(check) });
  };
  const nameOf = (path: string): string => nameFor(workspace, path);
  if (root.waits) add("second-location", "error", `${root.shown} was seen at another location before`);
  if (hasPending(transactionPlace(root))) add("pending", "warning", "an operation was not finished");
  for (const path of findOrphans(workspace, root))
    add("orphan", "warning", `${nameOf(path)} was left by a killed process`);
  for (const name of listFiles(root.path).strangers)
    add("stranger", "note", `${nameOf(name)} is no memory file`);
  examineFiles(workspace, root, add);
  for (const id of listAttestedIds(root.path)) {
    for (const { name, why } of readAttestFiles(root.path, id).odd)
      add("attestation", "warning", `${nameOf(name)}: ${why}`);
  }
  const tree = root.workTree;
  if (tree !== null && isMidMerge(tree))
    add("mid-merge", "note", "a merge is under way: nothing is moved until it ends");
  if (tree !== null && isIgnored(tree.top, root.path)) add("ignored", "note", `git ignores ${root.shown}`);
  return [...ailments.values()];
}

function nameFor({ presence }: Workspace, path: string): string {
  return presence.kind === "person" || !path.includes(sep) ? path : `a file in ${dirname(path)}`;
}

const REPAIRABLE: ReadonlySet<string> = new Set(["pending", "orphan", "misplaced", "twice"]);

type Add = (check: string, level: Ailment["level"], message: string) => void;

function examineFiles(workspace: Workspace, root: OpenRoot, add: Add): void {
  const seen = new Set<string>();
  for (const { file, memory, problems } of walkMemories(workspace, [root])) {
    if (seen.has(file.id)) add("twice", "error", `${file.id} is in memories and in quarantine`);
    seen.add(file.id);
    const problem = problems.find(({ level }) => level !== "warn");
    if (problem !== undefined) {
      const { rule, line, message } = problem;
      const what = workspace.presence.kind === "person" ? message : `${rule} on line ${line}`;
      add("broken", "error", `${file.id}: ${what}`);
    }
    if (memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory) {
      add(
        "misplaced",
        "error",
        `${file.id} records ${memory.tier ?? "no tier"} and lies in ${file.directory}`,
      );
    }
  }
}
