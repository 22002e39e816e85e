// Session summaries pile up: the newest few of a project stay in use, older ones are archived with the write that
// pushes them out. What a person approved stays.

import { applyStatus } from "../../memory/law/status.ts";
import type { Memory } from "../../memory/memory.ts";
import { type FileEntry, listDirectory, readFileContent } from "../../store/memory-files.ts";
import type { Change } from "../../store/transaction.ts";
import { transitionInput } from "../memories/law.ts";
import { type LoadedMemory, loadFile } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";

const SUMMARIES_MAX = 5;

/** The changes that make room for a new memory, where it needs some. The caller holds the root's lock. */
export function makeRoomFor(workspace: Workspace, root: OpenRoot, { category }: Memory): Change[] {
  return category === "session_summary" ? retainSummaries(workspace, root) : [];
}

/** The changes that make room for one more, or for as many as are to come. The caller holds the root's lock. */
export function retainSummaries(workspace: Workspace, root: OpenRoot, coming = 1): Change[] {
  return listDirectory(root.path, "memories")
    .entries.filter(mentionsSummary)
    .map((file) => loadFile(workspace, root, { file, remembered: null }))
    .filter(
      ({ memory, standing }) =>
        memory?.category === "session_summary" && isInUse(memory.status, standing.standing),
    )
    .sort((a, b) => (newness(a) < newness(b) ? 1 : -1))
    .slice(SUMMARIES_MAX - coming)
    .flatMap((target) => archiveChange(workspace, target));
}

/** A first look at the bytes: parsing every memory of a large root would keep other writers waiting. */
function mentionsSummary({ path }: FileEntry): boolean {
  const content = readFileContent(path);
  return content.kind === "bytes" && Buffer.from(content.bytes).includes("session_summary");
}

function isInUse(status: string, standing: string): boolean {
  return status === "active" && (standing === "inferred" || standing === "verified");
}

function newness({ memory, file }: LoadedMemory): string {
  return `${memory?.createdAt ?? ""} ${file.id}`;
}

function archiveChange(workspace: Workspace, target: LoadedMemory): Change[] {
  const { memory, input } = target;
  if (memory === null) return [];
  const law = applyStatus("archive", { ...transitionInput(target), status: memory.status }, "machine");
  if (law.kind !== "applied") return [];
  const reason = "a newer session summary took its place";
  return [
    attestAct(workspace, input, { act: "archive", digest: contentDigest(target), reason, by: "machine" }),
  ];
}
