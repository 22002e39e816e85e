// What goes when a person forgets a memory: its file, or what is left of it where there is none any more, and the
// proposals to change it, because they hold its words. What a person approved in its place is theirs, and stays.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { findUnlifted, selectEvidence } from "../../memory/law/evidence.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { parseMemoryId } from "../../memory/memory-id.ts";
import { listMonths } from "../../store/archive-files.ts";
import { type FileEntry, listFiles, readFileContent } from "../../store/memory-files.ts";
import { findApprovedFiles } from "../memories/approved-texts.ts";
import { findMemory } from "../memories/find-memory.ts";
import { type LoadedMemory, loadFile, loadMemory, readContent } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Forgettable = {
  readonly target: LoadedMemory;
  /** Would replace it, or one of these, and nobody approved them: they go with it. */
  readonly proposals: readonly LoadedMemory[];
  /** Ids of those that replace it and were approved. */
  readonly stays: readonly string[];
};

export function findForgettable(workspace: Workspace, given: string): Forgettable {
  const target = findLeft(workspace, given) ?? findMemory(workspace, given);
  return { target, ...findReplacing(workspace, target) };
}

/** A memory without a file: what its statements say of it. */
export function loadGone(workspace: Workspace, root: OpenRoot, id: string): LoadedMemory {
  const path = join(root.path, "memories", `${id}.md`);
  return loadFile(workspace, root, { file: { id, directory: "memories", path }, remembered: null });
}

/** Null where it has a file, and where nothing is left of it that could be erased. */
function findLeft(workspace: Workspace, given: string): LoadedMemory | null {
  const id = parseMemoryId(given);
  const { roots } = workspace;
  if (id === null || roots.some((root) => loadMemory(workspace, root, id) !== null)) return null;
  const left = roots.map((root) => loadGone(workspace, root, id)).filter((each) => isLeft(workspace, each));
  if (left.length > 1) {
    throw new CredenceError("NOT_FOUND", `${id} was in both scopes`, "add --scope project or --scope user");
  }
  return left[0] ?? null;
}

function isLeft(workspace: Workspace, { input }: LoadedMemory): boolean {
  if (input.attestations.length + input.remembered.length === 0) return false;
  const isForgotten = findUnlifted(selectEvidence(input), null).some(({ act }) => act === "forget");
  return !isForgotten || findApprovedFiles(workspace, input).length > 0;
}

export function findReplacing(
  workspace: Workspace,
  { root, file }: LoadedMemory,
): Pick<Forgettable, "proposals" | "stays"> {
  const links = [...listFiles(root.path).entries, ...listArchive(root.path)].flatMap(readLink);
  const proposals = new Map<string, LoadedMemory>();
  const stays = new Set<string>();
  // An array goes on over what is added to it while it is walked.
  const ids = [file.id];
  for (const id of ids) {
    for (const link of links) {
      if (link.supersedes !== id || ids.includes(link.id) || stays.has(link.id)) continue;
      const loaded = loadMemory(workspace, root, link.id);
      if (loaded === null) continue;
      if (wasEverApproved(loaded.input)) stays.add(link.id);
      else {
        proposals.set(link.id, loaded);
        ids.push(link.id);
      }
    }
  }
  return { proposals: [...proposals.values()], stays: [...stays] };
}

type Link = { readonly id: string; readonly supersedes: string };

/** A first look at the bytes: parsing every memory of a large root would keep other writers waiting. */
function readLink(file: FileEntry): Link[] {
  const content = readFileContent(file.path);
  if (content.kind === "refused" || !Buffer.from(content.bytes).includes("supersedes")) return [];
  const supersedes = readContent(file).memory?.supersedes ?? null;
  return supersedes === null ? [] : [{ id: file.id, supersedes }];
}

function listArchive(root: string): FileEntry[] {
  return listMonths(root).flatMap((month) =>
    readdirSync(join(root, month)).flatMap((name) => {
      // A second copy of a month bears a number.
      const id = parseMemoryId(basename(name, ".md").replace(/-\d+$/, ""));
      return id === null ? [] : [{ id, directory: "quarantine" as const, path: join(root, month, name) }];
    }),
  );
}
