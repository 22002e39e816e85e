// Every memory of the roots, one after the other.

import { listOneOfEach } from "../../store/memory-files.ts";
import { readRequests } from "../change/read-requests.ts";
import { createHiddenFinder } from "../memories/find-hidden.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Surveyed, surveyMemory } from "./survey-memory.ts";

export type OnProgress = (done: number, total: number) => void;

export async function surveyRoots(workspace: Workspace, onProgress: OnProgress): Promise<Surveyed[]> {
  const lists = workspace.roots.map((root) => ({ root, files: listOneOfEach(root.path) }));
  const total = lists.reduce((sum, { files }) => sum + files.length, 0);
  const surveyed: Surveyed[] = [];
  for (const { root, files } of lists) {
    learnOfRemoved(workspace, root, new Set(files.map(({ id }) => id)));
    const requests = Map.groupBy(readRequests(root), ({ id }) => id);
    const isHidden = createHiddenFinder(workspace, root);
    for (const target of loadFiles(workspace, root, files)) {
      onProgress(surveyed.length, total);
      const news = { requests: requests.get(target.file.id) ?? [], hidden: isHidden(target) };
      surveyed.push(await surveyMemory(workspace, target, news));
    }
  }
  onProgress(total, total);
  return surveyed;
}

/** The same memory as it is now; null where it is gone. */
export async function surveyAgain(workspace: Workspace, before: Surveyed): Promise<Surveyed | null> {
  const target = loadMemory(workspace, before.root, before.item.id);
  if (target === null) return null;
  const requests = readRequests(before.root).filter(({ id }) => id === before.item.id);
  const hidden = createHiddenFinder(workspace, before.root)(target);
  return surveyMemory(workspace, target, { requests, hidden });
}
